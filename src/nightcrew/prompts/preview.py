"""A crew's prompts with the origin of every line, made from what is known; nothing is asked."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime

from nightcrew.domain.crew import Crew
from nightcrew.domain.day import moment
from nightcrew.domain.masking import storable
from nightcrew.domain.preview_known import KnownUser
from nightcrew.domain.preview_pieces import crew_pieces, left_out
from nightcrew.domain.prompt_preview import (
    CrewPreview,
    Origin,
    Piece,
    PreviewWish,
    PromptPreview,
    origins,
    parts,
    trace,
)
from nightcrew.domain.questions import Inputs
from nightcrew.prompts import render
from nightcrew.prompts.sheet import filled_as_in
from nightcrew.prompts.turn_scene import questions_of, scene_of, user_pieces


def preview_of(
    crew: Crew, wish: PreviewWish, at: datetime, known: KnownUser | None = None
) -> CrewPreview:
    """Every prompt of a turn with this line; known: None for a user nobody knows.

    at: the moment, unless the wish has one. Raises: BadInput for an unknown time zone.
    """
    known = known or KnownUser()
    person, now = known.person, wish.now or at
    timezone = wish.timezone or (person and person.timezone) or crew.house.timezone
    locale = wish.locale or (person and person.locale) or crew.locale
    scene = scene_of(crew, known, storable(wish.say), moment(now, timezone, locale))
    pieces = (*crew_pieces(crew), *user_pieces(scene), *_said(scene.say))
    return CrewPreview(
        crew=crew.id,
        crew_version=crew.digest,
        say=scene.say,
        now=now,
        timezone=timezone,
        locale=locale,
        known=person is not None,
        prompts=tuple(_prompt(name, inputs, pieces) for name, inputs in questions_of(scene)),
    )


def _said(say: str) -> tuple[Piece, ...]:
    if not say.strip():
        return ()
    return (Piece(text=say, sort="said", origin=Origin.USER),)


def _prompt(name: str, inputs: Inputs, pieces: Sequence[Piece]) -> PromptPreview:
    question = render(name, inputs)
    shown = [replace(piece, text=filled_as_in(inputs, piece.text)) for piece in pieces]
    traced = trace(question.text, shown)
    return PromptPreview(
        prompt=name,
        version=question.version,
        role=question.role,
        tokens=sum(line.tokens for line in traced.lines),
        parts=parts(traced.lines),
        origins=origins(traced.lines),
        lines=traced.lines,
        left_out=tuple(left_out(piece, name) for piece in traced.missing if piece.sort != "said"),
    )
