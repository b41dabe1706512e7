"""Webhooks through the guarded door; what comes back is told in codes and never in words."""

from __future__ import annotations

from collections.abc import Mapping

from nightcrew.adapters.guarded_http import GuardedHttp
from nightcrew.adapters.model_failures import retry_after_seconds
from nightcrew.domain.delivery import Posted
from nightcrew.domain.errors import OutsideFailure, Refused

POST_SECONDS = 15.0  # Standard Webhooks: 15 to 30 s
ANSWER_BYTES = 64 * 1024  # nothing in an answer's body is used


class GuardedSender:
    """Posts to public https addresses and to the private hosts an operator listed."""

    def __init__(self, http: GuardedHttp) -> None:
        self._http = http

    def check(self, url: str) -> None:
        """Say whether an address may be written down. Raises: Refused."""
        self._http.check(url)

    async def post(self, url: str, *, body: bytes, headers: Mapping[str, str]) -> Posted:
        """One attempt, within 15 s."""
        try:
            answer = await self._http.post(
                url,
                content=body,
                headers={**headers, "Content-Type": "application/json"},
                seconds=POST_SECONDS,
                max_bytes=ANSWER_BYTES,
            )
        except Refused as refused:
            return Posted(failure=refused.code)
        except OutsideFailure as failed:
            return Posted(failure=failed.code, uncertain=bool(failed.details.get("connected")))
        asked = answer.headers.get("retry-after")
        return Posted(
            status=answer.status,
            retry_after=None if asked is None else retry_after_seconds(asked),
        )


class SendsNowhere:
    """For a process that talks to no backend, such as a demo or a story."""

    def check(self, url: str) -> None:
        """Every address may be written down."""

    async def post(self, url: str, *, body: bytes, headers: Mapping[str, str]) -> Posted:
        """Nothing leaves."""
        return Posted(failure="unreachable")
