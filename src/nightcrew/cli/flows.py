"""`nightcrew run FLOW`: a flow at once, the same use case as its schedule."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from nightcrew.cli.options import AsJson, MaybeCrew, MaybeUser
from nightcrew.cli.verb import Desk, Told, with_app

if TYPE_CHECKING:
    from nightcrew.usecases.run_dream import DreamMode


def run(
    flow: Annotated[str, typer.Argument(help="dream, nightly-dream, temporal-review, ...")],
    *,
    now: Annotated[str | None, typer.Option(help="The moment, with time travel only.")] = None,
    user: MaybeUser = None,
    crew: MaybeCrew = None,
    mode: Annotated[str, typer.Option(help="apply, review or dry_run.")] = "apply",
    as_json: AsJson = False,
) -> int:
    """Run a flow at once; it skips the once-per-window limit, not the quiet time."""

    async def act(desk: Desk) -> Told:
        from nightcrew.app.flow_menu import FlowWish
        from nightcrew.cli.reading import travelled

        wish = FlowWish(
            now=travelled(desk, now),
            tenant=desk.tenant,
            user=await desk.app.flows.user_of(desk.tenant, user),
            crew=desk.app.crews.crew(crew).id if crew else None,
            mode=_mode(mode),
        )
        done = await desk.app.flows.run(flow, wish)
        lines = [f"{flow}: " + ", ".join(f"{name} {n}" for name, n in done.counts.items())]
        return Told(document=done, lines=lines)

    return with_app(act, as_json=as_json)


def _mode(text: str) -> DreamMode:
    from typing import get_args

    from nightcrew.domain.errors import BadInput
    from nightcrew.usecases.run_dream import DreamMode

    modes: dict[str, DreamMode] = {mode: mode for mode in get_args(DreamMode)}
    if text not in modes:
        raise BadInput("unknown_mode", "no such mode", hint=", ".join(modes), field="mode")
    return modes[text]
