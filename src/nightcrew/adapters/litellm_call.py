"""One question on its way to litellm: how long it may take and what is said with it."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field
from typing import Any

from nightcrew.adapters.litellm_library import silent_log
from nightcrew.adapters.patience import Patience
from nightcrew.ports import Question

PROMPT_HEADER = "X-Nightcrew-Prompt"


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """Where models are asked; empty leaves it to the provider's own variables."""

    base_url: str = ""
    api_key: str = field(default="", repr=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class Call:
    """One question on its way. ends_at: on the event loop's clock. tries: how often at the most."""

    question: Question
    model: str
    patience: Patience
    ends_at: float
    tries: int

    def left(self) -> float:
        """Seconds that are left for all its tries."""
        return self.ends_at - asyncio.get_running_loop().time()

    def seconds(self) -> float:
        """Seconds that the next try may take."""
        one_try = self.patience.one_try
        if self.question.whole:
            one_try = self.patience.whole or one_try
        return max(0.001, min(one_try, self.left()))

    def parameters(self, text: str, place: Place, *, stream: bool = False) -> dict[str, Any]:
        """What every call says; litellm's own tries are off, since they are silent."""
        messages = [{"role": "user", "content": text}]
        given: dict[str, Any] = {
            "model": self.model,
            "messages": messages,
            "litellm_logging_obj": silent_log(self.model, messages, stream=stream),
            "timeout": self.seconds(),
            "num_retries": 0,
            "max_retries": 0,
            "drop_params": True,
            "extra_headers": {PROMPT_HEADER: self.question.name},
        }
        if stream:
            given |= {"stream": True, "stream_options": {"include_usage": True}}
        if place.base_url:
            given["api_base"] = place.base_url
            # a server of one's own often has no keys, but the client insists on one
            given["api_key"] = place.api_key or "no-key"
        elif place.api_key:
            given["api_key"] = place.api_key
        return given
