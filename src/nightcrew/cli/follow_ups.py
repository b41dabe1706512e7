"""Follow-ups: what crews promised to say later, and when it would be."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from nightcrew.cli.options import AsJson, User
from nightcrew.cli.verb import FINDINGS, FINE, Desk, Told, answer, read_settings, with_app
from nightcrew.cli.verb_group import group

if TYPE_CHECKING:
    from nightcrew.domain.follow_up_times import FollowUpView
    from nightcrew.domain.preview import Preview, PreviewRequest

verbs = group("What crews promised to say later.")


@verbs.command("list")
def list_follow_ups(
    user: User,
    status: Annotated[str, typer.Option(help="open or all.")] = "open",
    limit: Annotated[int, typer.Option(help="1 to 200.")] = 50,
    cursor: Annotated[str | None, typer.Option(help="next_cursor of the page before.")] = None,
    as_json: AsJson = False,
) -> int:
    """List the follow-ups of a user."""

    async def act(desk: Desk) -> Told:
        page = await desk.app.keep_follow_ups.list(
            desk.tenant, user, status=status, limit=limit, cursor=cursor
        )
        counted = desk.words("follow_ups", shown=len(page.items), total=page.total)
        return Told(document=page, lines=[*(_line(each) for each in page.items), counted])

    return with_app(act, as_json=as_json)


@verbs.command("preview")
def preview(
    *,
    timezone: Annotated[str, typer.Option(help="An IANA name such as Asia/Seoul.")],
    now: Annotated[str | None, typer.Option(help="Count from this moment; else from now.")] = None,
    local: Annotated[str | None, typer.Option(help="One time: wall clock or now+PT5M.")] = None,
    start: Annotated[str | None, typer.Option(help="With --rule: the first wall time.")] = None,
    rule: Annotated[str | None, typer.Option(help="With --start: an RRULE.")] = None,
    quiet_hours: Annotated[str | None, typer.Option(help="For example 22:00-08:00.")] = None,
    count: Annotated[int, typer.Option(help="How many times, 1 to 500.")] = 5,
    as_json: AsJson = False,
) -> int:
    """Show when a follow-up would be due and when it would leave; nothing is kept."""
    from datetime import UTC, datetime

    from nightcrew.cli.reading import as_moment
    from nightcrew.domain.preview import OneShotPreview, PreviewRequest, RecurringPreview
    from nightcrew.domain.zones import use_packaged_zones

    use_packaged_zones()
    repeats = start is not None or rule is not None
    request = PreviewRequest(
        timezone=timezone,
        now=as_moment(now) or datetime.now(UTC),
        quiet_hours=quiet_hours,
        one_shot=OneShotPreview(local=local) if local is not None else None,
        recurring=RecurringPreview(dtstart_local=start or "", rule=rule or "") if repeats else None,
        count=count,
    )
    return answer(_told(request), as_json=as_json)


def _told(request: PreviewRequest) -> Told:
    from nightcrew.cli.wording import Words
    from nightcrew.domain.preview import preview as computed

    shown: Preview = computed(request)
    if shown.error is not None:
        words = Words(read_settings().lang)
        line = words("no_times", code=shown.error.code)
        return Told(document=shown, lines=[line], code=FINDINGS)
    lines = [f"{moment:%Y-%m-%dT%H:%M:%SZ}" for moment in shown.deliver_utc]
    return Told(document=shown, lines=lines, code=FINE)


def _line(each: FollowUpView) -> str:
    return (
        f"{each.local or '-'}  {each.crew}  [{each.kind} {each.state}]  {each.intent}  ({each.id})"
    )
