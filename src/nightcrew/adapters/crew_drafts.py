"""First texts of a crew: blank ones to be filled in, and what a character card says."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Any

import yaml

from nightcrew.adapters.character_card import plain, read_card
from nightcrew.adapters.schema_documents import editor_line
from nightcrew.adapters.strict_yaml import without_hidden
from nightcrew.domain.crew_card import CharacterCard, spoken_braces
from nightcrew.domain.crew_version import own_file
from nightcrew.domain.words import script_of

_FILE = "crew_drafts.yaml"
_LOCALES = {"ko": "ko-KR", "en": "en-US"}
_NO_MATERIAL = {
    "ko": "들여온 크루라 아직 검토를 마친 자료가 없다.",
    "en": "Taken in from elsewhere; there is no reviewed material yet.",
}
# What the schema allows of each text.
MOST_OF_NAME, MOST_OF_SUMMARY, MOST_OF_VOICE, MOST_OF_NOTES = 40, 600, 400, 4000
_SENTENCE_END = re.compile(r"(?<=[.!?。…])\s+|\n+")


class _PlainDumper(yaml.SafeDumper):
    """Writes everything out: our files hold no aliases."""

    def ignore_aliases(self, data: Any) -> bool:
        return True


class CrewDraftFiles:
    """Drafts from the package's own data."""

    def blank(self, crew_id: str, category: str, locale: str) -> Mapping[str, str]:
        """A crew to be filled in by its writers. locale: ko or en."""
        draft = {
            name: text.replace("<<id>>", crew_id).replace("<<category>>", category)
            for name, text in _drafts()[locale].items()
        }
        return {
            own_file(crew_id): draft["crew"],
            f"playbooks/{crew_id}.md": draft["playbook"],
        }

    def card(self, content: bytes) -> CharacterCard | None:
        """The card in a file; None when it holds none. Raises: BadInput."""
        return read_card(content)

    def of_card(
        self, card: CharacterCard, crew_id: str, category: str, locale: str
    ) -> Mapping[str, str]:
        """A crew out of a card: who speaks and how; all else is kept for people.

        locale: ko or en; empty for the language of the card's description.
        """
        language = locale or _language_of(card)
        summary, voice = _prose(card.description), _prose(card.personality)
        summary, voice = (summary, voice) if summary else (voice or _prose(card.name), "")
        shown = {
            "summary": _shortened(summary, MOST_OF_SUMMARY),
            "voice": _shortened(voice, MOST_OF_VOICE),
        }
        written: dict[str, Any] = {
            "schema": "crew/v1",
            "id": crew_id,
            "name": _shortened(_one_line(card.name), MOST_OF_NAME),
            "category": category,
            "locale": _LOCALES[language],
            "notes": _shortened(_text(card.unread.get("creator_notes")), MOST_OF_NOTES),
            "persona": {name: text for name, text in shown.items() if text},
            "knowledge": {"none": _NO_MATERIAL[language]},
            "x": {"card": plain(_clean(_kept(card)))},
        }
        text = _dumped({name: cell for name, cell in written.items() if cell})
        return {own_file(crew_id): f"{editor_line('crew.v1.json')}\n{text}"}


def _kept(card: CharacterCard) -> dict[str, object]:
    whole = {"description": card.description, "personality": card.personality}
    return {"spec": card.spec, **whole, **card.unread}


def _clean(value: object) -> object:
    if isinstance(value, Mapping):
        return {_text(key): _clean(each) for key, each in value.items()}
    if isinstance(value, list):
        return [_clean(each) for each in value]
    return without_hidden(value) if isinstance(value, str) else value


def _prose(text: str) -> str:
    return spoken_braces(_text(text)).strip()


def _text(value: object) -> str:
    return without_hidden(str(value)) if value else ""


def _one_line(text: str) -> str:
    return " ".join(_text(text).split())


def _shortened(text: str, most: int) -> str:
    """Whole sentences, as many as fit; the first one cut when it does not fit alone."""
    if len(text) <= most:
        return text
    ends = [found.start() for found in _SENTENCE_END.finditer(text) if found.start() <= most]
    return text[: ends[-1]].rstrip() if ends else text[: most - 1].rstrip() + "…"


def _language_of(card: CharacterCard) -> str:
    said = f"{card.description} {card.personality} {card.name}"
    return "ko" if script_of(said).main == "hangul" else "en"


def _dumped(written: Mapping[str, Any]) -> str:
    dumped: str = yaml.dump(
        dict(written),
        Dumper=_PlainDumper,
        allow_unicode=True,
        sort_keys=False,
        default_flow_style=False,
        width=100,
    )
    return dumped


@cache
def _drafts() -> Mapping[str, Mapping[str, str]]:
    text = files("nightcrew").joinpath("data", _FILE).read_text(encoding="utf-8")
    read: Mapping[str, Mapping[str, str]] = yaml.safe_load(text)
    return read
