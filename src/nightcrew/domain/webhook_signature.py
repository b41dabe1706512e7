"""How a webhook is signed, and how a receiver makes sure of it: Standard Webhooks 1.0, `v1`."""

from __future__ import annotations

import base64
import binascii
import hashlib
import hmac
from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta

from nightcrew.domain.errors import BadInput, Refused

PREFIX = "whsec_"
SCHEME = "v1"
SHORTEST_KEY, LONGEST_KEY = 24, 64  # bytes; Standard Webhooks, symmetric secrets
TOLERANCE = timedelta(minutes=5)  # Standard Webhooks, reference libraries


def secret_of(key: bytes) -> str:
    """The secret as it is shown once: `whsec_` and the key in base64. Raises: BadInput."""
    secret = PREFIX + base64.b64encode(key).decode()
    key_of(secret)
    return secret


def key_of(secret: str) -> bytes:
    """The key of a secret, with or without its prefix and its padding. Raises: BadInput."""
    written = secret.removeprefix(PREFIX)
    try:
        key = base64.b64decode(written + "=" * (-len(written) % 4), validate=True)
    except (binascii.Error, ValueError):
        raise _bad_secret() from None
    if not SHORTEST_KEY <= len(key) <= LONGEST_KEY:
        raise _bad_secret()
    return key


def signed(secrets: Sequence[str], message: str, at: datetime, body: bytes) -> Mapping[str, str]:
    """The three headers of one attempt; every secret signs, so that a receiver may rotate."""
    seconds = str(int(at.timestamp()))
    signatures = " ".join(_signature(secret, message, seconds, body) for secret in secrets)
    return {
        "webhook-id": message,
        "webhook-timestamp": seconds,
        "webhook-signature": signatures,
    }


def check(secret: str, headers: Mapping[str, str], body: bytes, now: datetime) -> None:
    """For a receiver: refuse what this secret did not sign, or what is older than five minutes.

    headers: names in any case. Raises: Refused `webhook_header_missing`, `webhook_too_old`,
    `webhook_too_new`, `webhook_not_signed`.
    """
    given = {name.lower(): text for name, text in headers.items()}
    message, seconds, signatures = (
        given.get(f"webhook-{part}", "") for part in ("id", "timestamp", "signature")
    )
    if not (message and signatures and seconds.isascii() and seconds.isdigit()):
        raise Refused(
            "webhook_header_missing",
            "a header of the webhook is missing or unreadable",
            hint="hand in webhook-id, webhook-timestamp and webhook-signature as they came",
        )
    age = now.timestamp() - int(seconds)
    if age > TOLERANCE.total_seconds():
        raise Refused(
            "webhook_too_old",
            "the webhook was sent too long ago",
            hint="set the clock, and answer webhooks as they come: each try is signed anew",
        )
    if age < -TOLERANCE.total_seconds():
        raise Refused(
            "webhook_too_new",
            "the webhook comes from the future",
            hint="set the clock of this machine",
        )
    wanted = _signature(secret, message, seconds, body)
    if not any(hmac.compare_digest(wanted.encode(), each.encode()) for each in signatures.split()):
        raise Refused(
            "webhook_not_signed",
            "no signature of the webhook fits",
            hint="check over the bytes as they came, with the secret that was shown last",
        )


def _signature(secret: str, message: str, seconds: str, body: bytes) -> str:
    content = f"{message}.{seconds}.".encode() + body
    digest = hmac.new(key_of(secret), content, hashlib.sha256).digest()
    return f"{SCHEME},{base64.b64encode(digest).decode()}"


def _bad_secret() -> BadInput:
    return BadInput(
        "bad_secret",
        "this is no webhook secret",
        hint=f"{PREFIX} and {SHORTEST_KEY} to {LONGEST_KEY} bytes in base64, or none to get one",
        field="secret",
    )
