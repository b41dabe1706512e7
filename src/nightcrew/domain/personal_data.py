"""Whether words seem to hold data by which somebody can be reached or known: a flag, never a mask.

Secrets are masked long before; a phone number of a colleague is no secret and may be just what a
team should know, so a person decides.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

_SHAPES: Mapping[str, re.Pattern[str]] = {
    "phone_number": re.compile(
        r"(?<![\d-])(?:\+\d{1,3}[\s.-]?)?\(?0?\d{1,3}\)?[\s.-]\d{3,4}[\s.-]\d{4}(?![\d-])"
        r"|(?<!\d)01[016789]\d{7,8}(?!\d)"
    ),
    "mail_address": re.compile(r"[\w.+-]+@[\w-]+(?:\.[\w-]+)+"),
    "bank_account": re.compile(
        r"(?:계좌|통장|은행|account)[^\n]{0,12}?(?<!\d)\d{2,6}-\d{2,6}-\d{2,8}(?!\d)", re.IGNORECASE
    ),
    "home_address": re.compile(
        r"[가-힣]+(?:로|길)\s?\d+(?:-\d+)?(?:\s?\d+동)?(?:\s?\d+호)"
        r"|[가-힣]+(?:동|읍|면)\s\d+(?:-\d+)?번지"
        r"|\b\d{1,5}\s(?:[A-Z][a-z]+\s){1,3}(?:Street|St|Road|Rd|Avenue|Ave|Lane|Drive)\b"
    ),
    "health": re.compile(
        r"진단(?:을|받)|우울증|공황|당뇨|고혈압|암\s?(?:치료|수술|진단)|임신|복용"
        r"|\b(?:diagnos\w+|diabet\w+|pregnan\w+|depress\w+|cancer)\b",
        re.IGNORECASE,
    ),
}


def personal_data(text: str) -> tuple[str, ...]:
    """The sorts of personal data a text seems to hold, in the order of the table."""
    return tuple(sort for sort, shape in _SHAPES.items() if shape.search(text))
