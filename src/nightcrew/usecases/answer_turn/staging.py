"""What a turn knows when it begins to think, and what the judge is shown of it."""

from __future__ import annotations

import asyncio
from collections.abc import Container, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache, partial
from uuid import UUID

from nightcrew.domain.crew import Crew, GuideLine, guide_lines
from nightcrew.domain.day import moment, today
from nightcrew.domain.disclosure import due
from nightcrew.domain.errors import NightcrewError
from nightcrew.domain.follow_up_lines import show_follow_ups
from nightcrew.domain.lines import how_many_shown, show_memories, split_style, talk_line
from nightcrew.domain.masking import is_masked
from nightcrew.domain.memory import Kind, Memory
from nightcrew.domain.near_examples import near_examples
from nightcrew.domain.pair import Pair
from nightcrew.domain.questions import JudgeInputs, TalkLine
from nightcrew.domain.safety import CrisisRules, check, language_of
from nightcrew.domain.safety_settings import SHIPPED, SafetySettings
from nightcrew.domain.same import Same
from nightcrew.domain.style_memory import most_fitting, shown_of
from nightcrew.domain.team_lines import TeamKnown, nearest
from nightcrew.domain.turn import Said, TurnSafety
from nightcrew.domain.turn_words import done
from nightcrew.domain.withholding import takes_long, visible_texts
from nightcrew.domain.zones import zone
from nightcrew.store.turns import Opening, Scene
from nightcrew.usecases.answer_turn.parts import Stage


@dataclass(frozen=True, slots=True, kw_only=True)
class Staging:
    """What stands around a turn: the crew as it is now, all crews' names, the crisis rules.

    team: what the team knows that the turn is said to. safety: what the tenant set.
    """

    crew: Crew
    names: Mapping[str, str]
    crisis: CrisisRules
    team: TeamKnown | None = None
    safety: SafetySettings = SHIPPED


async def staged(
    pair: Pair, said: Said, opening: Opening, scene: Scene, *, staging: Staging
) -> Stage:
    """What `stage_of` gives, made beside the loop when so long a talk would hold it up."""
    make = partial(stage_of, pair, said, opening, scene, staging=staging)
    long = takes_long((line.text for line in scene.talk), scene.tombstones)
    return await asyncio.to_thread(make) if long else make()


def stage_of(pair: Pair, said: Said, opening: Opening, scene: Scene, *, staging: Staging) -> Stage:
    """Put together all that is known when a claimed turn begins to think."""
    crew = staging.crew
    claim = scene.claim
    if claim is None:
        raise RuntimeError("a stage needs a claimed turn")
    locale = said.locale or scene.person.locale or crew.locale
    team_lines = _team_lines(staging, opening)
    shown = show_memories(
        (*scene.memories, *nearest(team_lines, opening.said)),
        today(opening.now, claim.timezone),
        locale,
        staging.names,
    )
    every_style, known = split_style(shown)
    style = most_fitting(every_style, opening.said)
    seen = _without_withheld(scene)
    return Stage(
        pair=pair,
        crew=crew,
        said=said,
        text=opening.said,
        scene=seen,
        claim=claim,
        moment=moment(opening.now, claim.timezone, locale),
        keeps=said.memory == "on" and crew.memory == "on" and scene.person.allows("remember"),
        style=style,
        style_shown=shown_of(style, every_style, locale),
        memories=known,
        talk=_talk(seen, claim.timezone),
        guide=_guide(Same(crew)),
        safety=_safety(opening, scene, staging, locale, claim.timezone),
        crew_names=staging.names,
        team=staging.team,
        team_lines=team_lines,
    )


def _team_lines(staging: Staging, opening: Opening) -> tuple[Memory, ...]:
    if staging.team is None:
        return ()
    return staging.team.standing(today(opening.now, staging.crew.house.timezone))


