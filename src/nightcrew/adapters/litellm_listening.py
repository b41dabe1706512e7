"""Listens to what a search provider really answered: litellm hands on nothing but its results."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any

import httpx

MOST_BYTES = 8 * 1024 * 1024  # some send whole pages beside their results

_ERROR_KEYS = ("error", "errors", "detail", "error_message", "message")
_FAILED_WORDS = frozenset({"error", "failed", "failure", "fail"})
_FOUND_NOTHING = re.compile(r"(?:\bno\b|\bnot\b|n't\b).{0,40}\bresults?\b", re.IGNORECASE)

_HEARD: ContextVar[list[bytes] | None] = ContextVar("heard_of_a_search", default=None)


@contextmanager
def listening() -> Iterator[list[bytes]]:
    """The bodies that come in from search providers meanwhile; the last one is the answer.

    Needs litellm to be loaded. A redirect is followed no more, since it would take the key along.
    """
    from litellm.llms.custom_httpx.http_handler import get_async_httpx_client
    from litellm.types.llms.custom_http import httpxSpecialProvider

    client = get_async_httpx_client(llm_provider=httpxSpecialProvider.Search).client
    hooks: Mapping[str, list[Any]] = client.event_hooks
    if _listen not in hooks["response"]:
        client.event_hooks = {**hooks, "response": [*hooks["response"], _listen]}
    heard: list[bytes] = []
    before = _HEARD.set(heard)
    try:
        yield heard
    finally:
        _HEARD.reset(before)


async def _listen(response: httpx.Response) -> None:
    heard = _HEARD.get()
    if heard is None:
        return
    if response.is_redirect:
        await response.aread()
        raise httpx.HTTPStatusError("it moved", request=response.request, response=response)
    length = response.headers.get("content-length", "")
    if length.isdecimal() and int(length) > MOST_BYTES:
        raise httpx.StreamError("the answer is too large")
    heard.append(await response.aread())


def read_body(heard: list[bytes]) -> object:
    """The answer as it was heard; None when there is none that can be read."""
    if not heard:
        return None
    try:
        return json.loads(heard[-1])
    except (ValueError, RecursionError):
        return None


def tells_of_failure(body: object) -> bool:
    """Whether an answer without results is no answer: it tells of an error, or of nothing at all.

    litellm makes an empty list of either. Some providers call it an error that they found nothing.
    """
    if not isinstance(body, Mapping):
        return isinstance(body, list)
    if not body or any(tells_of_failure(task) for task in _tasks(body)):
        return True
    told = [body[name] for name in _ERROR_KEYS if body.get(name)]
    if told:
        return not any(_FOUND_NOTHING.search(str(each)) for each in told)
    return _says_so(body)


def _says_so(body: Mapping[str, object]) -> bool:
    """Whether a body fails by its own mark: `success: false`, `status: error`, a code of 40000."""
    code = body.get("status_code", body.get("code"))
    return (
        body.get("success") is False
        or str(body.get("status")).lower() in _FAILED_WORDS
        or (isinstance(code, int) and (400 <= code < 1000 or code >= 40000))
    )


def _tasks(body: Mapping[str, object]) -> list[object]:
    """The parts of an answer that DataForSEO judges one by one."""
    tasks = body.get("tasks")
    return tasks if isinstance(tasks, list) else []
