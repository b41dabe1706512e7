"""The fixed words of all prompts, which no reply may give away."""

from __future__ import annotations

import re
from functools import cache

from nightcrew.domain.internals import Internals, internals_of
from nightcrew.prompts import prompts

_STATEMENT = re.compile(r"\{%.*?%\}")


@cache
def frame_internals() -> Internals:
    """What stands in every prompt file, whatever is placed in it; read once."""
    lines = [
        line
        for prompt in prompts().values()
        for line in _STATEMENT.sub("\n", prompt.source).splitlines()
    ]
    return internals_of(lines)
