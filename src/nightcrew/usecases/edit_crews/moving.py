"""A crew made new, given away as one document, or taken in."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from typing import Any

from nightcrew.domain.collection_names import with_collections
from nightcrew.domain.crew import Crew, Problem
from nightcrew.domain.crew_card import (
    EXPORT_SCHEMA,
    CharacterCard,
    CrewDocument,
    own_texts,
    shared_texts,
)
from nightcrew.domain.crew_problem import nearest
from nightcrew.domain.crew_version import Signature, own_file, sources_of
from nightcrew.domain.errors import BadInput, NotFound, Refused
from nightcrew.domain.meant import id_meant
from nightcrew.ports import CrewDrafts
from nightcrew.store import knowledge_shelves
from nightcrew.usecases.edit_crews.desk import Desk, TextNow, Wanted, must_be_there, newly_broken

_ID = re.compile(r"[a-z0-9][a-z0-9-]{1,47}")
_OR_REPLACE = "choose another id, or --replace to write over it"


@dataclass(frozen=True, slots=True, kw_only=True)
class Arriving:
    """How a document is to be taken in. category: of a card; a crew of ours brings its own.

    crew: the id it shall have, else its own. replace: over a crew that is there. collections: old
    names of knowledge to those they have here.
    """

    crew: str | None = None
    category: str | None = None
    locale: str | None = None
    replace: bool = False
    collections: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class Taken:
    """A crew that was made or taken in. written: files.

    differs: shared files of the document that are otherwise here, and stay as they are. unread:
    what of a card was kept for people and enters no prompt. problems: why nothing was written.
    """

    crew: str
    written: tuple[str, ...] = ()
    differs: tuple[str, ...] = ()
    unread: tuple[str, ...] = ()
    problems: tuple[Problem, ...] = ()


async def new(desk: Desk, drafts: CrewDrafts, arriving: Arriving, sign: Signature) -> Taken:
    """A crew to be filled in. Raises: BadInput, NotFound for the category, Refused when taken."""
    crew_id, category = arriving.crew or "", arriving.category or ""
    _must_be_an_id(crew_id)
    now = await desk.now()
    _must_be_free(crew_id, now, hint="choose another id")
    _must_be_a_category(category, now)
    texts = drafts.blank(crew_id, category, _language(arriving.locale or ""))
    return await _put(desk, Taken(crew=crew_id), texts, now, sign)


async def export(desk: Desk, crew_id: str) -> CrewDocument:
    """All files a crew is made of. Raises: NotFound, Refused while its files are broken."""
    now = await desk.now()
    must_be_there(crew_id, sorted({*now.shelf.crews, *now.shelf.broken}))
    crew = now.shelf.crews.get(crew_id)
    if crew is None:
        raise Refused(
            "crew_broken",
            "this crew's files are broken",
            hint="`nightcrew crews lint` shows where",
        )
    return CrewDocument(
        schema=EXPORT_SCHEMA,
        crew=crew.id,
        name=crew.name,
        category=crew.category,
        locale=crew.locale,
        digest=crew.digest,
        sources=sources_of(crew, now.texts),
    )


async def take_in(
    desk: Desk, drafts: CrewDrafts, content: bytes, arriving: Arriving, sign: Signature
) -> Taken:
    """A document of ours, or a character card.

    Raises: BadInput, NotFound, Refused; for collections that are not here before anything is
    written.
    """
    card = drafts.card(content)
    if card is not None:
        return await _card(desk, drafts, card, arriving, sign)
    return await _ours(desk, _document(content), arriving, sign)


async def _ours(desk: Desk, document: CrewDocument, arriving: Arriving, sign: Signature) -> Taken:
    crew_id = arriving.crew or document.crew
    _must_be_an_id(crew_id)
    now = await desk.now()
    if not arriving.replace:
        _must_be_free(crew_id, now, hint=_OR_REPLACE)
    try:
        own = own_texts(document, crew_id)
    except ValueError:
        raise _no_document() from None
    shared = shared_texts(document)
    differs = [name for name in shared if now.texts.get(name, shared[name]) != shared[name]]
    missing = {name: text for name, text in shared.items() if name not in now.texts}
    renamed = {name: _renamed(text, document.crew, crew_id) for name, text in own.items()}
    mapped = {name: with_collections(text, arriving.collections) for name, text in renamed.items()}
    texts = {**mapped, **missing}
    await _must_have_its_collections(desk, crew_id, texts, now)
    taken = Taken(crew=crew_id, differs=tuple(differs))
    return await _put(desk, taken, texts, now, sign)


async def _must_have_its_collections(
    desk: Desk, crew_id: str, texts: Mapping[str, str], now: TextNow
) -> None:
    """Raises: Refused with every collection that is neither loaded nor named by a crew here."""
    crew = (await desk.now(texts)).shelf.crews.get(crew_id)
    wanted = _collections(crew)
    here = frozenset().union(
        *(_collections(each) for each in now.shelf.crews.values() if each.id != crew_id)
    )
    if not wanted - here:
        return
    async with desk.db.begin(desk.tenant) as connection:
        here |= await knowledge_shelves.names(connection, desk.tenant)
    missing = sorted(wanted - here)
    if missing:
        first = missing[0]
        raise Refused(
            "unresolved_references",
            f"the crew looks into collections that are not here: {', '.join(missing)}",
            hint=f"--collection {first}=NAME, where here are: {', '.join(sorted(here)) or 'none'};"
            f" or load it first: nightcrew knowledge load FILE --collection {first}",
            details={"collections": missing},
        )


def _collections(crew: Crew | None) -> frozenset[str]:
    return frozenset(crew.knowledge.collections) if crew else frozenset()


def _renamed(text: str, old: str, crew_id: str) -> str:
    """The same file under another id: only the keys that name the crew or its playbook change."""
    if old == crew_id:
        return text
    named = {f"{key}: {old}" for key in ("id", "crew", "playbook")}
    lines = (
        line.replace(old, crew_id) if line.partition(" #")[0].rstrip() in named else line
        for line in text.split("\n")
    )
    return "\n".join(lines)


async def _card(
    desk: Desk, drafts: CrewDrafts, card: CharacterCard, arriving: Arriving, sign: Signature
) -> Taken:
    if not arriving.crew or not arriving.category:
        raise BadInput(
            "card_needs_place",
            f"the card of {' '.join(card.name.split())} names no crew id and no category",
            hint="--id my-crew --category travel",
            field="crew",
        )
    _must_be_an_id(arriving.crew)
    now = await desk.now()
    if not arriving.replace:
        _must_be_free(arriving.crew, now, hint=_OR_REPLACE)
    _must_be_a_category(arriving.category, now)
    locale = _language(arriving.locale) if arriving.locale else ""
    texts = drafts.of_card(card, arriving.crew, arriving.category, locale)
    taken = Taken(crew=arriving.crew, unread=tuple(sorted(card.unread)))
    return await _put(desk, taken, texts, now, sign)


async def _put(
    desk: Desk, taken: Taken, texts: Mapping[str, str], now: TextNow, sign: Signature
) -> Taken:
    after = await desk.now(texts)
    wrong = newly_broken(after.shelf, now.shelf) or after.shelf.broken.get(taken.crew, ())
    if wrong:
        return Taken(
            crew=taken.crew, differs=taken.differs, unread=taken.unread, problems=tuple(wrong)
        )
    wanted = Wanted(texts=texts, crew=taken.crew, how="loaded", sign=sign)
    await desk.write(wanted, after, now.shelf)
    written = tuple(desk.text.label(name) for name in texts)
    return Taken(crew=taken.crew, differs=taken.differs, unread=taken.unread, written=written)


def _must_be_an_id(crew_id: str) -> None:
    """Raises: BadInput for what no file of a crew may be called."""
    if _ID.fullmatch(crew_id):
        return
    meant = id_meant(crew_id)
    raise BadInput(
        "bad_crew_id",
        "an id has 2 to 48 of a-z, 0-9 and -, and begins with no -",
        hint=f"did you mean {meant}?" if meant else "for example tea-bora",
        field="crew",
    )


def _must_be_free(crew_id: str, now: TextNow, *, hint: str) -> None:
    if own_file(crew_id) in now.texts:
        raise Refused(
            "crew_exists", "there is a crew by this id", hint=hint, details={"crew": crew_id}
        )


def _must_be_a_category(name: str, now: TextNow) -> None:
    folder = "crews/categories/"
    known = [each.removeprefix(folder).removesuffix(".yaml") for each in now.texts
             if each.startswith(folder)]  # fmt: skip
    if name not in known:
        meant = nearest(name, tuple(known))
        hint = f"did you mean {meant}?" if meant else f"there are {', '.join(sorted(known))}"
        raise NotFound("unknown_category", "there is no such category", hint=hint, field="category")


def _language(locale: str) -> str:
    """Raises: BadInput for a language there is no draft in."""
    language = locale.partition("-")[0].lower()
    if language not in ("ko", "en"):
        raise BadInput(
            "unknown_locale", "crews are drafted in ko or en", hint="--locale ko", field="locale"
        )
    return language


def _document(content: bytes) -> CrewDocument:
    """Raises: BadInput for what is no document of ours."""
    try:
        read: Any = json.loads(content)
    except ValueError:
        raise _no_document() from None
    names = CrewDocument.__dataclass_fields__
    if not isinstance(read, dict) or read.get("schema") != EXPORT_SCHEMA or set(read) != set(names):
        raise _no_document()
    sources = read["sources"]
    whole = isinstance(sources, dict) and all(isinstance(each, str) for each in sources.values())
    if not whole or not all(isinstance(read[name], str) for name in names if name != "sources"):
        raise _no_document()
    return CrewDocument(**read)


def _no_document() -> BadInput:
    return BadInput(
        "no_crew_document",
        "this is no crew: neither a document of crews export nor a character card",
        hint="crews export ID writes one; cards are JSON or PNG of Character Card V1, V2 or V3",
        field="file",
    )


def as_json(document: CrewDocument) -> str:
    """The document as it is written to a file; the same crew gives the same text."""
    return json.dumps(asdict(document), ensure_ascii=False, indent=2, sort_keys=True) + "\n"
