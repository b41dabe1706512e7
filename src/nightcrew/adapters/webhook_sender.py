"""Webhooks through the guarded door; what comes back is told in codes and never in words."""

from __future__ import annotations

from collections.abc import Mapping

from nightcrew.adapters.guarded_http import GuardedHttp
from nightcrew.adapters.model_failures import retry_after_seconds
from nightcrew.domain.delivery import Posted
from nightcrew.domain.errors import OutsideFailure, Refused
from nightcrew.domain.webhook import is_echo

CHALLENGE_SECONDS = 5.0  # somebody waits for the answer to a POST of theirs
POST_SECONDS = 15.0  # Standard Webhooks: 15 to 30 s
ANSWER_BYTES = 64 * 1024  # nothing in an answer's body is used but the word of a challenge


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

    def is_vouched_for(self, url: str) -> bool:
        """Whether it is one of the private hosts an operator listed."""
        return self._http.is_listed(url)

    async def echoes(self, url: str, *, body: bytes, headers: Mapping[str, str], word: str) -> bool:
        """One challenge, within 5 s."""
        try:
            answer = await self._http.post(
                url,
                content=body,
                headers={**headers, "Content-Type": "application/json"},
                seconds=CHALLENGE_SECONDS,
                max_bytes=ANSWER_BYTES,
            )
        except (Refused, OutsideFailure):
            return False
        return answer.status in range(200, 300) and is_echo(answer.body, word)


class SendsNowhere:
    """For a process that talks to no backend, such as a demo or a story."""

    def check(self, url: str) -> None:
        """Every address may be written down."""

    async def post(self, url: str, *, body: bytes, headers: Mapping[str, str]) -> Posted:
        """Nothing leaves."""
        return Posted(failure="unreachable")

    def is_vouched_for(self, url: str) -> bool:
        """No address is ever called, so none has to prove itself."""
        return True

    async def echoes(self, url: str, *, body: bytes, headers: Mapping[str, str], word: str) -> bool:
        """Nothing leaves."""
        return False
