"""A call's log in litellm that keeps nothing. Import it with litellm, which takes seconds.

litellm copies, prices and redacts each message several times for callbacks nobody registered: a
third of a turn's CPU, and words of users in one more place.
"""

from __future__ import annotations

from datetime import datetime
from typing import Any
from uuid import uuid4

from litellm.litellm_core_utils.litellm_logging import Logging


class SilentLog(Logging):
    """Stands where litellm looks for its own log of a call."""

    def pre_call(self, *_: Any, **__: Any) -> None:
        """Keep no copy of what is asked."""

    def post_call(self, *_: Any, **__: Any) -> None:
        """Keep no copy of what was answered."""

    def response_cost_calculator(self, *_: Any, **__: Any) -> None:
        """Name no price; ours is worked out from the tokens."""

    def claim_async_success_log(self) -> bool:
        """Have nothing logged later."""
        return False

    def handle_sync_success_callbacks_for_async_calls(self, *_: Any, **__: Any) -> None:
        """Call nobody."""

    def success_handler(self, *_: Any, **__: Any) -> None:
        """Call nobody."""

    async def async_success_handler(self, *_: Any, **__: Any) -> None:
        """Call nobody."""

    async def dispatch_success_handlers(self, *_: Any, **__: Any) -> None:
        """Call nobody at the end of a stream."""

    def failure_handler(self, *_: Any, **__: Any) -> None:
        """Call nobody; the failure is raised, and told by us."""

    async def async_failure_handler(self, *_: Any, **__: Any) -> None:
        """Call nobody."""

    async def dispatch_attempt_failure_handlers(self, *_: Any, **__: Any) -> None:
        """Call nobody when a stream breaks."""


def silent_log(model: str, messages: list[dict[str, str]], *, stream: bool) -> SilentLog:
    """One for one call: litellm writes into it what it reads back later."""
    name = str(uuid4())
    log = SilentLog(
        model=model,
        messages=messages,
        stream=stream,
        call_type="acompletion",
        start_time=datetime.now(),  # noqa: DTZ005 - litellm reckons with moments without a zone
        litellm_call_id=name,
        function_id=name,
    )
    log.update_environment_variables(
        model=model,
        user="",
        optional_params={},
        litellm_params={"api_base": ""},
        # Without it some providers' streams end without their tokens.
        stream_options={"include_usage": True} if stream else None,
    )
    return log
