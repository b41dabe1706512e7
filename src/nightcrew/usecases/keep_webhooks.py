"""Where a backend wants to be told of events: made, listed, rotated, switched on, deleted."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Literal
from uuid import UUID, uuid4

from nightcrew.domain.errors import BadInput, NotFound, Refused
from nightcrew.domain.page import USUAL_PAGE, Page, check_limit, cursor_behind, read_moment_cursor
from nightcrew.domain.webhook import CHALLENGE, Event, Trouble, Webhook, message_id, payload
from nightcrew.domain.webhook_signature import key_of, secret_of, signed
from nightcrew.ports import WebhookSender
from nightcrew.store import delivery_records, webhooks
from nightcrew.store.connection import Connection
from nightcrew.store.database import Database
from nightcrew.store.delivery_records import DeliveryStatus
from nightcrew.store.sweeps import tenants_to_sweep

MOST_WEBHOOKS = 20  # of a tenant
KEY_BYTES = 32
SIGNS_BESIDE = timedelta(hours=24)  # a former secret, after a rotation

DeliveryFilter = Literal["open", "dead", "all"]
_STATES = {"open": ("ready", "leased"), "dead": ("dead",), "all": None}


@dataclass(frozen=True, slots=True, kw_only=True)
class NewWebhook:
    """An address as it is written down. secret: shown this once."""

    webhook: Webhook
    secret: str


@dataclass(frozen=True, slots=True, kw_only=True)
class KeepWebhooks:
    """Keeps a tenant's addresses; what happened before one was made is not told to it."""

    db: Database
    sender: WebhookSender

    async def make(
        self, tenant: UUID, url: str, events: Sequence[str], secret: str | None = None
    ) -> NewWebhook:
        """Write an address down. secret: one is made when it is None. Raises: BadInput, Refused.

        It is told nothing before it proved itself by a challenge, unless an operator listed it.
        """
        wanted, key = _known(events), _secret(secret)
        self._check(url)
        vouched = self.sender.is_vouched_for(url)
        async with self.db.begin(tenant) as connection:
            if await webhooks.count(connection, tenant) >= MOST_WEBHOOKS:
                raise Refused(
                    "too_many_webhooks",
                    f"a tenant has at most {MOST_WEBHOOKS} webhooks",
                    hint="delete one that is not needed",
                )
            made = await webhooks.add(
                connection, tenant, url=url, events=wanted, secret=key, proved=vouched
            )
        proved = not vouched and await self._proves_itself(tenant, made)
        async with self.db.begin(tenant) as connection:
            if proved:
                await webhooks.enable(connection, tenant, made)
            return NewWebhook(webhook=await _one(connection, tenant, made), secret=key)

    async def list(self, tenant: UUID) -> tuple[Webhook, ...]:
        """All of them with their health, the oldest first."""
        async with self.db.begin(tenant) as connection:
            return await webhooks.listed(connection, tenant)

    async def page(
        self, tenant: UUID, *, cursor: str | None = None, limit: int = USUAL_PAGE
    ) -> Page[Webhook]:
        """A page of the same. Raises: BadInput."""
        after, limit = read_moment_cursor(cursor), check_limit(limit)
        every = await self.list(tenant)  # MOST_WEBHOOKS at the most
        found = [each for each in every if after is None or _place(each) > after]
        following = cursor_behind(found, limit, _place)
        return Page(items=tuple(found[:limit]), next_cursor=following, total=len(every))

    async def one(self, tenant: UUID, webhook: UUID) -> Webhook:
        """One of them. Raises: NotFound."""
        async with self.db.begin(tenant) as connection:
            return await _one(connection, tenant, webhook)

    async def delete(self, tenant: UUID, webhook: UUID) -> None:
        """Forget an address and what waits for it. Raises: NotFound."""
        async with self.db.begin(tenant) as connection:
            if not await webhooks.drop(connection, tenant, webhook):
                raise _unknown()

    async def rotate(self, tenant: UUID, webhook: UUID, secret: str | None = None) -> NewWebhook:
        """Sign with a new secret, for a day with the former one too. Raises: NotFound, BadInput."""
        key = _secret(secret)
        async with self.db.begin(tenant) as connection:
            if not await webhooks.rotate(connection, tenant, webhook, key, SIGNS_BESIDE):
                raise _unknown()
            return NewWebhook(webhook=await _one(connection, tenant, webhook), secret=key)

    async def enable(self, tenant: UUID, webhook: UUID) -> Webhook:
        """Tell a disabled one again, of what happens from now on, once it proved itself.

        Raises: NotFound, Refused.
        """
        if not await self._proves_itself(tenant, webhook):
            raise Refused(
                "webhook_unproved",
                "the address did not answer the challenge with its word",
                hint=f"answer {CHALLENGE} with the challenge it carries, then enable it again",
            )
        async with self.db.begin(tenant) as connection:
            if not await webhooks.enable(connection, tenant, webhook):
                raise _unknown()
            return await _one(connection, tenant, webhook)

    async def deliveries(
        self,
        tenant: UUID,
        webhook: UUID,
        *,
        status: DeliveryFilter = "all",
        cursor: str | None = None,
        limit: int = USUAL_PAGE,
    ) -> Page[DeliveryStatus]:
        """What went there, the newest first; `dead` is the dead-letter list. Raises: NotFound."""
        after, limit = read_moment_cursor(cursor), check_limit(limit)
        async with self.db.begin(tenant) as connection:
            await _one(connection, tenant, webhook)
            found, total = await delivery_records.page(
                connection,
                tenant,
                webhook,
                states=_STATES[status],
                after=after,
                limit=limit + 1,
            )
        following = cursor_behind(found, limit, lambda each: (each.written_at, each.id))
        return Page(items=found[:limit], next_cursor=following, total=total)

    async def trouble(self) -> Trouble:
        """What is wrong with endpoints, over all tenants, in numbers."""
        found = Trouble()
        for tenant in await tenants_to_sweep(self.db):
            async with self.db.begin(tenant) as connection:
                found = found.plus(await webhooks.trouble(connection, tenant))
        return found

    async def _proves_itself(self, tenant: UUID, webhook: UUID) -> bool:
        """Whether who answers at an address agrees to be told. Raises: NotFound."""
        async with self.db.begin(tenant) as connection:
            found = await webhooks.signers(connection, tenant, webhook)
            now = await webhooks.server_time(connection)
        if found is None:
            raise _unknown()
        url, keys = found
        if self.sender.is_vouched_for(url):
            return True
        word = secrets.token_urlsafe(KEY_BYTES)
        body = payload(CHALLENGE, now, {"challenge": word})
        headers = signed(keys, message_id(uuid4()), now, body)
        return await self.sender.echoes(url, body=body, headers=headers, word=word)

    def _check(self, url: str) -> None:
        try:
            self.sender.check(url)
        except Refused as refused:
            raise BadInput(refused.code, refused.message, hint=refused.hint, field="url") from None


async def _one(connection: Connection, tenant: UUID, webhook: UUID) -> Webhook:
    found = await webhooks.one(connection, tenant, webhook)
    if found is None:
        raise _unknown()
    return found


def _known(events: Sequence[str]) -> tuple[str, ...]:
    unknown = [each for each in events if each not in set(Event)]
    if unknown or not events:
        raise BadInput(
            "unknown_event",
            "a webhook needs events that exist",
            hint="choose from " + ", ".join(Event),
            field="events",
        )
    return tuple(each for each in Event if each in events)


def _secret(given: str | None) -> str:
    return secret_of(secrets.token_bytes(KEY_BYTES) if given is None else key_of(given))


def _unknown() -> NotFound:
    return NotFound("unknown_webhook", "there is no such webhook", hint="list the webhooks")


def _place(webhook: Webhook) -> tuple[datetime, UUID]:
    return webhook.created_at, webhook.id
