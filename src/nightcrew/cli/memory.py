"""Memories: what a crew remembers of a user, forgotten and brought back."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from nightcrew.cli import memory_moves
from nightcrew.cli.options import AsJson, MaybeCrew, User
from nightcrew.cli.verb import Desk, Told, with_app
from nightcrew.cli.verb_group import group

if TYPE_CHECKING:
    from nightcrew.domain.memory_view import MemoryView
    from nightcrew.domain.receipt import Receipt

verbs = group("What crews remember of a user.")
MemoryId = Annotated[str, typer.Argument(help="The memory's id, as `memory list` shows it.")]


@verbs.command("list")
def list_memories(
    *,
    user: User,
    crew: MaybeCrew = None,
    kind: Annotated[str | None, typer.Option(help="fact, plan or style.")] = None,
    scope: Annotated[str | None, typer.Option(help="private, shared or team.")] = None,
    status: Annotated[str, typer.Option(help="active, off or all.")] = "active",
    limit: Annotated[int, typer.Option(help="1 to 200.")] = 50,
    cursor: Annotated[str | None, typer.Option(help="next_cursor of the page before.")] = None,
    as_json: AsJson = False,
) -> int:
    """List what is remembered, newest first, with the exact count."""

    async def act(desk: Desk) -> Told:
        page = await desk.app.keep_memories.list(
            desk.tenant, user,
            crew=crew, kind=kind, scope=scope, status=status, limit=limit, cursor=cursor,
        )  # fmt: skip
        counted = desk.words("memories", shown=len(page.items), total=page.total)
        return Told(document=page, lines=[*(_line(each) for each in page.items), counted])

    return with_app(act, as_json=as_json)


@verbs.command("forget")
def forget(memory: MemoryId, user: User, as_json: AsJson = False) -> int:
    """Switch a memory off and keep it from coming back."""

    async def act(desk: Desk) -> Told:
        from nightcrew.cli.reading import as_id

        wanted = as_id(memory, "memory")
        gone = await desk.app.keep_memories.forget(desk.tenant, user, wanted)
        return Told(document=gone, lines=[desk.words("forgotten")])

    return with_app(act, as_json=as_json)


@verbs.command("restore")
def restore(memory: MemoryId, user: User, as_json: AsJson = False) -> int:
    """Bring a memory back as a new version, also after it was forgotten."""

    async def act(desk: Desk) -> Told:
        from nightcrew.cli.reading import as_id

        wanted = as_id(memory, "memory")
        back = await desk.app.keep_memories.restore(desk.tenant, user, wanted)
        return Told(document=back, lines=[_line(back)])

    return with_app(act, as_json=as_json)


@verbs.command("erase")
def erase(memory: MemoryId, user: User, as_json: AsJson = False) -> int:
    """Forget a memory and leave no wording of it anywhere; it cannot be restored."""

    async def act(desk: Desk) -> Told:
        from nightcrew.cli.reading import as_id

        wanted = as_id(memory, "memory")
        receipt = await desk.app.erase_words.memory(desk.tenant, user, wanted)
        return Told(document={"receipt": receipt}, lines=_receipt_lines(desk, receipt))

    return with_app(act, as_json=as_json)


verbs.command("export")(memory_moves.export)
verbs.command("import")(memory_moves.bring_in)
verbs.command("rebuild")(memory_moves.rebuild)
verbs.command("reindex")(memory_moves.reindex)


def _line(each: MemoryView) -> str:
    return f"{each.said_on}  {each.crew}  [{each.kind} {each.state}]  {each.text}  ({each.id})"


def _receipt_lines(desk: Desk, receipt: Receipt) -> list[str]:
    counted = [f"  {place}: {rows}" for place, rows in receipt.counts.items()]
    left = [
        desk.words("not_reached", place=each.place, until=each.until)
        for each in receipt.not_reached
    ]
    return [desk.words("erased", at=receipt.at.date()), *counted, *left]
