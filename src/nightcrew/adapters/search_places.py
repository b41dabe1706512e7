"""Where a search of litellm is asked from, in the words that its provider takes."""

from __future__ import annotations

import re
from collections.abc import Mapping

from nightcrew.domain.safety import language_of

# What stands nowhere here is sent to no provider: some refuse a question with a word they do not
# know. Read from litellm's `llms/*/search` of the version in requirements.lock.
_COUNTRY_BY_CODE = frozenset(
    {
        "apiserpent", "bing_grounding", "exa_ai", "firecrawl", "google_pse", "nimble",
        "parallel_ai", "perplexity", "searchapi", "serper", "tinyfish", "you_com",
    }
)  # fmt: skip
_COUNTRY_BY_NAME = frozenset({"dataforseo", "tavily"})
_LANGUAGE_IN = {
    "apiserpent": "language",
    "brave": "search_lang",
    "google_pse": "hl",
    "searchapi": "hl",
    "searxng": "language",
    "serper": "hl",
}
_LANGUAGES = frozenset({"de", "en", "es", "fr", "it", "ja", "ko", "nl", "sv", "th", "vi"})
_OWN_WORDS = {("brave", "ja"): "jp"}
_COUNTRIES = {
    "AU": "Australia",
    "CA": "Canada",
    "DE": "Germany",
    "ES": "Spain",
    "FR": "France",
    "GB": "United Kingdom",
    "IN": "India",
    "IT": "Italy",
    "JP": "Japan",
    "KR": "South Korea",
    "MX": "Mexico",
    "NL": "Netherlands",
    "NZ": "New Zealand",
    "SE": "Sweden",
    "SG": "Singapore",
    "TH": "Thailand",
    "US": "United States",
    "VN": "Vietnam",
}
_COUNTRY_OF_LANGUAGE = {"ja": "JP", "ko": "KR"}
# litellm would ask in France, in English.
_WITHOUT_COUNTRY = {"dataforseo": "US"}
_REGION = re.compile(r"[-_]([A-Za-z]{2})(?![A-Za-z])")


def asked_from(provider: str, locale: str) -> Mapping[str, str]:
    """What to hand to litellm beside the question; empty for a provider that knows no places."""
    asked: dict[str, str] = {}
    if country := _country(provider, locale):
        if provider in _COUNTRY_BY_CODE:
            asked["country"] = country
        if provider in _COUNTRY_BY_NAME:
            asked["country"] = _COUNTRIES[country]
    language = language_of(locale)
    if provider in _LANGUAGE_IN and language in _LANGUAGES:
        asked[_LANGUAGE_IN[provider]] = _OWN_WORDS.get((provider, language), language)
    return asked


def _country(provider: str, locale: str) -> str | None:
    """A country that all of them know."""
    region = _REGION.search(locale)
    named = region.group(1).upper() if region else _COUNTRY_OF_LANGUAGE.get(language_of(locale))
    return named if named in _COUNTRIES else _WITHOUT_COUNTRY.get(provider)
