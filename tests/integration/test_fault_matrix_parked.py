"""What a model has no good answer to: asked once more, told on, parked; AS-22, rows 1 and 16."""

from __future__ import annotations

import pytest

from nightcrew.domain.reason import DreamOutcome
from tests.integration.fault_paths import PLAYED, Place
from tests.integration.fault_rows import (
    COMPOSE,
    MOVE,
    PLAN,
    PROPOSE,
    VERIFY,
    Path,
    changes,
)
from tests.integration.fault_steps import (
    NO,
    quiet,
    tick,
)
from tests.stubs.openai_server import Says


async def test_an_unreadable_answer_is_asked_for_once_more_and_never_in_a_loop(
    place: Place,
) -> None:
    await quiet(place)
    place.provider.script(PROPOSE, Says(text='{"changes": ['))

    for _ in range(5):
        await tick(place)

    first, second = place.provider.asked_for(PROPOSE)
    assert second.text.startswith(first.text)
    assert "not readable JSON" in second.text.removeprefix(first.text)


async def test_refused_changes_are_told_to_the_next_dream_and_parked_after_the_third(
    place: Place,
) -> None:
    place.provider.script(
        PROPOSE,
        Says(
            text=changes(
                {**MOVE, "cites": ["e9"]},
                {**MOVE, "text": "부산으로 이사할 예정이다 " + "그리고 " * 200},
                {**MOVE, "kind": "secret"},
            )
        ),
    )

    parked, woken_alone = [], []
    for _ in range(3):
        await quiet(place)
        report = await place.run("dream")
        parked.append(report.evidence.parked)
        woken_alone.append(len(await place.talk.app.run_dream.ready(anyway=True)))

    texts = [asked.text for asked in place.provider.asked_for(PROPOSE)]
    assert len(texts) == len(set(texts)) == 3
    for reason in ("unknown_evidence", "too_long", "bad_action"):
        assert reason not in texts[0]
        assert reason in texts[1]
    assert woken_alone == [0, 0, 0]
    assert parked == [0, 0, 1]
    assert await place.talk.rows("evidence", "state = 'parked'") == 1


@pytest.mark.parametrize("path", [PROPOSE, VERIFY])
async def test_words_a_model_refused_three_times_are_parked_and_never_deleted(
    place: Place, path: Path
) -> None:
    await quiet(place)
    place.provider.script(path, NO)

    states = []
    for _ in range(3):
        report = await place.run("dream")
        states.append(await place.talk.cells("state", "evidence", "position"))
    place.heal()
    await quiet(place)
    after = await place.run("dream")

    assert report.evidence.parked == 2
    assert states == [["pending", "pending"], ["pending", "pending"], ["parked", "parked"]]
    assert await place.talk.rows("messages") == 4
    assert after.outcome is DreamOutcome.APPLIED


async def test_a_talk_whose_plan_was_refused_three_times_counts_as_read(place: Place) -> None:
    await quiet(place)
    place.provider.script(PLAN, NO)

    waiting = []
    for _ in range(3):
        await place.run("plan-follow-ups")
        waiting.append(len(await place.talk.app.flows.plan_follow_ups.ready(anyway=True)))

    assert waiting == [1, 1, 0]


async def test_a_message_whose_words_were_refused_is_tried_again_and_not_lost(
    place: Place,
) -> None:
    place.path = COMPOSE
    await PLAYED[COMPOSE].before(place)
    place.provider.script(COMPOSE, NO)

    outcomes = []
    for _ in range(3):
        outcomes.append(await PLAYED[COMPOSE].act(place))
        place.later(minutes=20)
    place.heal()

    assert outcomes == ["deferred"] * 3
    assert await PLAYED[COMPOSE].act(place) == "queued"
