"""Providers that fail: what is tried again, what is waited for, and what is told."""

from __future__ import annotations

import time
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime

import pytest

from nightcrew.adapters.litellm_model import LitellmModel
from nightcrew.domain.dream import Proposal
from tests.asking_litellm import PROPOSAL, SHORT, failure_of, model_of, question
from tests.stubs.openai_server import OpenaiServer, Says

UNSAFE = {
    "message": "Your request was rejected as a result of our safety system.",
    "type": "invalid_request_error",
    "code": "content_policy_violation",
}
LONG_BEFORE = 10  # seconds; a busy machine takes some of them, a wait we must not wait takes all
TOO_LONG = {
    "message": "This model's maximum context length is 8192 tokens.",
    "code": "context_length_exceeded",
}


@pytest.mark.parametrize(
    ("says", "kind"),
    [
        (Says(text=PROPOSAL[:-2], finish_reason="length"), "truncated"),
        (Says(text="", finish_reason="content_filter"), "refused_by_model"),
        (Says(text="", refusal="no"), "refused_by_model"),
        (Says(text="I'm sorry, but I can't help with that."), "refused_by_model"),
        (Says(status=400, error=UNSAFE), "refused_by_model"),
        (Says(status=400, error=TOO_LONG), "truncated"),
        (Says(status=400), "provider_down"),
        (Says(status=401), "provider_down"),
        (Says(status=403), "provider_down"),
        (Says(status=404), "provider_down"),
        (Says(status=422), "provider_down"),
    ],
)
async def test_what_would_fail_again_is_asked_once_only(
    provider: OpenaiServer, library_model: LitellmModel, says: Says, kind: str
) -> None:
    provider.script("propose_changes", says)

    failure = await failure_of(library_model)

    assert failure.kind == kind
    assert len(provider.asked) == 1


async def test_a_wrong_key_names_the_variable_to_check(
    provider: OpenaiServer, library_model: LitellmModel
) -> None:
    provider.script("propose_changes", Says(status=401))

    assert "NIGHTCREW_MODEL_API_KEY" in (await failure_of(library_model)).hint


@pytest.mark.parametrize(
    "bad",
    [
        Says(status=500),
        Says(status=502),
        Says(status=503),
        Says(status=529),
        Says(status=429),
        Says(status=429, headers={"Retry-After": "0"}),
        Says(reset_after=0),
    ],
)
async def test_a_passing_failure_is_tried_again(
    provider: OpenaiServer, library_model: LitellmModel, bad: Says
) -> None:
    provider.script("propose_changes", bad, bad, Says(text=PROPOSAL))

    answered = await library_model.ask(question(), answer=Proposal)

    assert len(answered.value.changes) == 1
    assert len(provider.asked) == 3


@pytest.mark.parametrize(
    ("bad", "kind"),
    [
        (Says(status=500), "provider_down"),
        (Says(reset_after=0), "provider_timeout"),
        (Says(status=429), "provider_down"),
    ],
)
async def test_three_tries_are_the_most(
    provider: OpenaiServer, library_model: LitellmModel, bad: Says, kind: str
) -> None:
    provider.script("propose_changes", bad)

    failure = await failure_of(library_model)

    assert failure.kind == kind
    assert len(provider.asked) == 3


async def test_a_rate_limit_is_waited_out_when_there_is_time(provider: OpenaiServer) -> None:
    limited = Says(status=429, headers={"Retry-After": "1"})
    provider.script("propose_changes", limited, Says(text=PROPOSAL))
    begun = time.perf_counter()

    await model_of(provider).ask(question(), answer=Proposal)

    assert time.perf_counter() - begun >= 1


@pytest.mark.parametrize(
    "wait",
    ["3600", format_datetime(datetime.now(UTC) + timedelta(hours=1), usegmt=True)],
    ids=["in seconds", "as a moment"],
)
async def test_a_rate_limit_longer_than_our_time_is_not_waited_for(
    provider: OpenaiServer, wait: str
) -> None:
    provider.script("propose_changes", Says(status=429, headers={"Retry-After": wait}))
    begun = time.perf_counter()

    failure = await failure_of(model_of(provider))

    assert failure.kind == "provider_down"
    assert time.perf_counter() - begun < LONG_BEFORE
    assert len(provider.asked) == 1


async def test_a_model_that_stays_silent_is_a_timeout_after_further_tries(
    provider: OpenaiServer,
) -> None:
    provider.script("propose_changes", Says(text=PROPOSAL, wait_seconds=LONG_BEFORE))
    begun = time.perf_counter()

    failure = await failure_of(model_of(provider, patience=SHORT))

    assert failure.kind == "provider_timeout"
    assert 2 <= len(provider.asked) <= 3
    assert time.perf_counter() - begun < LONG_BEFORE


async def test_a_provider_that_is_not_there_is_down(provider: OpenaiServer) -> None:
    nobody = model_of(provider, base_url="http://127.0.0.1:9/v1")

    failure = await failure_of(nobody)

    assert failure.kind == "provider_down"
    assert "NIGHTCREW_MODEL_BASE_URL" in failure.hint


async def test_a_provider_that_answers_nonsense_is_down(
    provider: OpenaiServer, library_model: LitellmModel
) -> None:
    provider.script("propose_changes", Says(raw=b"<html>gateway</html>"))

    assert (await failure_of(library_model)).kind in {"provider_down", "bad_json"}


async def test_a_model_name_without_a_provider_is_told_with_an_example(
    provider: OpenaiServer,
) -> None:
    failure = await failure_of(model_of(provider, name="scripted"))

    assert "NIGHTCREW_MODEL" in failure.hint
    assert provider.asked == []


async def test_a_role_without_a_model_is_told_by_name(provider: OpenaiServer) -> None:
    failure = await failure_of(LitellmModel({}, base_url=provider.base_url))

    assert failure.hint == "set NIGHTCREW_MODEL"
