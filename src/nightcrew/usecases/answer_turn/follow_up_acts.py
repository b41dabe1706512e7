"""Follow-ups in the turn: promised, called off or listed when the user asks for it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from uuid import UUID, uuid4

from nightcrew.domain.crew import Crew, Tool
from nightcrew.domain.day import wall_clock
from nightcrew.domain.evidence import Evidence, EvidenceState, SourceClass, Speaker
from nightcrew.domain.follow_up import FollowUp, ProposedFollowUps
from nightcrew.domain.lines import show_evidence, show_follow_up, show_tombstones
from nightcrew.domain.matching import clearly_meant, means_all
from nightcrew.domain.needs import FollowUpNeed
from nightcrew.domain.plan_answer import plan_all
from nightcrew.domain.planning import PlanGround, RefusedFollowUp
from nightcrew.domain.questions import OpenFollowUp, PlanInputs, ShownEvidence
from nightcrew.domain.reason import ToolStatus
from nightcrew.domain.tool import ToolResult
from nightcrew.domain.turn_words import done
from nightcrew.ports import Model, Usage
from nightcrew.prompts import render
from nightcrew.store.turns import KnownFollowUp
from nightcrew.usecases.answer_turn.parts import Acted, Stage, Writes


@dataclass(frozen=True, slots=True, kw_only=True)
class Promised:
    """What became of a request, and what asking cost."""

    acted: Acted
    usage: Usage


def open_lines(known: Sequence[KnownFollowUp]) -> tuple[OpenFollowUp, ...]:
    """Open follow-ups as prompts show them."""
    return tuple(
        show_follow_up(
            one.id,
            intent=one.intent,
            due_local=(one.next_local or one.local or "").replace("T", " "),
            rule=one.rule,
        )
        for one in known
    )


async def promise(stage: Stage, need: FollowUpNeed, model: Model) -> Promised:
    """Ask the planner for the user's own request and keep what code allows."""
    shown = _said_line(stage)
    question = render("plan_follow_ups", _plan_inputs(stage, need, shown))
    answered = await model.ask(question, answer=ProposedFollowUps)
    ground = _ground(stage, shown)
    planned = plan_all(answered.value.follow_ups, ground, uuid4)
    kept = tuple(each for each in planned if isinstance(each, FollowUp))
    refused = [each.reason for each in planned if isinstance(each, RefusedFollowUp)]
    if not kept:
        reason = refused[0] if refused else "silent"
        return Promised(acted=_not_promised(stage, reason), usage=answered.usage)
    return Promised(acted=_promised(stage, kept), usage=answered.usage)


def _said_line(stage: Stage) -> tuple[ShownEvidence, ...]:
    line = Evidence(
        id=stage.claim.message_id,
        turn_id=stage.claim.turn,
        speaker=Speaker.USER,
        text=stage.text,
        said_at=stage.now,
        timezone=stage.moment.timezone,
        source=SourceClass.USER,
        state=EvidenceState.PENDING,
    )
    return show_evidence((line,))


def _plan_inputs(stage: Stage, need: FollowUpNeed, shown: tuple[ShownEvidence, ...]) -> PlanInputs:
    return PlanInputs(
        crew=stage.crew,
        user_name=stage.scene.person.name or "",
        moment=stage.moment,
        guide_lines=stage.guide,
        style=stage.style,
        style_shown=stage.style_shown,
        evidence=shown,
        follow_ups=open_lines(stage.scene.follow_ups),
        tombstones=show_tombstones(stage.scene.tombstones),
        request=need.request or stage.text,
    )


def _ground(stage: Stage, shown: tuple[ShownEvidence, ...]) -> PlanGround:
    crew: Crew = stage.crew
    return PlanGround(
        now=stage.now,
        user=stage.pair.user,
        crew=stage.pair.crew,
        user_zone=stage.moment.timezone,
        house_zone=crew.house.timezone,
        evidence={each.handle: each.evidence for each in shown},
        repeats=crew.tool_guide[Tool.FOLLOW_UP].repeats,
        asked_for=True,
        open_count=len(stage.scene.follow_ups),
        tombstones=stage.scene.tombstones,
        claim_key=stage.scene.person.claim_key,
        bundle=crew.digest,
    )


def _promised(stage: Stage, kept: tuple[FollowUp, ...]) -> Acted:
    sentences = tuple(
        done(
            "promised",
            stage.locale,
            when=wall_clock(each.next_at, each.timezone, stage.locale) if each.next_at else "",
            intent=each.intent,
        )
        for each in kept
    )
    return Acted(
        tool=Tool.FOLLOW_UP,
        result=ToolResult(status=ToolStatus.OK),
        done=sentences,
        writes=Writes(promised=kept),
    )


def _not_promised(stage: Stage, reason: str) -> Acted:
    return Acted(
        tool=Tool.FOLLOW_UP,
        result=ToolResult(status=ToolStatus.REFUSED, note=reason),
        done=(done("not_promised", stage.locale, reason=reason),),
    )


def call_off(stage: Stage, need: FollowUpNeed) -> Acted:
    """End what the user wants to hear no more, in this very turn."""
    meant = _meant(stage, need)
    if not meant:
        return Acted(
            tool=Tool.FOLLOW_UP,
            result=ToolResult(status=ToolStatus.NOTHING_FOUND),
            done=(done("cancel_which", stage.locale),),
        )
    named = [one.intent for one in stage.scene.follow_ups if one.id in meant]
    sentence = done("cancelled", stage.locale, count=len(meant), intent=", ".join(named))
    return Acted(
        tool=Tool.FOLLOW_UP,
        result=ToolResult(status=ToolStatus.OK),
        done=(sentence,),
        writes=Writes(cancelled=meant),
    )


def _meant(stage: Stage, need: FollowUpNeed) -> tuple[UUID, ...]:
    known = stage.scene.follow_ups
    if len(known) == 1 or means_all(need.request or stage.text):
        return tuple(one.id for one in known)
    return clearly_meant(need.request or stage.text, {one.id: one.intent for one in known})


def list_open(stage: Stage) -> Acted:
    """The open follow-ups as data for the reply."""
    lines = tuple(one.line for one in open_lines(stage.scene.follow_ups))
    status = ToolStatus.OK if lines else ToolStatus.NOTHING_FOUND
    return Acted(tool=Tool.FOLLOW_UP, result=ToolResult(status=status, lines=lines))
