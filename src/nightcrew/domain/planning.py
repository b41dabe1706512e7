"""From a model's proposal to a follow-up we can keep: code decides what may be promised."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from datetime import datetime
from uuid import UUID

from nightcrew.domain.crew import Repeats
from nightcrew.domain.errors import BadInput
from nightcrew.domain.evidence import Evidence
from nightcrew.domain.follow_up import FollowUp, FollowUpState, ProposedFollowUp
from nightcrew.domain.forgetting import forgotten_claims, restates
from nightcrew.domain.gate import handle_of, is_user_speech
from nightcrew.domain.gates_form import what_was_slipped_in
from nightcrew.domain.memory import Tombstone
from nightcrew.domain.moments import is_instant, read_moment
from nightcrew.domain.named_fields import recast
from nightcrew.domain.occurrences import Occurrence
from nightcrew.domain.proposed_spec import read_spec, watched_in
from nightcrew.domain.rules import Frequency
from nightcrew.domain.schedule import (
    FollowUpKind,
    FollowUpSpec,
    occurrences_after,
    plan_one_shot,
    schedule_zone,
)
from nightcrew.domain.settling import LONGEST_INTENT, settled
from nightcrew.domain.speech import own_words
from nightcrew.domain.words import claim_words
from nightcrew.domain.zones import to_local, zone_data_version

# Rhythms that name their days themselves, so that the day they were asked for does not matter.
_SAME_EVERY_TIME = re.compile(
    r"(?:RRULE:)?FREQ=(?:DAILY|(?:WEEKLY;BYDAY|MONTHLY;BYMONTHDAY|MONTHLY;BYDAY)=[^;]+)",
    re.IGNORECASE,
)
MOST_OPEN = 20  # active follow-ups a user, crews.md 3.1.10


@dataclass(frozen=True, slots=True, kw_only=True)
class PlanGround:
    """What a proposed follow-up is held against.

    evidence: handles of the lines shown. asked_for: the user's own request is being carried out.
    user_zone: None when it is not known, the house's zone is assumed then. called_off: what the
    user ended; only asking for it anew makes it again.
    """

    now: datetime
    user: UUID
    crew: str
    user_zone: str | None
    house_zone: str
    evidence: Mapping[str, Evidence]
    repeats: Repeats
    asked_for: bool
    open_count: int
    tombstones: tuple[Tombstone, ...]
    claim_key: bytes
    bundle: str
    called_off: tuple[FollowUp, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class RefusedFollowUp:
    """Why a proposed follow-up was not made; the code is stored."""

    reason: str


def plan(
    proposed: ProposedFollowUp, ground: PlanGround, new_id: UUID
) -> FollowUp | RefusedFollowUp:
    """Make a follow-up of a proposal, or say why not."""
    reason = _objection(proposed, ground)
    if reason is not None:
        return RefusedFollowUp(reason=reason)
    try:
        user_zone = ground.user_zone or ground.house_zone
        wanted = read_spec(proposed, timezone=user_zone, asked_for=ground.asked_for)
        spec, first = first_time(wanted, user_zone, ground.now)
    except BadInput as refused:
        return RefusedFollowUp(reason=refused.code)
    made = keep(
        spec,
        first,
        new_id=new_id,
        user=ground.user,
        crew=ground.crew,
        asked_for=ground.asked_for,
        now=ground.now,
        bundle=ground.bundle,
        cites=_rests_on(proposed, ground),
    )
    return RefusedFollowUp(reason="called_off") if _is_called_off(made, ground) else made


def _is_called_off(made: FollowUp, ground: PlanGround) -> bool:
    """Whether the user ended this promise, or another that rested on the same words."""
    if ground.asked_for:
        return False
    return any(
        made.slot == ended.slot or set(made.cites) & set(ended.cites) for ended in ground.called_off
    )


def _objection(proposed: ProposedFollowUp, ground: PlanGround) -> str | None:
    if not proposed.intent.strip() or len(proposed.intent) > LONGEST_INTENT:
        return "intent_unreadable"
    if ground.open_count >= MOST_OPEN:
        return "too_many_open"
    if not ground.asked_for and not _cited(proposed, ground):
        return "no_citation"
    return _unfit(proposed, ground)


def _unfit(proposed: ProposedFollowUp, ground: PlanGround) -> str | None:
    told = " ".join((proposed.intent, *watched_in(proposed)))
    if what_was_slipped_in(told, _own_texts(ground)):
        return "quarantined"
    if any(
        is_forgotten(words, ground.tombstones, ground.claim_key)
        for words in (proposed.intent, *watched_in(proposed))
    ):
        return "buried"
    if proposed.kind == FollowUpKind.RECURRING:
        return _not_to_repeat(ground)
    return None


def _not_to_repeat(ground: PlanGround) -> str | None:
    if ground.repeats is Repeats.NEVER:
        return "repeats_not_allowed"
    if ground.repeats is Repeats.ASK and not ground.asked_for:
        return "ask_first"
    return None


def _rests_on(proposed: ProposedFollowUp, ground: PlanGround) -> tuple[UUID, ...]:
    """The lines it was made for; a request rests on the user's words, cited or not."""
    cited = _cited(proposed, ground)
    if cited or not ground.asked_for:
        return cited
    return tuple(line.id for line in ground.evidence.values() if _own_words(line))


