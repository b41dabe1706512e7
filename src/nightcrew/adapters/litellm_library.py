"""Brings in litellm only when it is used: it costs seconds of CPU and 200 MB at import."""

from __future__ import annotations

import asyncio
import importlib
import logging
import os
import warnings
from functools import cache
from typing import Any

_LOGGERS = ("LiteLLM", "LiteLLM Router", "LiteLLM Proxy", "openai", "httpx", "httpcore")


async def litellm_library() -> Any:
    """Load the library off the event loop; the second time it is there already."""
    return await asyncio.to_thread(load_litellm)


@cache
def load_litellm() -> Any:
    """Import litellm so that it fetches nothing, reads no `.env` and logs no text of a user."""
    os.environ["LITELLM_OFFLINE_MODE"] = "true"
    os.environ["LITELLM_MODE"] = "PRODUCTION"
    # litellm's types make pydantic warn at the first streamed call; no operator can act on it
    warnings.filterwarnings("ignore", message=r".*`ReadOnly` qualifier", category=UserWarning)
    litellm: Any = importlib.import_module("litellm")
    litellm.suppress_debug_info = True
    litellm.turn_off_message_logging = True
    litellm.disable_streaming_logging = True
    for name in _LOGGERS:
        logging.getLogger(name).setLevel(logging.CRITICAL)
    calls: Any = importlib.import_module("litellm.main")
    calls.encoding = _TokenizerWhenAsked()
    _walk_through(litellm)
    return litellm


def silent_log(model: str, messages: list[dict[str, str]], *, stream: bool) -> Any:
    """What a call is given in place of litellm's own log, once the library is there."""
    from nightcrew.adapters import litellm_silence

    return litellm_silence.silent_log(model, messages, stream=stream)


class _TokenizerWhenAsked:
    """Stands for litellm's tokenizer, which every call is handed and hardly any asks.

    It takes 45 MB and 0.3 s, and counts only for a provider that does not tell its tokens itself.
    """

    def __getattr__(self, name: str) -> Any:
        from litellm._lazy_imports import get_default_encoding

        return getattr(get_default_encoding(), name)


def _walk_through(litellm: Any) -> None:
    """Make litellm load the parts it puts off; else the first turn waits 0.9 s for them."""
    messages = [{"role": "user", "content": "-"}]
    for stream in (False, True):
        log = silent_log("openai/none", messages, stream=stream)
        answered = litellm.completion(
            model="openai/none",
            messages=messages,
            mock_response="-",
            stream=stream,
            litellm_logging_obj=log,
        )
        if stream:
            # Not to its end, where a mock, which names no tokens, has them counted.
            next(answered)
