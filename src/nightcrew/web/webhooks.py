"""The push form of the outbox: where a backend wants to be told, and how that is going."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Query
from fastapi.responses import Response
from pydantic import Field

from nightcrew.domain.named_fields import recast
from nightcrew.domain.webhook import Webhook
from nightcrew.usecases.keep_webhooks import DeliveryFilter, NewWebhook
from nightcrew.web.access import TurnCall
from nightcrew.web.bodies import Body, TimeBody
from nightcrew.web.json_shape import answer
from nightcrew.web.names import Cursor, IdInPath, Limit
from nightcrew.web.openapi_shapes import Deleted, WebhookMade, WebhookTold

router = APIRouter(tags=["webhooks"], prefix="/v1/webhooks")


class MakeWebhookBody(Body):
    """An address and what it is told of; a secret is made when none is given."""

    url: str
    events: list[str] = Field(max_length=20)
    secret: str | None = None


class RotateBody(Body):
    """The next secret; one is made when none is given."""

    secret: str | None = None


@router.post("")
async def make_webhook(body: MakeWebhookBody, call: TurnCall) -> Response:
    """Write an address down, `pending` until it answered a challenge; its secret is shown once."""
    call.at(body.now)
    made = await call.app.keep_webhooks.make(call.tenant, body.url, body.events, body.secret)
    return answer(_new(made), 201)


@router.get("")
async def list_webhooks(call: TurnCall, cursor: Cursor = None, limit: Limit = 50) -> Response:
    """All of them with their health, the oldest first."""
    found = await call.app.keep_webhooks.page(call.tenant, cursor=cursor, limit=limit)
    return answer(found.showing(map(_shown, found.items)))


@router.get("/{webhook}")
async def read_webhook(webhook: IdInPath, call: TurnCall) -> Response:
    """One of them."""
    return answer(_shown(await call.app.keep_webhooks.one(call.tenant, webhook)))


@router.delete("/{webhook}")
async def delete_webhook(webhook: IdInPath, call: TurnCall) -> Response:
    """Forget an address and what waits for it."""
    await call.app.keep_webhooks.delete(call.tenant, webhook)
    return answer(Deleted(id=webhook, deleted=True))


@router.post("/{webhook}/rotate")
async def rotate_secret(
    webhook: IdInPath, call: TurnCall, body: RotateBody | None = None
) -> Response:
    """Sign with a new secret, shown this once; the former one signs beside it for a day."""
    wanted = body or RotateBody()
    call.at(wanted.now)
    return answer(_new(await call.app.keep_webhooks.rotate(call.tenant, webhook, wanted.secret)))


@router.post("/{webhook}/enable")
async def enable_webhook(
    webhook: IdInPath, call: TurnCall, body: TimeBody | None = None
) -> Response:
    """Tell a disabled or pending address again, once it answered a challenge."""
    call.at(body.now if body else None)
    return answer(_shown(await call.app.keep_webhooks.enable(call.tenant, webhook)))


@router.get("/{webhook}/deliveries")
async def list_deliveries(
    webhook: IdInPath,
    call: TurnCall,
    status: Annotated[DeliveryFilter, Query()] = "all",
    cursor: Cursor = None,
    limit: Limit = 50,
) -> Response:
    """What went there, the newest first, in ids and codes; `dead` is the dead-letter list."""
    return answer(
        await call.app.keep_webhooks.deliveries(
            call.tenant, webhook, status=status, cursor=cursor, limit=limit
        )
    )


def _shown(webhook: Webhook) -> WebhookTold:
    return recast(WebhookTold, webhook, health=webhook.health)


def _new(made: NewWebhook) -> WebhookMade:
    return recast(WebhookMade, made.webhook, health=made.webhook.health, secret=made.secret)
