"""Row 25 of the fault matrix: an answer that arrives when what it was asked for is no more."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from datetime import timedelta
from typing import Any
from uuid import UUID

import pytest
from sqlalchemy import text

from nightcrew.domain.dream import DreamReport, Proposal
from nightcrew.domain.errors import Stale
from nightcrew.domain.reason import DreamOutcome, Reason
from nightcrew.ports import Question
from nightcrew.store.database import Database
from nightcrew.usecases.keep_memories import NewMemory
from tests.fakes import NOON, FixedClock
from tests.fakes_model import ScriptedModel
from tests.integration.fault_rows import CALL, LINE, MESSAGE, MOVE
from tests.scripting import all_stand, proposing, scripted
from tests.talk import Talk, app_of, talk_with

TAKEN_OVER = "update {table} set lease_token = gen_random_uuid() where {held}"
HELD = {"pair_states": "lease_token is not null", "turns": "state = 'running'"}


class Place:
    """One user, a scripted model and a clock that stands."""

    def __init__(self, model: ScriptedModel) -> None:
        self.clock = FixedClock(NOON)
        self.model = model
        self.talk: Talk

    async def happens(self, statement: str) -> None:
        """Something that another worker does meanwhile."""
        async with self.talk.app.world.db.begin_pair(self.talk.pair) as connection:
            await connection.execute(text(statement))

    def meanwhile(
        self, happens: Callable[[], Awaitable[object]], answer: Callable[[Question], Any]
    ) -> Callable[[Question], Any]:
        """The answer, after something happened while the model thought; the first time only."""
        done: list[bool] = []

        async def answered(question: Question) -> Any:
            if not done:
                done.append(True)
                await happens()
            return answer(question)

        return answered

    async def dream(self) -> DreamReport:
        """Dream once, two minutes after the last word."""
        self.clock.at += timedelta(seconds=121)
        return await self.talk.app.run_dream(self.talk.pair)

    async def run(self, flow: str) -> str:
        """Run a flow of the one pair and tell its outcome."""
        self.clock.at += timedelta(seconds=121)
        [report] = (await self.talk.app.flows.run(flow)).reports
        return str(report.outcome)


@pytest.fixture
async def place(database: Database, tenant: UUID) -> Place:
    made = Place(scripted(propose_changes=proposing(MOVE)))
    app = app_of(database, made.model, clock=made.clock)
    made.talk = await talk_with(app, tenant, "mindcare-sora")
    return made


@pytest.mark.parametrize("prompt", ["propose_changes", "verify_changes"])
async def test_a_dream_whose_lease_ended_is_stale_and_dreamed_again(
    place: Place, prompt: str
) -> None:
    answer = {"propose_changes": proposing(MOVE), "verify_changes": all_stand}[prompt]
    taken = TAKEN_OVER.format(table="pair_states", held=HELD["pair_states"])
    place.model.answers[prompt] = place.meanwhile(lambda: place.happens(taken), answer)
    await place.talk.say(LINE)

    late = await place.dream()
    await place.happens("update pair_states set lease_token = null, lease_until = null")
    ready = await place.talk.app.run_dream.ready()
    again = await place.dream()

    assert (late.outcome, late.changes) == (DreamOutcome.STALE, ())
    assert await place.talk.cells("outcome", "dreams", "at") == ["stale", "applied"]
    assert ready == [place.talk.pair]
    assert again.outcome is DreamOutcome.APPLIED
    assert len(await place.talk.known()) == 1


async def _forget_something(place: Place) -> None:
    memories = place.talk.app.keep_memories
    new = NewMemory(crew="mindcare-sora", scope="private", kind="fact", text="고양이를 키운다")
    tenant = place.talk.pair.tenant
    added = await memories.add(tenant, "u1", new)
    await memories.forget(tenant, "u1", added.memory.id)


async def test_changes_whose_ground_moved_are_dreamed_once_more_and_then_ride_along(
    place: Place,
) -> None:
    place.model.answers["verify_changes"] = place.meanwhile(
        lambda: _forget_something(place), all_stand
    )
    await place.talk.say(LINE)

    late = await place.dream()
    woken = await place.talk.app.run_dream.ready()
    place.model.answers["verify_changes"] = place.meanwhile(
        lambda: _forget_something(place), all_stand
    )
    second = await place.dream()
    left = await place.talk.app.run_dream.ready()

    assert [change.reason for change in late.changes] == [Reason.STALE]
    assert (late.outcome, second.outcome) == (DreamOutcome.STALE, DreamOutcome.STALE)
    assert (woken, left) == ([place.talk.pair], [])
    assert await place.talk.rows("evidence", "state = 'pending'") == 1
    await place.talk.say("오늘은 별일 없었어")
    assert (await place.dream()).outcome is DreamOutcome.APPLIED


async def test_a_plan_over_words_that_were_erased_meanwhile_is_stale_and_planned_again(
    place: Place,
) -> None:
    erased = "update users set erase_count = erase_count + 1"
    answer: dict[str, Any] = {"follow_ups": [CALL], "why": ""}
    place.model.answers["plan_follow_ups"] = place.meanwhile(
        lambda: place.happens(erased), lambda _: answer
    )
    await place.talk.say(LINE)

    late, promised = await place.run("plan-follow-ups"), await place.talk.rows("follow_ups")
    again = await place.run("plan-follow-ups")

    assert (late, promised, again) == ("stale", 0, "planned")


async def test_a_message_of_a_promise_called_off_meanwhile_is_not_sent(place: Place) -> None:
    ended = "update follow_ups set state = 'cancelled', next_at = null, ended_at = now()"
    place.model.answers["plan_follow_ups"] = {"follow_ups": [CALL], "why": ""}
    place.model.answers["compose_follow_up"] = place.meanwhile(
        lambda: place.happens(ended), lambda _: MESSAGE
    )
    await place.talk.say(LINE)
    await place.run("plan-follow-ups")
    place.clock.at = NOON + timedelta(hours=25)

    outcome = await place.run("send-follow-ups")

    assert outcome == "cancelled"
    assert await place.talk.rows("outbox") == 0


async def test_a_reply_of_a_turn_another_worker_took_over_is_not_kept(place: Place) -> None:
    taken = TAKEN_OVER.format(table="turns", held=HELD["turns"])
    place.model.answers["reply"] = lambda _: "네."
    place.model.answers["judge_needs"] = place.meanwhile(
        lambda: place.happens(taken), lambda _: {"search": {"use": False}}
    )

    with pytest.raises(Stale):
        await place.talk.say(LINE, turn_id="t1")

    assert await place.talk.rows("evidence") == 0
    await place.happens("update turns set lease_until = now() - interval '1 second'")
    assert (await place.talk.say(LINE, turn_id="t1")).reply == "네."
    assert await place.talk.rows("evidence") == 2


async def test_a_dream_of_a_user_who_is_gone_leaves_no_trace(place: Place) -> None:
    async def gone() -> None:
        await place.talk.app.erase_words.person(place.talk.pair.tenant, "u1")

    place.model.answers["propose_changes"] = place.meanwhile(gone, lambda _: Proposal())
    await place.talk.say(LINE)

    report = await place.dream()

    assert report.outcome is DreamOutcome.STALE
    assert await place.talk.rows("dreams") == 0
