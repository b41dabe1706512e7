"""What each prompt is rendered from: the values the rehearsal model and test models read."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from nightcrew.domain.crew import Crew, GuideLine, Skill
from nightcrew.domain.dream import Change
from nightcrew.domain.evidence import Evidence
from nightcrew.domain.memory import Kind, Memory


@dataclass(frozen=True, slots=True, kw_only=True)
class ShownMemory:
    """A memory as one numbered line of a prompt."""

    handle: str
    memory: Memory
    line: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ShownEvidence:
    """One line of talk as one numbered line of a prompt."""

    handle: str
    evidence: Evidence
    line: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ShownTombstone:
    """A forgotten thing: subject and kind, never its words."""

    handle: str
    subject: str
    kind: Kind
    line: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ShownChange:
    """A change for the verifier: the change, the current row, the cited turns, nothing else."""

    handle: str
    change: Change
    current: Memory | None
    turns: tuple[ShownEvidence, ...]
    line: str


@dataclass(frozen=True, slots=True, kw_only=True)
class TalkLine:
    """A recent line of the conversation, shown word for word.

    line: as prompts show it, for a line that is shown in several of one turn; else empty.
    """

    speaker: str
    text: str
    said_at: datetime
    line: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenFollowUp:
    """A follow-up that is still open. due_local: wall time in its zone, `YYYY-MM-DD HH:MM`."""

    id: UUID
    intent: str
    due_local: str
    rule: str | None
    line: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Moment:
    """When and where a question is asked. now: UTC; local: the wall clock with its weekday."""

    now: datetime
    timezone: str
    locale: str
    local: str


@dataclass(frozen=True, slots=True, kw_only=True)
class JudgeInputs:
    """For `judge_needs`. style_shown, here and below: how many style lines are shown, if not all.

    memories_shown: the same of facts and plans. examples: what the crew's writers would decide on
    lines like this one.
    """

    crew: Crew
    user_name: str
    moment: Moment
    guide_lines: tuple[GuideLine, ...]
    skills: tuple[Skill, ...]
    examples: tuple[str, ...] = ()
    style: tuple[ShownMemory, ...]
    style_shown: str = ""
    memories: tuple[ShownMemory, ...]
    memories_shown: str = ""
    follow_ups: tuple[OpenFollowUp, ...]
    talk: tuple[TalkLine, ...]
    said: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ReplyInputs:
    """For `reply`.

    found: one data-frame block a used tool: name, status, lines. done: what was carried out in
    this turn (saved, forgotten, follow-up made), each a plain sentence the reply must agree with.
    """

    crew: Crew
    user_name: str
    moment: Moment
    style: tuple[ShownMemory, ...]
    style_shown: str = ""
    memories: tuple[ShownMemory, ...]
    memories_shown: str = ""
    evidence: tuple[ShownEvidence, ...]
    talk: tuple[TalkLine, ...]
    found: tuple[FoundBlock, ...]
    done: tuple[str, ...]
    skill: Skill | None
    said: str


@dataclass(frozen=True, slots=True, kw_only=True)
class FoundBlock:
    """What one tool brought, for the data frame."""

    tool: str
    status: str
    lines: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class PlanInputs:
    """For `plan_follow_ups`; request: the user's own words when it was asked for, else None.

    called_off: what the user ended. refused: what of the model's own first answer has passed
    already; told once.
    """

    crew: Crew
    user_name: str
    moment: Moment
    guide_lines: tuple[GuideLine, ...]
    style: tuple[ShownMemory, ...]
    style_shown: str = ""
    evidence: tuple[ShownEvidence, ...]
    follow_ups: tuple[OpenFollowUp, ...]
    called_off: tuple[OpenFollowUp, ...] = ()
    tombstones: tuple[ShownTombstone, ...]
    request: str | None
    refused: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenTalkInputs:
    """For `open_talk`: words are chosen when they go, from what is true now.

    refused: why the model's own first words could not be sent; told once.
    """

    crew: Crew
    user_name: str
    moment: Moment
    intent: str
    purpose: str
    when_nothing: str
    asked_for: bool
    style: tuple[ShownMemory, ...]
    style_shown: str = ""
    memories: tuple[ShownMemory, ...]
    talk: tuple[TalkLine, ...]
    refused: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class ComposeInputs(OpenTalkInputs):
    """For `compose_follow_up`: the same, and what a watch has found.

    condition: what a watch waits for; empty for all other follow-ups. found: what it looked up.
    met: a number in it decides that the condition holds. over: it ends and found nothing.
    """

    condition: str = ""
    found: tuple[FoundBlock, ...] = ()
    met: bool = False
    over: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class ProposeInputs:
    """For `propose_changes`; refused: reasons of earlier refusals, told so as not to repeat them.

    nightly: all memories with their supporting turns are shown, to merge and to date. team_lines:
    handles of the evidence that was said to a team.
    """

    crew: Crew
    moment: Moment
    guide_lines: tuple[GuideLine, ...]
    memories: tuple[ShownMemory, ...]
    tombstones: tuple[ShownTombstone, ...]
    evidence: tuple[ShownEvidence, ...]
    refused: tuple[str, ...]
    nightly: bool
    team_lines: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class VerifyInputs:
    """For `verify_changes`: nothing of the proposer's reasons is shown."""

    moment: Moment
    changes: tuple[ShownChange, ...]
    tombstones: tuple[ShownTombstone, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class RubricInputs:
    """For `judge_rubric`, which only stories ask."""

    moment: Moment
    said: str
    reply: str
    rubric: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ItemiseInputs:
    """For `itemise_knowledge`. sources: excerpts of pages, each `[s1] title: text`.

    language: in which items are written, such as `ko-KR`.
    """

    moment: Moment
    topic: str
    language: str
    sources: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class DigestInputs:
    """For `digest_team`; lines: what the team knows, newest said first."""

    moment: Moment
    lines: tuple[ShownMemory, ...]


Inputs = (
    JudgeInputs
    | ReplyInputs
    | PlanInputs
    | OpenTalkInputs
    | ComposeInputs
    | ProposeInputs
    | VerifyInputs
    | RubricInputs
    | DigestInputs
    | ItemiseInputs
)
Handles = Mapping[str, UUID]
