"""Erasing while turns, dreams, plans, messages and the index are under way, and over a backup."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from datetime import timedelta
from typing import Any
from uuid import UUID, uuid4

import psycopg
import pytest
from sqlalchemy.engine import make_url

from nightcrew.adapters.local_embedder import HashEmbedder
from nightcrew.app import App
from nightcrew.domain.errors import Stale
from nightcrew.domain.receipt import EraseEntry
from nightcrew.domain.schedule import FollowUpKind, FollowUpSpec
from nightcrew.ports import Question
from nightcrew.store import bootstrap
from nightcrew.store.bootstrap import Access
from nightcrew.store.database import Database
from nightcrew.store.embedded import EmbeddedPostgres
from nightcrew.store.tables import metadata
from nightcrew.usecases.erase_words import EraseWords
from nightcrew.usecases.index_evidence import IndexEvidence
from tests.fakes import NOON, FixedClock
from tests.fakes_model import ScriptedModel
from tests.scripting import proposing, scripted
from tests.talk import Talk, app_of, talk_with

USER = "u1"
WORD = "해바라기씨"
SAID = f"나 {WORD} 알레르기 있어"
CHANGE = {
    "action": "create", "kind": "fact", "scope": "private", "subject": "user",
    "text": f"{WORD} 알레르기가 있다", "cites": ["e1"], "why": f"{WORD}라고 했다",
}  # fmt: skip
Act = Callable[[], Awaitable[object]]


class Scene:
    """A user with one memory that a dream made, and the means to erase in the middle of things."""

    def __init__(self, talk: Talk, model: ScriptedModel, clock: FixedClock) -> None:
        self.talk, self.model, self.clock = talk, model, clock
        self.erasing = EraseWords(db=talk.app.world.db, clock=clock)

    @property
    def app(self) -> App:
        return self.talk.app

    async def memory(self) -> UUID:
        return (await self.talk.known())[0].id

    async def erase_memory(self) -> object:
        return await self.erasing.memory(self.talk.pair.tenant, USER, await self.memory())

    async def erase_person(self) -> object:
        return await self.erasing.person(self.talk.pair.tenant, USER)

    def meanwhile(self, prompt: str, act: Act, answer: Any) -> None:
        """Do something while the model thinks about one prompt, once."""

        async def answered(question: Question) -> Any:
            self.model.answers[prompt] = answer
            await act()
            return answer(question) if callable(answer) else answer

        self.model.answers[prompt] = answered

    def later(self, **span: int) -> None:
        self.clock.set(self.clock.now() + timedelta(**span))

    async def holds_it(self) -> set[str]:
        return await tables_with(self.app.world.db, self.talk.pair.tenant, WORD)


@pytest.fixture
async def scene(database: Database, tenant: UUID) -> Scene:
    clock, model = FixedClock(NOON), scripted(propose_changes=proposing(CHANGE))
    found = Scene(await talk_with(app_of(database, model, clock=clock), tenant), model, clock)
    await found.talk.say(SAID)
    found.later(seconds=130)
    await found.app.run_dream(found.talk.pair)
    assert await found.memory()
    return found


async def test_what_was_said_dreamt_and_planned_is_gone_with_the_memory(scene: Scene) -> None:
    scene.model.answers["judge_needs"] = {
        "memory": {"use": True, "act": "list", "query": WORD, "why": f"{WORD}를 묻는다"}
    }
    scene.model.answers["reply"] = f"{WORD}는 피하시는 게 좋아요. 오늘은 뭐 드셨어요?"
    await scene.talk.say("나에 대해 뭘 기억해?", turn_id="asked")
    await IndexEvidence(db=scene.app.world.db, embedder=HashEmbedder())()
    assert await scene.holds_it() == {
        "dream_changes", "memories", "memory_versions", "messages", "turns",
    }  # fmt: skip
    lines = await scene.talk.rows("evidence_index")

    await scene.erase_memory()

    assert await scene.holds_it() == set()
    assert await scene.talk.rows("evidence_index") < lines
    replayed = await scene.talk.app.explain_turn.turn(scene.talk.pair.tenant, "asked")
    assert replayed["reply"] == "오늘은 뭐 드셨어요?"


async def test_a_dream_that_was_thinking_keeps_nothing_of_an_erased_memory(scene: Scene) -> None:
    await scene.talk.say(f"{WORD} 알레르기 약을 먹어")
    scene.later(seconds=130)
    again = proposing({**CHANGE, "text": f"{WORD} 알레르기 약을 먹는다"})
    scene.meanwhile("propose_changes", scene.erase_memory, again)

    report = await scene.app.run_dream(scene.talk.pair)

    assert report.outcome == "stale"
    assert await scene.holds_it() == set()


async def test_a_turn_that_was_answering_starts_over_without_the_erased_memory(
    scene: Scene,
) -> None:
    scene.model.answers["reply"] = f"{WORD}는 조심하세요"
    scene.meanwhile("judge_needs", scene.erase_memory, {})

    with pytest.raises(Stale) as stale:
        await scene.talk.say("저녁 뭐 먹지", turn_id="t1")

    assert stale.value.retryable
    assert await scene.holds_it() == set()
    scene.model.answers["reply"] = "국수 어때요?"
    turn = await scene.talk.say("저녁 뭐 먹지", turn_id="t1")
    assert (turn.reply, turn.memory.total) == ("국수 어때요?", 0)


async def test_a_plan_that_was_being_made_is_not_kept(scene: Scene) -> None:
    planned = {
        "kind": "one_shot", "local": "2026-10-06T10:00", "intent": f"{WORD} 검사 물어보기",
        "cites": ["e1"],
    }  # fmt: skip
    scene.meanwhile("plan_follow_ups", scene.erase_memory, {"follow_ups": [planned], "why": "검사"})

    report = await scene.app.flows.plan_follow_ups(scene.talk.pair)

    assert report.outcome == "stale"
    assert await scene.talk.rows("follow_ups") == 0


async def test_a_message_that_was_being_worded_does_not_go_out(scene: Scene) -> None:
    spec = FollowUpSpec(
        kind=FollowUpKind.ONE_SHOT, intent="안부 묻기", local="2026-10-05T14:00",
        when_nothing="send",
    )  # fmt: skip
    pair = scene.talk.pair
    await scene.app.keep_follow_ups.make(pair.tenant, USER, pair.crew, spec)
    scene.later(hours=3)
    worded = {"send": True, "text": f"{WORD}는 괜찮아요?", "why": "알레르기"}
    scene.meanwhile("compose_follow_up", scene.erase_memory, worded)

    reports = await scene.app.flows.send_follow_ups()

    assert "lost" in {report.outcome for report in reports}


async def test_a_line_that_was_being_embedded_does_not_come_back_into_the_index(
    scene: Scene,
) -> None:
    class Erasing(HashEmbedder):
        async def passages(self, texts: Sequence[str]) -> list[list[float]]:
            await scene.erase_memory()
            return await super().passages(texts)

    await IndexEvidence(db=scene.app.world.db, embedder=Erasing())()

    assert await scene.talk.rows("evidence_index") == 0
    assert await scene.holds_it() == set()


@pytest.mark.parametrize("prompt", ["judge_needs", "propose_changes", "plan_follow_ups"])
async def test_nothing_can_be_written_for_a_user_who_was_erased_meanwhile(
    scene: Scene, prompt: str
) -> None:
    pair = scene.talk.pair
    await scene.talk.say("또 올게")
    scene.later(seconds=130)
    answers = {
        "judge_needs": {}, "propose_changes": proposing(CHANGE),
        "plan_follow_ups": {"follow_ups": [], "why": ""},
    }  # fmt: skip
    acts = {
        "judge_needs": lambda: scene.talk.say(SAID),
        "propose_changes": lambda: scene.app.run_dream(pair),
        "plan_follow_ups": lambda: scene.app.flows.plan_follow_ups(pair),
    }
    scene.meanwhile(prompt, scene.erase_person, answers[prompt])

    try:
        outcome = getattr(await acts[prompt](), "outcome", "")
    except Stale:
        outcome = "stale"

    assert outcome == "stale"
    for table in metadata.sorted_tables:
        if "user_id" in table.c or table.name == "users":
            assert await scene.talk.rows(table.name) == 0, table.name


async def test_the_same_name_may_come_back_as_a_stranger(scene: Scene) -> None:
    await scene.erase_person()

    pair = await scene.app.keep_people.pair(scene.talk.pair.tenant, USER, scene.talk.pair.crew)

    assert pair is not None
    assert pair.user != scene.talk.pair.user


async def test_a_restored_backup_loses_again_what_was_erased_after_it_was_made(
    scene: Scene, access: Access, postgres_server: EmbeddedPostgres
) -> None:
    other = await talk_with(scene.app, scene.talk.pair.tenant, user="u2")
    await other.say(f"{WORD} 사러 가")
    await scene.app.world.db.close()
    name = f"backup_{uuid4().hex[:12]}"
    with psycopg.connect(postgres_server.url, autocommit=True) as superuser:
        made_of = make_url(access.app_url).database
        superuser.execute(
            f"create database {name} template {made_of} owner {bootstrap.OWNER_ROLE}".encode()
        )
        try:
            log = await _erase_after_the_backup(scene)
            moved = make_url(access.app_url).set(database=name)
            restored = await Database.open(moved.render_as_string(hide_password=False))
            erasing = EraseWords(db=restored, clock=scene.clock)
            tenant = scene.talk.pair.tenant
            before = await tables_with(restored, tenant, WORD)
            fresh = await erasing.replay_erase_log(log)
            again = await erasing.replay_erase_log(log)
            after = await tables_with(restored, tenant, WORD)
            kept = await erasing.erase_log(tenant)
            await restored.close()
        finally:
            superuser.execute(f"drop database {name} with (force)".encode())

    assert before >= {"memories", "memory_versions", "messages", "dream_changes"}
    assert after == set()
    assert (fresh, again) == (2, 0)
    assert kept == log


async def _erase_after_the_backup(scene: Scene) -> tuple[EraseEntry, ...]:
    tenant = scene.talk.pair.tenant
    await scene.erase_memory()
    await scene.erasing.person(tenant, "u2")
    log = await scene.erasing.erase_log(tenant)
    await scene.app.world.db.close()
    return log


async def tables_with(database: Database, tenant: UUID, words: str) -> set[str]:
    """The tables of a tenant in which a text stands anywhere, read as the product reads."""
    return {
        table.name
        for table in metadata.sorted_tables
        if table.info["policy"] != "installation" and await _stands(database, tenant, table, words)
    }


async def _stands(database: Database, tenant: UUID, table: Any, words: str) -> bool:
    async with database.begin(tenant) as connection:
        return any(words in str(row) for row in await connection.execute(table.select()))
