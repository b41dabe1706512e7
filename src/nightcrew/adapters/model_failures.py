"""Says in our words why a call to a model failed, and whether another try can help."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime

from nightcrew.domain.errors import ModelFailure
from nightcrew.domain.model_faults import LONGEST_ASKED_WAIT

_CHECK_KEY = "check NIGHTCREW_MODEL_API_KEY, or the provider's own key variable"
_CHECK_NAME = (
    "check NIGHTCREW_MODEL (a litellm name such as openai/NAME) and NIGHTCREW_MODEL_BASE_URL"
)
_CHECK_ADDRESS = "check that the provider is up and NIGHTCREW_MODEL_BASE_URL points to it"

_TRANSPORT_PACKAGES = frozenset({"httpx", "httpcore", "aiohttp", "openai", "anyio", "ssl"})

# what a connection that was there and broke off leaves behind, somewhere among the causes
_BROKEN_OFF = frozenset(
    {"ReadError", "WriteError", "RemoteProtocolError", "ServerDisconnectedError",
     "ClientPayloadError", "ConnectionResetError", "BrokenPipeError"}
)  # fmt: skip
_NEVER_THERE = frozenset({"ConnectError", "ClientConnectorError", "ConnectionRefusedError"})

# litellm knows a content policy by some sentences; the provider's code is the surer sign
_SAID_NO = frozenset({"content_policy_violation", "content_filter"})


@dataclass(frozen=True, slots=True, kw_only=True)
class FailedCall:
    """One failed call.

    wait_seconds: how long the provider asks us to wait, an hour at most, if it said so.
    denied: the status of an answer that says our key is no good.
    """

    failure: ModelFailure
    try_again: bool = False
    wait_seconds: float | None = None
    denied: int | None = None


def failed_call(error: Exception) -> FailedCall:
    """Sort a foreign exception; its message is dropped, since it may quote the prompt."""
    names = {kind.__name__ for kind in type(error).__mro__}
    status = _status(error)
    if {"Timeout", "TimeoutError", "APITimeoutError"} & names or status in {408, 504}:
        return FailedCall(
            failure=ModelFailure(
                "provider_timeout", "the model did not answer in time", hint=_CHECK_ADDRESS
            ),
            try_again=True,
        )
    code = getattr(error, "code", None)
    if "ContentPolicyViolationError" in names or code in _SAID_NO:
        return FailedCall(
            failure=ModelFailure("refused_by_model", "the provider's content policy said no")
        )
    if "ContextWindowExceededError" in names or code == "context_length_exceeded":
        return FailedCall(
            failure=ModelFailure("truncated", "the prompt is longer than the model can read")
        )
    if status == 429:
        return _rate_limited(error)
    if _broke_off(error):
        return FailedCall(
            failure=ModelFailure(
                "provider_timeout", "the connection broke off", hint=_CHECK_ADDRESS
            ),
            try_again=True,
        )
    return _down(error, status)


def _down(error: Exception, status: int | None) -> FailedCall:
    if status is None or status >= 500:
        return FailedCall(
            failure=ModelFailure(
                "provider_down",
                f"the model could not be reached ({status or type(error).__name__})",
                hint=_CHECK_ADDRESS,
            ),
            try_again=status is not None or _is_transport(error),
            wait_seconds=_asked_wait(error),
        )
    hint = _CHECK_KEY if status in {401, 402, 403} else _CHECK_NAME
    return FailedCall(
        failure=ModelFailure(
            "provider_down", f"the provider refused the call with status {status}", hint=hint
        ),
        denied=status if status in {401, 403} else None,
    )


def _rate_limited(error: Exception) -> FailedCall:
    wait = _asked_wait(error)
    said = "" if wait is None else f"; it asks to wait {wait:.0f} s"
    return FailedCall(
        failure=ModelFailure(
            "provider_down",
            f"the provider is rate limiting us{said}",
            hint="wait, or raise the limit at the provider",
        ),
        try_again=True,
        wait_seconds=wait,
    )


def _asked_wait(error: Exception) -> float | None:
    wait = retry_after_seconds(_headers(error).get("retry-after", ""))
    return None if wait is None else min(wait, LONGEST_ASKED_WAIT)


def retry_after_seconds(value: str) -> float | None:
    """Read a Retry-After header, seconds or HTTP date; None when it says nothing readable."""
    if value.strip().isdecimal():
        return float(value)
    try:
        at = parsedate_to_datetime(value)
    except ValueError:
        return None
    if at.tzinfo is None:
        return None
    return max(0.0, (at - datetime.now(UTC)).total_seconds())


def _status(error: Exception) -> int | None:
    status = getattr(error, "status_code", None)
    return status if isinstance(status, int) else None


def _headers(error: Exception) -> dict[str, str]:
    """Headers of the provider's answer, lower case; litellm keeps them in either of two places."""
    for held in (
        getattr(error, "litellm_response_headers", None),
        getattr(getattr(error, "response", None), "headers", None),
    ):
        if isinstance(held, Mapping) and held:
            return {str(name).lower(): str(value) for name, value in held.items()}
    return {}


def _broke_off(error: Exception) -> bool:
    """Whether a connection was there and broke; one that never stood is an outage."""
    names = {kind.__name__ for cause in causes(error) for kind in type(cause).__mro__}
    return bool(names & _BROKEN_OFF) and not names & _NEVER_THERE


def causes(error: BaseException) -> Iterator[BaseException]:
    """The error and all it came from, the newest first."""
    seen: set[int] = set()
    cause: BaseException | None = error
    while cause is not None and id(cause) not in seen:
        seen.add(id(cause))
        yield cause
        cause = cause.__cause__ or cause.__context__


def _is_transport(error: Exception) -> bool:
    return type(error).__module__.partition(".")[0] in _TRANSPORT_PACKAGES or isinstance(
        error, OSError
    )