def _cited(proposed: ProposedFollowUp, ground: PlanGround) -> tuple[UUID, ...]:
    lines = (ground.evidence.get(handle_of(handle)) for handle in proposed.cites)
    return tuple(line.id for line in lines if line is not None and _own_words(line))


def _own_texts(ground: PlanGround) -> tuple[str, ...]:
    return tuple(_own_words(line) for line in ground.evidence.values())


def _own_words(line: Evidence) -> str:
    return own_words(line.text) if is_user_speech(line) else ""


def is_forgotten(intent: str, tombstones: tuple[Tombstone, ...], key: bytes) -> bool:
    """Whether an intent speaks of something the user asked to forget."""
    return any(restates(intent, claim, key) for claim in forgotten_claims(tombstones, key))


def first_time(
    spec: FollowUpSpec,
    user_zone: str | None,
    now: datetime,
    *,
    finest: Frequency = Frequency.DAILY,
) -> tuple[FollowUpSpec, Occurrence]:
    """The settled spec and the first time it falls due.

    finest: models write daily to yearly rules only; people may have the whole list.
    Raises: BadInput with the code of what is wrong with the schedule.
    """
    fixed = settled(spec, now=now, user_zone=user_zone, finest=finest)
    place = schedule_zone(fixed, user_zone)
    if fixed.kind is FollowUpKind.ONE_SHOT:
        return fixed, plan_one_shot(fixed.local or "", place, now)
    if fixed.kind is FollowUpKind.WATCH:
        first_at = read_moment(fixed.local or "", place)
        return fixed, Occurrence(local=to_local(first_at, place), due_at=first_at)
    return fixed, occurrences_after(fixed, place, now, 1)[0]


def keep(
    spec: FollowUpSpec,
    first: Occurrence,
    *,
    new_id: UUID,
    user: UUID,
    crew: str,
    asked_for: bool,
    now: datetime,
    bundle: str,
    cites: tuple[UUID, ...] = (),
) -> FollowUp:
    """The follow-up of a spec; a one-shot keeps its wall time, or the moment if it named one."""
    one_shot = spec.kind is FollowUpKind.ONE_SHOT
    resolved = wall(first) if one_shot else spec.local
    local = spec.local if is_instant(spec.local) else resolved
    return recast(
        FollowUp,
        spec,
        id=new_id,
        user_id=user,
        crew=crew,
        local=local,
        timezone=spec.timezone or "",
        watch=None if spec.watch is None else asdict(spec.watch),
        asked_for=asked_for,
        state=FollowUpState.OPEN,
        reason=None,
        slot=slot(spec, resolved),
        next_at=first.due_at,
        next_local=wall(first),
        pause_until=None,
        ended_at=None,
        created_at=now,
        cites=cites,
        bundle=bundle,
        zone_data=zone_data_version(),
    )


def wall(occurrence: Occurrence) -> str:
    """A wall time as it is stored and shown, to the minute; seconds only where there are any."""
    shown = occurrence.local.isoformat(timespec="seconds")
    return shown.removesuffix(":00") if shown.count(":") == 2 else shown


def slot(spec: FollowUpSpec, local: str | None) -> str:
    """Fingerprint of what is promised and when, so that the same promise is not made twice."""
    said = " ".join(sorted(claim_words(spec.intent))) or spec.intent
    parts = (spec.kind, said, _anchor(spec, local or ""), spec.rule or "")
    if spec.watch is not None:
        # The same watch asked for again is the same, whenever it began to look.
        wanted = sorted(claim_words(f"{spec.watch.query} {spec.watch.condition}"))
        parts = (spec.kind, said, spec.watch.tool, " ".join(wanted))
    return hashlib.sha256("\x1f".join(parts).encode()).hexdigest()


def _anchor(spec: FollowUpSpec, local: str) -> str:
    """What of the first time tells two rhythms apart: `every day at nine` begins on any day."""
    if spec.kind is not FollowUpKind.RECURRING or not _SAME_EVERY_TIME.fullmatch(spec.rule or ""):
        return local
    return datetime.fromisoformat(local).time().isoformat()
