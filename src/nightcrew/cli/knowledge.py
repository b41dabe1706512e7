"""What crews know of their field: loading, looking up, researching, reviewing, coverage."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from nightcrew.cli.options import AsJson
from nightcrew.cli.verb import FINDINGS, FINE, Desk, Told, with_app
from nightcrew.cli.verb_group import group

if TYPE_CHECKING:
    from datetime import date

    from nightcrew.domain.knowledge import KnowledgeItem, KnowledgeKind
    from nightcrew.usecases.load_knowledge import GivenDocument
    from nightcrew.usecases.search_knowledge import CrewCovered

verbs = group("What crews may look up.")
reviews = group("What waits for a person.")
verbs.add_typer(reviews, name="review")

Collection = Annotated[
    str, typer.Option("--collection", "-C", help="Such as travel-documents.", show_default=False)
]
MaybeCollection = Annotated[str | None, typer.Option("--collection", "-C", help="Only this one.")]
By = Annotated[str, typer.Option("--by", help="Who decides: a team, such as care-team.")]
Now = Annotated[str | None, typer.Option("--now", help="With time travel only.")]
Item = Annotated[str, typer.Argument(help="The item's id.", show_default=False)]
_KINDS: dict[str, KnowledgeKind] = {
    ".md": "markdown",
    ".markdown": "markdown",
    ".html": "html",
    ".htm": "html",
    ".pdf": "pdf",
    ".txt": "text",
    "": "text",
}


Where = Annotated[
    str, typer.Argument(help="A .md .txt .html .pdf file, or a url.", show_default=False)
]
Title = Annotated[str, typer.Option("--title", help="Else the document's own.")]
Url = Annotated[str, typer.Option("--url", help="Where a file's text is published.")]
AsOf = Annotated[str | None, typer.Option("--as-of", help="The day it holds for; else today.")]
RecheckOn = Annotated[str | None, typer.Option("--recheck-on", help="The day to look again.")]
ReviewedBy = Annotated[str | None, typer.Option("--reviewed-by", help="The team that read it.")]
Review = Annotated[bool, typer.Option("--review", help="Items wait until somebody lets them in.")]
Replace = Annotated[bool, typer.Option("--replace", help="Items of the same title not in it go.")]


@verbs.command("load")
def load(
    *,
    where: Where,
    collection: Collection,
    title: Title = "",
    url: Url = "",
    as_of: AsOf = None,
    recheck_on: RecheckOn = None,
    reviewed_by: ReviewedBy = None,
    review: Review = False,
    replace: Replace = False,
    now: Now = None,
    as_json: AsJson = False,
) -> int:
    """Load a document; the same one again changes nothing."""

    async def act(desk: Desk) -> Told:
        from dataclasses import replace as with_parts

        from nightcrew.cli.reading import travelled

        given = with_parts(
            _document(where, title, url),
            as_of=_day(as_of, "as_of"),
            recheck_on=_day(recheck_on, "recheck_on"),
            reviewed_by=reviewed_by,
            review=review,
            replace=replace,
        )
        loaded = await desk.app.knowledge.load(
            desk.tenant, collection, given, now=travelled(desk, now), whole=True, told=_progress
        )
        names = ("title", "items", "created", "already_there", "waiting", "replaced")
        line = desk.words("knowledge_loaded", **{name: getattr(loaded, name) for name in names})
        lines = [line] if _counts(given) else [line, desk.words("knowledge_not_counted")]
        if loaded.unasked:
            lines.append(desk.words("knowledge_unasked", unasked=loaded.unasked))
        return Told(document=loaded, lines=lines)

    return with_app(act, as_json=as_json)


def _counts(given: GivenDocument) -> bool:
    """Whether its items count for coverage: read by somebody, with a public source."""
    waits = given.review
    return waits or bool(given.reviewed_by and given.url.startswith("https://"))


def _document(where: str, title: str, url: str) -> GivenDocument:
    from nightcrew.domain.errors import BadInput
    from nightcrew.domain.knowledge import RawDocument
    from nightcrew.usecases.load_knowledge import GivenDocument

    if where.startswith(("https://", "http://")):
        return GivenDocument(url=where, title=title)
    path = Path(where)
    kind = _KINDS.get(path.suffix.lower())
    if kind is None:
        known = " ".join(name for name in _KINDS if name)
        raise BadInput(
            "unknown_file_kind",
            f"a file that ends in {path.suffix} cannot be read",
            hint=f"save it as one of {known} and load that",
        )
    try:
        content = path.read_bytes()
    except OSError as failed:
        hint = "name its files one by one" if path.is_dir() else "name a file that exists"
        raise BadInput(
            "no_file", f"the file cannot be read: {failed.strerror}", hint=hint
        ) from None
    return GivenDocument(
        raw=RawDocument(kind=kind, content=content), url=url, title=title, called=path.stem
    )


def _day(text: str | None, field: str) -> date | None:
    from datetime import date

    from nightcrew.domain.errors import BadInput

    try:
        return date.fromisoformat(text) if text is not None else None
    except ValueError:
        raise BadInput(
            "not_a_day",
            f"--{field.replace('_', '-')} {text} is no date",
            hint="write year-month-day, such as 2026-11-30",
            field=field,
        ) from None


def _progress(made: int) -> None:
    sys.stderr.write(f"{made}\n")
    sys.stderr.flush()


@verbs.command("search")
def search(
    *,
    query: Annotated[str, typer.Argument(help="The question.", show_default=False)],
    collection: Annotated[
        list[str], typer.Option("--collection", "-C", help="One or several.", show_default=False)
    ],
    limit: Annotated[int, typer.Option("--limit", min=1, max=20)] = 3,
    as_json: AsJson = False,
) -> int:
    """What collections answer; exits with 1 when nothing is found."""

    async def act(desk: Desk) -> Told:
        from nightcrew.domain.knowledge import told_line
        from nightcrew.web.knowledge import found_told

        found = await desk.app.knowledge.search(desk.tenant, collection, query, limit=limit)
        day, korean = desk.app.world.clock.now().date(), desk.app.settings.lang == "ko"
        lines = [told_line(each.item, day, korean=korean) for each in found.items]
        return Told(
            document=found_told(query, found),
            lines=lines or [desk.words(f"knowledge_{found.status}")],
            code=FINE if found.items else FINDINGS,
        )

    return with_app(act, as_json=as_json)


@verbs.command("research")
def research(
    *,
    topic: Annotated[str, typer.Argument(help="What to look up.", show_default=False)],
    collection: Collection,
    locale: Annotated[str, typer.Option("--locale", help="Of search and items.")] = "ko-KR",
    as_json: AsJson = False,
) -> int:
    """Look a topic up by the search tool; every item waits for a review."""

    async def act(desk: Desk) -> Told:
        from nightcrew.web.knowledge import topic_told

        found = await desk.app.knowledge.research(desk.tenant, collection, topic, locale=locale)
        refused = sum(found.refused.values())
        head = desk.words(
            "knowledge_researched",
            sources=found.sources,
            waiting=len(found.waiting),
            already_there=found.already_there,
            refused=refused,
        )
        return Told(
            document=topic_told(found),
            lines=[head, *_waiting_lines(found.waiting)],
            code=FINE if found.waiting or found.already_there else FINDINGS,
        )

    return with_app(act, as_json=as_json)


@verbs.command("coverage")
def coverage(*, as_json: AsJson = False) -> int:
    """Which crews have enough reviewed items; exits with 1 when one has not or a file is broken."""

    async def act(desk: Desk) -> Told:
        from nightcrew.domain.named_fields import named_fields

        told = await desk.app.knowledge.search.coverage(desk.tenant, desk.app.crews.shelf())
        problems = await desk.app.knowledge.ship.problems()
        lines = [_crew_line(desk, crew) for crew in told.crews]
        total = desk.words("knowledge_covered", covered=told.covered, total=told.total)
        broken = [f"✗ {file.file}: {file.problem}" for file in problems]
        code = FINE if told.covered == told.total and not problems else FINDINGS
        files = [{"file": file.file, "problem": file.problem} for file in problems]
        document = {**named_fields(told), "problems": files}
        return Told(document=document, lines=[*lines, *broken, total], code=code)

    return with_app(act, as_json=as_json)


def _crew_line(desk: Desk, crew: CrewCovered) -> str:
    mark = "✓" if crew.covered else "✗"
    if crew.none and not crew.collections:
        return f"{mark} {crew.crew}: {desk.words('knowledge_none')} {crew.none}"
    names = ", ".join(crew.collections) or "-"
    return f"{mark} {crew.crew}: {crew.items} ({names})"


@reviews.command("list")
def list_waiting(
    *,
    collection: MaybeCollection = None,
    limit: Annotated[int, typer.Option(help="1 to 200.")] = 50,
    cursor: Annotated[str | None, typer.Option(help="next_cursor of the page before.")] = None,
    as_json: AsJson = False,
) -> int:
    """What waits for a person, the oldest first."""

    async def act(desk: Desk) -> Told:
        from nightcrew.web.knowledge import item_told

        found = await desk.app.knowledge.review.waiting(
            desk.tenant, collection, cursor=cursor, limit=limit
        )
        shown = desk.words("knowledge_waiting", shown=len(found.items), total=found.total)
        document = found.showing(map(item_told, found.items))
        return Told(document=document, lines=[shown, *_waiting_lines(found.items)])

    return with_app(act, as_json=as_json)


@reviews.command("accept")
def accept(*, item: Item, by: By, as_json: AsJson = False) -> int:
    """Let an item in; from now on it answers."""
    return _decided(item, by, "accept", as_json=as_json)


@reviews.command("reject")
def reject(*, item: Item, by: By, as_json: AsJson = False) -> int:
    """Turn an item down; it is not proposed again."""
    return _decided(item, by, "reject", as_json=as_json)


def _decided(item: str, by: str, how: str, *, as_json: bool) -> int:
    async def act(desk: Desk) -> Told:
        from nightcrew.cli.reading import as_id
        from nightcrew.web.knowledge import item_told

        desks = {
            "accept": desk.app.knowledge.review.accept,
            "reject": desk.app.knowledge.review.reject,
        }
        decided = await desks[how](desk.tenant, as_id(item, "item"), by)
        return Told(document=item_told(decided), lines=[desk.words(f"knowledge_{how}ed")])

    return with_app(act, as_json=as_json)


def _waiting_lines(items: Iterable[KnowledgeItem]) -> Iterator[str]:
    for item in items:
        yield f"{item.id} [{item.collection}] {item.heading}: {item.text}"
        yield from (f"  > {way}" for way in item.asked)
        yield f"  {item.title} <{item.url}> {item.as_of}"
