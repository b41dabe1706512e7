"""Parts of a value that are told to the outside only where they say something."""

from __future__ import annotations

from collections.abc import Mapping

TOLD_WHEN_SET = "told_when_set"
RARE: Mapping[str, bool] = {TOLD_WHEN_SET: True}  # metadata of such a field
