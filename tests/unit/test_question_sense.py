"""A question of taste or mood is told from one that rules and figures settle."""

from __future__ import annotations

import pytest

from nightcrew.adapters.local_embedder import HashEmbedder, LocalEmbedder
from nightcrew.domain.ordinary_questions import ORDINARY_QUESTIONS
from nightcrew.domain.question_figures import LISTS
from nightcrew.domain.question_sense import QuestionSense, fingerprint, known_sense
from nightcrew.domain.recall import of_length_one
from nightcrew.domain.talk_and_matters import ENGLISH, KOREAN
from nightcrew.domain.words import script_of

TALK = ("우리 집 화분 이름 지어 줘", "Which sofa looks better?")
MATTERS = ("화분을 들고 외국에 나가려면 신고해야 해요?", "When must I hand in the claim form?")


@pytest.fixture(scope="module")
def embedder() -> LocalEmbedder:
    return LocalEmbedder()


def sense_of(question: str) -> QuestionSense:
    found = known_sense(LocalEmbedder.model, script_of(question).main)
    assert found is not None
    return found


def test_the_figures_come_from_the_lists_as_they_stand() -> None:
    assert fingerprint() == LISTS, "run python -m tests.benchmarks.question_sense"


def test_a_pair_is_of_one_language_and_no_line_stands_there_twice() -> None:
    lines = [each for pair in (*KOREAN, *ENGLISH) for each in pair]

    assert len(set(lines)) == len(lines)
    assert {script_of(each).main for pair in KOREAN for each in pair} == {"hangul"}
    assert {script_of(each).main for pair in ENGLISH for each in pair} == {"latin"}


@pytest.mark.parametrize(("talk", "matter"), [*zip(TALK, MATTERS, strict=True)])
async def test_small_talk_is_told_from_a_matter_it_was_never_shown(
    embedder: LocalEmbedder, talk: str, matter: str
) -> None:
    sense = sense_of(talk)

    leaning = sense.talkative(of_length_one(await embedder.query(talk)))
    other = sense.talkative(of_length_one(await embedder.query(matter)))

    assert leaning > 0.15
    assert other < -0.15


async def test_the_stored_mean_is_what_the_embedder_makes_of_ordinary_questions(
    embedder: LocalEmbedder,
) -> None:
    english = [each for each in ORDINARY_QUESTIONS if script_of(each).main == "latin"]
    vectors = [of_length_one(await embedder.query(each)) for each in english]

    mean = [sum(parts) / len(vectors) for parts in zip(*vectors, strict=True)]

    beyond = sense_of("Which sofa looks better?").beyond(mean)
    assert max(map(abs, beyond)) < 0.001


def test_a_model_that_knows_letters_only_calls_nothing_small_talk() -> None:
    assert known_sense(HashEmbedder.model, "hangul") is None
    assert QuestionSense(mean=(0.5,)).talkative((1.0,)) == 0.0
