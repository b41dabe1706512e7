"""What is signed is what Standard Webhooks receivers accept, and nothing else."""

from __future__ import annotations

import base64
import json
from datetime import UTC, datetime, timedelta
from uuid import UUID, uuid4

import pytest

from nightcrew.domain.errors import BadInput, Refused
from nightcrew.domain.webhook import message_id, payload
from nightcrew.domain.webhook_signature import PREFIX, check, key_of, secret_of, signed

# The vector of the Standard Webhooks reference libraries.
SECRET = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"
MESSAGE = "msg_p5jXN8AQM9LWM0D4loKWxJek"
AT = datetime.fromtimestamp(1_614_265_330, UTC)
BODY = b'{"test": 2432232314}'
SIGNATURE = "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE="
OTHER = secret_of(b"another key of thirty-two bytes!")
GOOD = {
    "webhook-id": MESSAGE,
    "webhook-timestamp": "1614265330",
    "webhook-signature": SIGNATURE,
}


def refusal(headers: dict[str, str], body: bytes = BODY, now: datetime = AT) -> str | None:
    try:
        check(SECRET, headers, body, now)
    except Refused as refused:
        return refused.code
    return None


def test_the_known_vector_is_signed_as_everybody_signs_it() -> None:
    assert signed([SECRET], MESSAGE, AT, BODY) == GOOD


@pytest.mark.parametrize(
    ("changed", "refused"),
    [
        ({}, None),
        ({"webhook-id": ""}, "webhook_header_missing"),
        ({"webhook-timestamp": ""}, "webhook_header_missing"),
        ({"webhook-timestamp": "yesterday"}, "webhook_header_missing"),
        ({"webhook-signature": ""}, "webhook_header_missing"),
        ({"webhook-id": "msg_another"}, "webhook_not_signed"),
        ({"webhook-timestamp": "1614265331"}, "webhook_not_signed"),
        ({"webhook-signature": "v1,dawfeoifkpqwoekfpqoekf"}, "webhook_not_signed"),
        ({"webhook-signature": SIGNATURE.removeprefix("v1,")}, "webhook_not_signed"),
        ({"webhook-signature": SIGNATURE.replace("v1,", "v2,")}, "webhook_not_signed"),
        ({"webhook-signature": f"v1,Ceo5qEr07ixe2NLpvHk3FH9bwy/Wa= {SIGNATURE} v2,x"}, None),
    ],
)
def test_a_receiver_takes_what_was_signed_and_refuses_what_was_not(
    changed: dict[str, str], refused: str | None
) -> None:
    assert refusal(GOOD | changed) == refused


def test_header_names_are_read_in_any_case() -> None:
    assert refusal({name.title(): text for name, text in GOOD.items()}) is None


@pytest.mark.parametrize(
    ("seconds", "refused"),
    [(-299, None), (299, None), (301, "webhook_too_old"), (-301, "webhook_too_new")],
)
def test_a_webhook_is_good_for_five_minutes(seconds: int, refused: str | None) -> None:
    assert refusal(GOOD, now=AT + timedelta(seconds=seconds)) == refused


def test_one_space_more_in_the_body_is_refused() -> None:
    assert refusal(GOOD, body=BODY + b" ") == "webhook_not_signed"


def test_a_secret_without_its_prefix_or_padding_is_the_same_secret() -> None:
    key = bytes(range(32))
    padded = base64.b64encode(key).decode()

    assert padded.endswith("=")
    assert key_of(PREFIX + padded) == key_of(padded) == key_of(padded.rstrip("=")) == key


def test_while_a_secret_is_rotated_both_receivers_are_served() -> None:
    headers = dict(signed([OTHER, SECRET], MESSAGE, AT, BODY))

    check(SECRET, headers, BODY, AT)
    check(OTHER, headers, BODY, AT)


@pytest.mark.parametrize("size", [24, 32, 64])
def test_a_secret_has_24_to_64_bytes(size: int) -> None:
    assert key_of(secret_of(b"k" * size)) == b"k" * size


@pytest.mark.parametrize(
    "secret", ["", "whsec_", "whsec_c2hvcnQ=", "whsec_" + "A" * 88, "whsec_not base64 at all!!"]
)
def test_anything_else_is_no_secret(secret: str) -> None:
    with pytest.raises(BadInput) as refused:
        key_of(secret)

    assert refused.value.code == "bad_secret"
    assert not secret or secret not in str(refused.value)


def test_an_id_is_the_same_for_every_attempt_and_has_no_dot() -> None:
    event = UUID("3c6fde64-96a5-4e4e-8a9f-3b1a1e1f2a10")

    assert message_id(event) == message_id(event) == "msg_3c6fde6496a54e4e8a9f3b1a1e1f2a10"
    assert all("." not in message_id(uuid4()) for _ in range(100))


def test_a_body_says_type_time_and_data_with_korean_as_it_is() -> None:
    at = datetime(2026, 12, 1, 4, 1, 30, 250_000, UTC)

    body = payload("crew.message.due", at, {"text": "여권 챙겼어요?", "created_at": at})

    assert "여권" in body.decode()
    assert json.loads(body) == {
        "type": "crew.message.due",
        "timestamp": "2026-12-01T04:01:30Z",
        "data": {"text": "여권 챙겼어요?", "created_at": "2026-12-01T04:01:30Z"},
    }
