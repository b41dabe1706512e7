"""The sentence of one kind of problem, in both languages."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True, slots=True, kw_only=True)
class Wording:
    """The sentence of one kind of problem; names in braces are filled with facts."""

    en: str
    ko: str
    hint_en: str = ""
    hint_ko: str = ""
    severity: Literal["error", "warning"] = "error"
