"""How old what is found may be, by what was asked: tomorrow's weather stands on no page of 1999."""

from __future__ import annotations

import re

OF_THE_MOMENT_DAYS, OF_LATE_DAYS = 31, 366  # the spans that search servers know

# Only what is stale by itself: a page about a place to go to, or a rule, may be older and right.
_OF_THE_MOMENT = re.compile(
    r"날씨|비\s?(?:와|온|올|오[나는늘니])|눈\s?(?:와|온|올|오[나는니])|미세먼지|기온|태풍|환율|주가|코스피|코스닥"
    r"|유가|기름값|뉴스|속보|결항|지연|운행\s?(?:하|해|중)"
    r"|\b(?:weather|forecast|will it (?:rain|snow)|exchange rates?|stock prices?|news|headlines"
    r"|delay(?:s|ed)?|gas prices?)\b",
    re.IGNORECASE,
)
_OF_LATE = re.compile(
    r"올해|요즘|최근|최신|금리"
    r"|\b(?:this year|lately|recent(?:ly)?|latest|current(?:ly)?|these days)\b",
    re.IGNORECASE,
)


def freshness_days(asked: str) -> int | None:
    """The oldest a dated result may be; None where its age says nothing."""
    if _OF_THE_MOMENT.search(asked):
        return OF_THE_MOMENT_DAYS
    return OF_LATE_DAYS if _OF_LATE.search(asked) else None
