"""Forty turns in which much is known and nobody asks: what is known is not recited (AS-09)."""

from __future__ import annotations

from uuid import UUID

import pytest

from nightcrew.adapters.local_embedder import HashEmbedder
from nightcrew.adapters.rehearsal_model import RehearsalModel
from nightcrew.domain.recital import recited
from nightcrew.store.database import Database
from tests.builders import memory
from tests.case_talk import Page, play

MOST = 0.05  # features.md AS-09
KNOWN = (
    "땅콩 알레르기가 있다", "성수동에 혼자 산다", "바다를 좋아한다", "비행기를 무서워한다",
    "강아지 콩이를 키운다", "디자인 회사에 다닌다", "무릎 수술을 받았다",
    "The user has two cats.", "The user works night shifts.", "The user is afraid of flying.",
)  # fmt: skip
TALK = {
    "travel-mina": (
        "주말에 바람 쐬고 싶어",
        "어디 조용한 데 없을까?",
        "기차로 갈 만한 곳 추천해 줘",
        "바다 보고 싶다",
        "맛집도 알려 줘",
        "숙소는 어디가 좋아?",
        "비 오면 어떡하지",
        "고마워",
        "다음 달엔 뭐 하지",
        "Where should I go on Saturday?",
    ),
    "mindcare-sora": (
        "오늘 너무 지쳤어요",
        "잠이 안 와요",
        "회사에서 혼났어요",
        "아무것도 하기 싫어요",
        "혼자인 것 같아요",
        "무릎이 또 아파요",
        "그냥 누워만 있었어요",
        "조금 나아졌어요",
        "내일이 걱정돼요",
        "I feel lonely tonight.",
    ),
    "cooking-nora": (
        "What can I cook tonight?",
        "I have eggs and rice.",
        "Something quick please",
        "Is it safe to reheat rice?",
        "I'm so tired",
        "How long do I boil pasta?",
        "Thanks!",
        "What about dessert?",
        "간식 뭐 먹지",
        "Tell me about stew",
    ),
    "used-car-hana": (
        "차를 바꿀까 고민이야",
        "15년식 아반떼 얼마야?",
        "출퇴근용으로 뭐가 좋아?",
        "디젤은 어때?",
        "사고차는 피해야 해?",
        "강아지 태우기 좋은 차 있어?",
        "주행거리는 얼마까지 괜찮아?",
        "보험료는?",
        "오늘은 그만하자",
        "안녕",
    ),
}


@pytest.mark.parametrize("crew", TALK)
async def test_not_one_turn_in_twenty_recites_what_nobody_asked_for(
    crew: str, database: Database, tenant: UUID
) -> None:
    model, page = RehearsalModel(HashEmbedder()), Page(snippet="A quiet trail, open all year.")
    scene = await play(database, tenant, crew=crew, model=model, search=page)
    for text in KNOWN:
        await scene.learn(memory(text, user=scene.talk.pair.user, crew=crew, via=crew))

    turns = [(line, await scene.say(line)) for line in TALK[crew]]

    reciting = [turn.reply for line, turn in turns if recited(turn.reply, KNOWN, line)]
    assert all(turn.memory.shown == len(KNOWN) for _, turn in turns)
    assert len(reciting) <= MOST * len(turns)


async def test_asked_for_it_tells_the_memory_with_its_date(
    database: Database, tenant: UUID
) -> None:
    scene = await play(database, tenant, model=RehearsalModel(HashEmbedder()))
    for text in KNOWN:
        await scene.learn(memory(text, user=scene.talk.pair.user))

    turn = await scene.say("내가 무슨 알레르기 있다고 했지?")

    assert "땅콩 알레르기가 있다 (2026-09-01)" in turn.reply


def test_forty_turns_are_played() -> None:
    assert sum(len(lines) for lines in TALK.values()) == 40
