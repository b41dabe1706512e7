"""*Follow-ups*: two weeks as a calendar in the user's zone; put off, skip once, end."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal
from uuid import UUID

from fastapi import Response

from nightcrew.domain.errors import NightcrewError, NotFound
from nightcrew.domain.follow_up import no_follow_up
from nightcrew.domain.follow_up_times import FollowUpView
from nightcrew.domain.quiet_hours import DAY_MINUTES
from nightcrew.domain.two_weeks import CalendarDay
from nightcrew.usecases.keep_follow_ups import FollowUpChange
from nightcrew.usecases.read_calendar import TwoWeeks
from nightcrew.web.console.home import subject_of
from nightcrew.web.console.pages import Subject, console_router, go, page
from nightcrew.web.console.pictures import share_of_day
from nightcrew.web.console.visits import MemoryVisit, Visit
from nightcrew.web.names import IdInPath
from nightcrew.web.problems import status_of

router = console_router()
Act = Literal["snooze", "skip", "end"]
SNOOZES = ("30", "60", "180", "1440", "10080")  # minutes


@dataclass(frozen=True, slots=True, kw_only=True)
class Strip:
    """One day from midnight to midnight, 240 wide: quiet stretches and moments to speak."""

    day: CalendarDay
    quiet: tuple[tuple[float, float], ...]
    marks: tuple[float, ...]
    hours: str

    @classmethod
    def of(cls, day: CalendarDay) -> Strip:
        """The strip of a day."""
        today = [entry.local for entry in day.entries if entry.local.date() == day.day]
        minutes = [local.hour * 60 + local.minute for local in today]
        return cls(
            day=day,
            quiet=tuple(
                (share_of_day(first), share_of_day(last - first)) for first, last in day.quiet
            ),
            marks=tuple(share_of_day(minute) for minute in minutes),
            hours=", ".join(f"{_clock(first)}-{_clock(last)}" for first, last in day.quiet),
        )

    @property
    def is_quiet_all_day(self) -> bool:
        """Nothing may be said on such a day."""
        return self.day.quiet == ((0, DAY_MINUTES),)


@router.get("/people/{user}/follow-ups")
async def follow_ups_page(user: IdInPath, visit: MemoryVisit, done: str = "") -> Response:
    """The calendar and the promises that stand."""
    subject = await subject_of(visit, user)
    found = await visit.app.read_calendar(visit.tenant, user, now=visit.now)
    return _page(visit, subject, found, done=done)


@router.get("/people/{user}/follow-ups/{follow_up}/{act}")
async def ask(user: IdInPath, follow_up: IdInPath, act: Act, visit: MemoryVisit) -> Response:
    """Say what the act does and ask whether to do it."""
    subject = await subject_of(visit, user)
    return await _asked(visit, subject, follow_up, act)


@router.post("/people/{user}/follow-ups/{follow_up}/{act}")
async def do(user: IdInPath, follow_up: IdInPath, act: Act, visit: MemoryVisit) -> Response:
    """Carry it out; what is refused asks again and says why."""
    subject = await subject_of(visit, user)
    try:
        change = _change(visit, act)
        await visit.app.keep_follow_ups.change(
            visit.tenant, subject.name, follow_up, change, now=visit.now
        )
    except NotFound:
        raise
    except NightcrewError as error:
        return await _asked(visit, subject, follow_up, act, refused=error)
    return go(f"/people/{user}/follow-ups", done=act)


def _change(visit: Visit, act: Act) -> FollowUpChange:
    match act:
        case "snooze":
            return FollowUpChange(snooze_minutes=visit.form.number("minutes") or 0)
        case "skip":
            return FollowUpChange(skip_next=True)
        case "end":
            return FollowUpChange(end=True)


async def _asked(
    visit: Visit,
    subject: Subject,
    follow_up: UUID,
    act: Act,
    *,
    refused: NightcrewError | None = None,
) -> Response:
    found = await visit.app.read_calendar(visit.tenant, subject.id, now=visit.now)
    return page(
        visit,
        "follow_up_act.html",
        title=visit.words["follow_ups"]["acts"][act]["title"],
        subject=subject,
        status=status_of(refused) if refused else 200,
        promise=_promise(found, follow_up),
        act=act,
        snoozes=SNOOZES,
        refused=refused.code if refused else "",
    )


def _promise(found: TwoWeeks, follow_up: UUID) -> FollowUpView:
    for each in found.open:
        if each.id == follow_up:
            return each
    raise no_follow_up()


def _page(visit: Visit, subject: Subject, found: TwoWeeks, *, done: str) -> Response:
    return page(
        visit,
        "follow_ups.html",
        title=visit.words["follow_ups"]["title"],
        subject=subject,
        strips=[Strip.of(day) for day in found.days],
        promises=found.open,
        zone=found.zone,
        done=done,
    )


def _clock(minute: int) -> str:
    return f"{minute // 60:02}:{minute % 60:02}"
