"""Which models are left alone for a while, and the alert about a key that is no good."""

from __future__ import annotations

import logging
from collections.abc import Callable

from nightcrew.adapters.model_failures import FailedCall
from nightcrew.domain.model_faults import Breaker

ALERT_EVERY = 3600.0  # seconds between two alerts about the same model's key

logger = logging.getLogger(__name__)


class ProviderRest:
    """One breaker a model name: what one provider does never holds up another.

    seconds: a clock that only runs forward.
    """

    def __init__(self, *, seconds: Callable[[], float]) -> None:
        self._seconds = seconds
        self._breakers: dict[str, Breaker] = {}
        self._alerted: dict[str, float] = {}

    def left(self, model: str) -> float:
        """How many seconds a model is still to be left alone."""
        return self._breakers.get(model, _FRESH).rest(self._seconds())

    def answered(self, model: str) -> None:
        """It is back."""
        self._breakers.pop(model, None)

    def failed(self, model: str, failed: FailedCall) -> None:
        """Count what may pass by itself; a refused key is told to the operator instead."""
        if failed.denied is not None:
            self._alert(model, failed.denied)
        elif failed.try_again:
            before = self._breakers.get(model, _FRESH)
            self._breakers[model] = before.failed(self._seconds(), failed.wait_seconds)

    def _alert(self, model: str, status: int) -> None:
        now, last = self._seconds(), self._alerted.get(model)
        if last is None or now - last >= ALERT_EVERY:
            self._alerted[model] = now
            logger.error("provider_refused_key: model=%s status=%d", model, status)


_FRESH = Breaker()
