"""Every schedule as a Prefect deployment, and its flow."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any
from uuid import UUID

from prefect import Flow
from prefect.schedules import Interval

from flows.check_watches import check_watches
from flows.deliver_webhooks import deliver_webhooks
from flows.dream import dream
from flows.follow_ups import follow_ups
from flows.index_evidence import index_evidence
from flows.nightly_dream import nightly_dream
from flows.open_talks import open_talks
from flows.refresh_knowledge import refresh_knowledge
from flows.retention import retention
from flows.team_digest import team_digest
from flows.temporal_review import temporal_review
from flows.timetable import ANCHOR, every

AnyFlow = Flow[Any, Any]
ALL: tuple[AnyFlow, ...] = (
    dream,
    nightly_dream,
    temporal_review,
    follow_ups,
    open_talks,
    check_watches,
    deliver_webhooks,
    retention,
    team_digest,
    index_evidence,
    refresh_knowledge,
)
DEPLOYMENT = "tick"


async def register(tick_seconds: int) -> Mapping[UUID, AnyFlow]:
    """Tell the Prefect server every schedule; a second time it changes nothing."""
    return {await _register(flow, tick_seconds): flow for flow in ALL}


async def _register(flow: AnyFlow, tick_seconds: int) -> UUID:
    schedule = Interval(every(flow.name, tick_seconds), anchor_date=ANCHOR, timezone="UTC")
    deployment = await flow.ato_deployment(DEPLOYMENT, schedule=schedule)
    return await deployment.aapply()
