"""A crew as one document: ours with all its files, and character cards of other products."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

EXPORT_SCHEMA = "crew-export/v1"


@dataclass(frozen=True, slots=True, kw_only=True)
class CrewDocument:
    """A crew with every file it is made of, as they are written.

    digest: of the bundle they made where it came from. sources: by path-id.
    """

    schema: str
    crew: str
    name: str
    category: str
    locale: str
    digest: str
    sources: Mapping[str, str]


@dataclass(frozen=True, slots=True, kw_only=True)
class CharacterCard:
    """What a character card says of a character.

    unread: what gives orders to a model or is of no use here, by the card's own names; it is kept
    for people and enters no prompt.
    """

    spec: str
    name: str
    description: str = ""
    personality: str = ""
    unread: Mapping[str, object] = field(default_factory=dict)


def own_texts(document: CrewDocument, crew_id: str) -> Mapping[str, str]:
    """The files of a document that are the crew's alone, under the id they shall have here.

    Raises: ValueError for a document without the crew's own file.
    """
    own, playbooks = f"crews/{document.crew}.yaml", "playbooks/"
    if own not in document.sources:
        raise ValueError(own)
    return {
        name if crew_id == document.crew else name.replace(document.crew, crew_id): text
        for name, text in document.sources.items()
        if name == own or (name.startswith(playbooks) and not name.startswith("playbooks/skills/"))
    }


def shared_texts(document: CrewDocument) -> Mapping[str, str]:
    """The files of a document that other crews may use too; the house stays where it is."""
    return {
        name: text
        for name, text in document.sources.items()
        if name.startswith(("crews/categories/", "playbooks/skills/"))
    }


def spoken_braces(text: str) -> str:
    """A card's text with its own two names as ours, and every other double brace read literally."""
    filled = text
    for theirs, ours in _NAMES.items():
        filled = filled.replace(theirs, f"\0{ours}\0")
    literal = filled.replace("{{", "{ {")
    for ours in ("crew_name", "user_name"):
        literal = literal.replace(f"\0{ours}\0", f"{{{{ {ours} }}}}")
    return literal


_NAMES = {
    "{{char}}": "crew_name",
    "{{Char}}": "crew_name",
    "{{user}}": "user_name",
    "{{User}}": "user_name",
    "<BOT>": "crew_name",
    "<USER>": "user_name",
}