def shown_only(stage: Stage, bearing: Sequence[Memory]) -> Stage:
    """The same stage with no other facts and plans of the user in its prompts than these."""
    if len(bearing) == len(stage.scene.memories):
        return stage
    wanted = {memory.id for memory in (*bearing, *stage.team_lines)}
    return replace(
        stage, memories=tuple(line for line in stage.memories if line.memory.id in wanted)
    )


# The same lines for every turn of a crew, so that what prompts make of them can be kept, too.
@lru_cache(maxsize=64)
def _guide(crew: Same[Crew]) -> tuple[GuideLine, ...]:
    return guide_lines(crew.thing)


def _safety(
    opening: Opening, scene: Scene, staging: Staging, locale: str, timezone: str
) -> TurnSafety:
    settings, shipped = staging.safety, staging.crew.house.safety
    language = language_of(locale)
    told = due(scene.heard, opening.now, settings.minutes(scene.person.age_band))
    notice = settings.text(told, shipped, language) if told else None
    found = check(opening.said, staging.crisis)
    if found.level == "none":
        return TurnSafety(notice=notice)
    crisis = found.level == "crisis"
    return TurnSafety(
        level=found.level,
        resources=settings.rules(staging.crisis).resources_for(locale, timezone),
        interrupt=crisis,
        notice=notice,
        text=settings.text("crisis", shipped, language) if crisis else None,
    )


def _without_withheld(scene: Scene) -> Scene:
    """The talk with forgotten clauses left out, as every prompt may show it."""
    if not scene.tombstones:
        return scene
    key = scene.person.claim_key
    seen = visible_texts([line.text for line in scene.talk], scene.tombstones, key)
    lines = zip(scene.talk, seen, strict=True)
    return replace(scene, talk=tuple(replace(line, text=text) for line, text in lines if text))


def _talk(scene: Scene, timezone: str) -> tuple[TalkLine, ...]:
    """The last turns word for word, oldest first, as both prompts and the budget show them."""
    place = zone(timezone)
    return tuple(
        TalkLine(
            speaker=each.speaker, text=each.text, said_at=each.said_at, line=talk_line(each, place)
        )
        for each in scene.talk
    )


def judge_inputs(stage: Stage) -> JudgeInputs:
    """The judge's question about this turn."""
    return JudgeInputs(
        crew=stage.crew,
        user_name=stage.scene.person.name or "",
        moment=stage.moment,
        guide_lines=stage.guide,
        skills=stage.crew.skills,
        examples=near_examples(stage.crew, stage.text),
        style=stage.style,
        style_shown=stage.style_shown,
        memories=stage.memories,
        follow_ups=show_follow_ups(stage.scene.follow_ups),
        memories_shown=memories_shown(stage, len(stage.memories)),
        talk=stage.talk,
        said=stage.text,
    )


def memories_shown(stage: Stage, shown: int, gone: Container[UUID] = ()) -> str:
    """`N of M shown` when some facts and plans are not; gone: those forgotten in this turn."""
    held = [memory for memory in stage.held if memory.kind is not Kind.STYLE]
    total = sum(memory.id not in gone for memory in held) if gone else len(held)
    return how_many_shown(shown, total, stage.locale) if shown < total else ""


def first_words(stage: Stage) -> tuple[str, ...]:
    """What the reply is told first: where help is in a crisis, and that a secret was masked."""
    masked = (done("masked", stage.locale),) if is_masked(stage.text) else ()
    return (*_crisis_words(stage), *masked)


def _crisis_words(stage: Stage) -> tuple[str, ...]:
    if stage.safety.level != "crisis":
        return ()
    places = ", ".join(" ".join(each.values()) for each in stage.safety.resources)
    return (done("crisis", stage.locale, places=places),)


def carry_help(failure: NightcrewError, stage: Stage) -> None:
    """Let the failure itself say where help is, when no reply can, as with a model that is away."""
    if stage.safety.level != "none":
        failure.details["safety"] = stage.safety
