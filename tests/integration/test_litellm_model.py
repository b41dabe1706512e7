"""A provider's good and bad days, through litellm, against a scripted server on this machine."""

from __future__ import annotations

import asyncio
import json
import logging
import subprocess
import sys
from decimal import Decimal

import pytest

from nightcrew.adapters.litellm_model import LitellmModel
from nightcrew.domain.dream import Proposal
from nightcrew.domain.errors import ModelFailure
from nightcrew.domain.needs import Needs
from nightcrew.ports import Role
from tests.asking_litellm import PROPOSAL, SECRET, failure_of, model_of, question, reply_of
from tests.stubs.openai_server import COMPLETION_TOKENS, PROMPT_TOKENS, OpenaiServer, Says


def test_the_model_library_is_not_loaded_by_loading_the_product() -> None:
    modules = "nightcrew, nightcrew.adapters.litellm_model, nightcrew.adapters.web_search"

    loaded = subprocess.run(
        [sys.executable, "-c", f"import sys, {modules}; print('litellm' in sys.modules)"],
        capture_output=True,
        text=True,
        check=True,
    )

    assert loaded.stdout.strip() == "False"


async def test_an_answer_comes_typed_with_its_figures(
    provider: OpenaiServer, library_model: LitellmModel
) -> None:
    provider.script("propose_changes", Says(text=PROPOSAL))

    answered = await library_model.ask(question(), answer=Proposal)

    assert answered.value.changes[0].text == "라면을 좋아한다"
    assert answered.usage.model == library_model.name(Role.DREAM) == "openai/scripted"
    assert answered.usage.model_calls == 1
    assert answered.usage.prompt_tokens == PROMPT_TOKENS
    assert answered.usage.completion_tokens == COMPLETION_TOKENS


async def test_a_question_carries_its_name_its_schema_and_the_key(provider: OpenaiServer) -> None:
    provider.script("propose_changes", Says(text=PROPOSAL))

    await model_of(provider, api_key="key-1").ask(question(), answer=Proposal)

    asked = provider.asked[0]
    assert asked.prompt == "propose_changes"
    assert asked.headers["authorization"] == "Bearer key-1"
    assert asked.body["model"] == "scripted"
    assert asked.text == f"[e1] {SECRET}"
    assert asked.body["response_format"]["json_schema"]["schema"]["required"] == ["changes"]


async def test_the_cost_is_known_for_a_model_with_a_price_and_unknown_for_another(
    provider: OpenaiServer,
) -> None:
    provider.script("propose_changes", Says(text=PROPOSAL))

    priced = await model_of(provider, name="openai/gpt-4o-mini").ask(question(), answer=Proposal)
    unpriced = await model_of(provider).ask(question(), answer=Proposal)

    # 11 prompt tokens at 0.15 USD and 7 at 0.60 USD a million
    assert priced.usage.cost == pytest.approx(Decimal("0.00000585"))
    assert unpriced.usage.cost is None


async def test_an_unreadable_answer_is_asked_for_once_more_with_its_error(
    provider: OpenaiServer, library_model: LitellmModel
) -> None:
    provider.script("propose_changes", Says(text="라면 {" + '"x"'), Says(text=PROPOSAL))

    answered = await library_model.ask(question(), answer=Proposal)

    first, second = provider.asked
    assert second.text.startswith(first.text)
    assert "not readable JSON" in second.text
    assert answered.usage.model_calls == 2
    assert answered.usage.prompt_tokens == 2 * PROMPT_TOKENS


async def test_a_second_unreadable_answer_is_the_end(
    provider: OpenaiServer, library_model: LitellmModel
) -> None:
    provider.script("propose_changes", Says(text='{"nothing": "known"}'))

    failure = await failure_of(library_model)

    assert failure.kind == "bad_json"
    assert len(provider.asked) == 2


@pytest.mark.parametrize(
    ("answers", "calls"),
    [
        ((Says(text="what?"),), 2),
        ((Says(text="what?"), Says(status=401)), 1),
        ((Says(text=PROPOSAL[:-2], finish_reason="length"),), 1),
        ((Says(text="", refusal="no"),), 1),
        ((Says(status=401),), 0),
    ],
)
async def test_answers_nobody_can_read_are_paid_and_told(
    provider: OpenaiServer, answers: tuple[Says, ...], calls: int
) -> None:
    provider.script("propose_changes", *answers)

    spent = (await failure_of(model_of(provider, name="openai/gpt-4o-mini"))).spent

    assert spent.model_calls == calls
    assert spent.prompt_tokens == calls * PROMPT_TOKENS
    assert spent.completion_tokens == calls * COMPLETION_TOKENS
    assert bool(spent.cost) is bool(calls)


@pytest.mark.parametrize(
    "says",
    [
        Says(text=f"<think>{{}} hm</think>```json\n{PROPOSAL}\n```"),
        Says(text=PROPOSAL.replace("]}", ",]}")),
        Says(text=PROPOSAL, tokens=False),
    ],
)
async def test_a_wrapped_or_slightly_wrong_answer_needs_no_second_question(
    provider: OpenaiServer, library_model: LitellmModel, says: Says
) -> None:
    provider.script("propose_changes", says)

    answered = await library_model.ask(question(), answer=Proposal)

    assert len(answered.value.changes) == 1
    assert len(provider.asked) == 1


async def test_cancelling_a_question_ends_it_at_once(
    provider: OpenaiServer, library_model: LitellmModel
) -> None:
    provider.script("propose_changes", Says(text=PROPOSAL, wait_seconds=1))
    asking = asyncio.create_task(library_model.ask(question(), answer=Proposal))
    await asyncio.sleep(0.1)

    asking.cancel()

    with pytest.raises(asyncio.CancelledError):
        await asking


async def test_many_questions_at_once_keep_their_own_answers(
    provider: OpenaiServer, library_model: LitellmModel
) -> None:
    provider.script("propose_changes", Says(text=PROPOSAL))
    provider.script("judge_needs", Says(text='{"search": {"use": true, "query": "제주"}}'))

    changes, needs = await asyncio.gather(
        asyncio.gather(*[library_model.ask(question(), answer=Proposal) for _ in range(8)]),
        asyncio.gather(
            *[
                library_model.ask(question("judge_needs", Role.JUDGE), answer=Needs)
                for _ in range(8)
            ]
        ),
    )

    assert all(answered.value.changes for answered in changes)
    assert all(answered.value.search.use for answered in needs)


async def test_no_word_of_a_user_reaches_a_log_or_the_terminal(
    provider: OpenaiServer,
    library_model: LitellmModel,
    caplog: pytest.LogCaptureFixture,
    capsys: pytest.CaptureFixture[str],
) -> None:
    caplog.set_level(logging.DEBUG)
    faults = (
        Says(status=400, error={"message": SECRET}),
        Says(status=500, error={"message": SECRET}),
        Says(text=SECRET),
        Says(text=json.dumps({"changes": [], SECRET: 1}, ensure_ascii=False)),
    )

    for says in faults:
        provider.script("propose_changes", says)
        provider.script("reply", says)
        for call in (library_model.ask(question(), answer=Proposal), reply_of(library_model)):
            try:
                await call
            except ModelFailure as failure:
                assert failure.__cause__ is None

    printed = capsys.readouterr()
    assert SECRET not in caplog.text
    assert SECRET not in printed.out + printed.err
