"""How fast what falls due reaches the outbox, and what many open follow-ups cost.

Words are given, not composed: a model takes seconds a message, and is measured elsewhere.
"""

from __future__ import annotations

import asyncio
import gc
import sys
import time
from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime

import psycopg

from nightcrew.app import App
from nightcrew.domain.pair import Pair
from nightcrew.domain.zones import zone_data_version
from nightcrew.store import follow_ups
from nightcrew.usecases.send_follow_ups import SendFollowUps
from nightcrew.usecases.send_follow_ups.wording import Allowed, Words
from tests.benchmarks.figures import Figure, Tell, load_note, run_alone, to_stderr
from tests.benchmarks.place import Place, QuickModel, open_place, open_scripted

BEFORE = 1_000  # messages of days before
DUE = 100_000
OPEN = (0, 100_000, 1_000_000)  # follow-ups of other days, beside what falls due
DUE_BESIDE = 10_000
FLOOR = 1_000  # messages a second, issue 4
NOW = datetime(2026, 10, 5, 3, 0, tzinfo=UTC)  # noon in Seoul

_USERS = """
insert into users (tenant_id, id, external_id, consents, claim_key)
select %(tenant)s, gen_random_uuid(), %(name)s || n, '{}', sha256(n::text::bytea)
from generate_series(1, %(count)s) n
"""
_PROMISES = """
insert into follow_ups (tenant_id, id, user_id, crew, kind, local, timezone, zone_mode, purpose,
  intent, when_nothing, grace_minutes, allow_night, asked_for, state, slot, next_at, next_local,
  created_at, cites, bundle, zone_data)
select u.tenant_id, gen_random_uuid(), u.id, 'travel-mina', 'one_shot', '2026-10-05T12:00',
  'Asia/Seoul', 'pinned', 'check_in', '물 마시기', 'send', 120, false, true, 'open',
  md5(u.id::text || n), %(at)s, '2026-10-05T12:00', %(at)s, '{}', '', %(zones)s
from users u, generate_series(1, %(each)s) n
where u.tenant_id = %(tenant)s and u.external_id like %(name)s || '%%'
"""


async def given(pair: Pair, allowed: Allowed, now: datetime) -> Words:
    """The same words for everybody."""
    return Words(text="물 한 잔 마실 시간이에요.")


def measure(tell: Tell) -> Sequence[Figure]:
    """Send what is due, alone and beside many open ones."""
    return asyncio.run(_measure())


async def _measure() -> Sequence[Figure]:
    figures: list[Figure] = []
    async with open_place() as place:
        gc.collect()
        gc.freeze()  # as the process does that runs the flows
        # A server that was told its tables are empty reads them whole for each key it checks;
        # one that has served is not in that state.
        await _rate(place, "before", due=BEFORE, others=0, floor=None)
        figures.append(await _rate(place, "all", due=DUE, others=0, floor=FLOOR))
        before = 0
        for others in OPEN:
            name = f"beside{others}"
            figures.append(
                await _rate(place, name, due=DUE_BESIDE, others=others - before, floor=None)
            )
            before = others
            figures[-1] = replace(
                figures[-1], name=f"due to outbox beside {others:,} open follow-ups"
            )
    return figures


async def _rate(place: Place, name: str, *, due: int, others: int, floor: float | None) -> Figure:
    async with open_scripted(place.access.app_url, QuickModel()) as app:
        tenant = await app.keep_tenant.tenant()
        await asyncio.to_thread(_promise, place, str(tenant), name, due, others)
        to_stderr(f"ledger: {due:,} due, {others:,} more open")
        began = time.perf_counter()
        await _sender(app)(now=NOW, tenant=tenant)
        took = time.perf_counter() - began
    rate = due / took
    to_stderr(f"ledger: {rate:,.0f} messages/s")
    return Figure(
        name=f"{due:,} due at one minute, claimed and in the outbox",
        value=rate,
        unit="/s",
        limit=floor,
        at_least=True,
        note=f"ledger: words given, not composed; {follow_ups.CLAIM_BATCH} a batch; {load_note()}",
    )


def _sender(app: App) -> SendFollowUps:
    return replace(app.flows.send_follow_ups, composer=given)


def _promise(place: Place, tenant: str, name: str, due: int, others: int) -> None:
    zones = zone_data_version()
    with psycopg.connect(place.access.owner_url, autocommit=False) as owner:
        owner.execute("select set_config('app.tenant', %s, true)", [tenant])
        names = {"tenant": tenant, "name": f"{name}-due-", "count": due}
        owner.execute(_USERS, names)
        owner.execute(_PROMISES, {**names, "at": NOW, "each": 1, "zones": zones})
        if others:
            names = {"tenant": tenant, "name": f"{name}-open-", "count": others // 10}
            owner.execute(_USERS, names)
            later = NOW.replace(year=2027)
            owner.execute(_PROMISES, {**names, "at": later, "each": 10, "zones": zones})
    place.settle()


if __name__ == "__main__":
    sys.exit(run_alone(measure))
