"""A car named in a line of words, for whoever keeps a question as text and asks it again."""

from __future__ import annotations

import re
from itertools import pairwise

from nightcrew.domain.needs import PriceItem
from nightcrew.domain.price.listing import accident_told
from nightcrew.domain.price.names import KNOWN_MODELS, model_key
from nightcrew.domain.price.units import KOREAN_NUMBER, read_km, read_year

_YEAR = re.compile(r"(?<!\d)(?:(?:19|20)\d\d(?=\s?년|\s?식|[\s,]|$)|\d\d(?=\s?년?\s?(?:식|형)))")
_KM = re.compile(
    rf"(?:(?<![\d.가-힣]){KOREAN_NUMBER}|\d[\d,.]*\s?k?)\s?(?:km|킬로|키로|mi\b|miles?\b|마일)",
    re.IGNORECASE,
)
_WORD = re.compile(r"[^\s,]+")


def item_of(text: str) -> PriceItem:
    """The car a text names: model, year, distance and accidents; what it leaves open is None."""
    year, km = _YEAR.search(text), _KM.search(text)
    model = next((key for key in _keys(text) if key in KNOWN_MODELS), None)
    known = KNOWN_MODELS[model] if model else None
    return PriceItem(
        maker=known.maker if known else None,
        model=known.name if known else None,
        year=read_year(year.group()) if year else None,
        km=read_km(km.group(), "km") if km else None,
        accident=accident_told(text),
    )


def _keys(text: str) -> list[str]:
    """Every word of a text as the key of a model, then every two that stand together."""
    words = _WORD.findall(text)
    pairs = [f"{one}{other}" for one, other in pairwise(words)]
    return [model_key(each) for each in (*words, *pairs)]
