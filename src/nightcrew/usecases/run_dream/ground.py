"""What a dream reads, in one transaction, and the questions made of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from nightcrew.domain.crew import Crew, memory_guide_lines
from nightcrew.domain.day import moment, today
from nightcrew.domain.dream import Change, Ground
from nightcrew.domain.evidence import Evidence, Speaker
from nightcrew.domain.lines import show_changes, show_evidence, show_memories, show_tombstones
from nightcrew.domain.memory import Memory, Tombstone
from nightcrew.domain.pair import Pair
from nightcrew.domain.person import Person
from nightcrew.domain.questions import (
    Moment,
    ProposeInputs,
    ShownEvidence,
    ShownMemory,
    ShownTombstone,
    VerifyInputs,
)
from nightcrew.domain.told_refusals import without_forgotten
from nightcrew.domain.withholding import visible_evidence
from nightcrew.ports import Question
from nightcrew.prompts import render
from nightcrew.store import evidence, memories, memory_history, pairs, people, teams
from nightcrew.store.connection import Connection

MEMORIES_SHOWN = 512  # memories one dream sees at the most; AS features 1.2


@dataclass(frozen=True, slots=True, kw_only=True)
class Reading:
    """What was read, and the moment it was read for.

    read_ids: every line, shown or withheld. said_again: new lines of the user of which nothing may
    be shown, since they say what was forgotten. said_to: of lines said to a team, which one it was.
    """

    pair: Pair
    crew: Crew
    person: Person
    moment: Moment
    ground: Ground
    shown_memories: tuple[ShownMemory, ...]
    shown_evidence: tuple[ShownEvidence, ...]
    shown_tombstones: tuple[ShownTombstone, ...]
    refused: tuple[str, ...]
    read_ids: tuple[UUID, ...]
    said_again: tuple[UUID, ...]
    said_to: Mapping[UUID, UUID]

    def has_news(self) -> bool:
        """Whether there is a line that no dream has read; refused ones only ride along.

        To a user who takes back the consent to be remembered, what waits is no news.
        """
        if not self.ground.nightly and not self.person.allows("remember"):
            return False
        lines = self.ground.evidence.values()
        return self.ground.nightly or not lines or any(line.dreams == 0 for line in lines)

    def has_user_words(self) -> bool:
        """Whether the user said anything among what is shown."""
        return any(line.evidence.speaker is Speaker.USER for line in self.shown_evidence)


@dataclass(frozen=True, slots=True, kw_only=True)
class Rows:
    """What a dream read of one pair, before anything is made of it."""

    pair: Pair
    nightly: bool
    person: Person
    memories: Sequence[Memory]
    tombstones: tuple[Tombstone, ...]
    lines: Sequence[Evidence]
    said_to: Mapping[UUID, UUID]
    refused: tuple[str, ...]
    moments: Mapping[UUID, datetime]
    decided: Mapping[UUID, datetime]


async def read(connection: Connection, pair: Pair, *, now: datetime, nightly: bool) -> Rows | None:
    """Read the rows of a dream; None for a user who is gone."""
    person = await people.person(connection, pair.tenant, pair.user)
    if person is None:
        return None
    known = (await memories.seen_by(connection, pair))[:MEMORIES_SHOWN]
    lines = await _lines(connection, pair, known, now=now, nightly=nightly)
    state = await pairs.state(connection, pair)
    ids = [memory.id for memory in known]
    return Rows(
        pair=pair,
        nightly=nightly,
        person=person,
        memories=known,
        tombstones=await memories.standing_tombstones(connection, pair),
        lines=lines,
        said_to={} if nightly else await teams.said_to(connection, pair, [one.id for one in lines]),
        refused=state.refused or (),
        moments=await evidence.moments(connection, pair, ids),
        decided=await memory_history.decided_at(connection, pair, ids),
    )


def reading_of(rows: Rows, *, crew: Crew, names: Mapping[str, str], now: datetime) -> Reading:
    """The ground of a dream. Takes seconds of CPU where the lines are very long."""
    person = rows.person
    when = moment(now, person.timezone or crew.house.timezone, person.locale or crew.locale)
    shown = show_memories(rows.memories, today(now, when.timezone), when.locale, names)
    lines = show_evidence(visible_evidence(rows.lines, rows.tombstones, person.claim_key))
    return Reading(
        pair=rows.pair,
        crew=crew,
        person=person,
        moment=when,
        ground=_ground(rows, shown, lines, when, now),
        shown_memories=shown,
        shown_evidence=lines,
        shown_tombstones=show_tombstones(rows.tombstones),
        refused=without_forgotten(rows.refused, rows.tombstones, person.claim_key),
        read_ids=tuple(line.id for line in rows.lines),
        said_again=() if rows.nightly else _said_again(rows.lines, lines),
        said_to=rows.said_to,
    )


def _ground(
    rows: Rows,
    shown: Sequence[ShownMemory],
    lines: Sequence[ShownEvidence],
    when: Moment,
    now: datetime,
) -> Ground:
    return Ground(
        memories={each.handle: each.memory for each in shown},
        tombstones=rows.tombstones,
        evidence={each.handle: each.evidence for each in lines},
        claim_key=rows.person.claim_key,
        today=today(now, when.timezone),
        timezone=when.timezone,
        locale=when.locale,
        crew=rows.pair.crew,
        nightly=rows.nightly,
        team_lines=frozenset(rows.said_to),
        moments=rows.moments,
        decided=rows.decided,
    )


def _said_again(lines: Sequence[Evidence], shown: Sequence[ShownEvidence]) -> tuple[UUID, ...]:
    seen = {each.evidence.id for each in shown}
    unread = (line for line in lines if line.dreams == 0 and line.speaker is Speaker.USER)
    return tuple(line.id for line in unread if line.id not in seen)


async def _lines(
    connection: Connection, pair: Pair, known: Sequence[Memory], *, now: datetime, nightly: bool
) -> Sequence[Evidence]:
    if nightly:
        return await evidence.cited(connection, pair, [memory.id for memory in known])
    return await evidence.pending(connection, pair, now)


def propose_question(reading: Reading) -> Question:
    """The proposer's prompt."""
    return render(
        "propose_changes",
        ProposeInputs(
            crew=reading.crew,
            moment=reading.moment,
            guide_lines=memory_guide_lines(reading.crew),
            memories=reading.shown_memories,
            tombstones=reading.shown_tombstones,
            evidence=reading.shown_evidence,
            refused=reading.refused,
            nightly=reading.ground.nightly,
            team_lines=tuple(
                shown.handle
                for shown in reading.shown_evidence
                if shown.evidence.id in reading.said_to
            ),
        ),
    )


def verify_question(reading: Reading, changes: Sequence[Change]) -> Question:
    """The verifier's prompt: the changes, their rows and cited turns, and nothing else."""
    return render(
        "verify_changes",
        VerifyInputs(
            moment=reading.moment,
            changes=show_changes(changes, reading.shown_evidence),
            tombstones=reading.shown_tombstones,
        ),
    )
