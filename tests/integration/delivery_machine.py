"""The queue of deliveries as a state machine over real PostgreSQL.

Time passes by moving every stored moment back, since leases go by the database's own clock.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar
from uuid import UUID, uuid4

from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from nightcrew.domain.delivery import Delivery
from nightcrew.store import deliveries
from nightcrew.store.deliveries import Stuck
from tests.integration.delivery_place import Place

LEASE, WAIT = 30, 30  # seconds; time passes in steps of 20, so no step ends on an edge
STEP = 20
MOST = 3  # attempts, so that the cap is reached within a history
OVER = ("done", "dead")


@dataclass(slots=True)
class Known:
    """What the machine knows of one delivery."""

    event: UUID
    state: str = "ready"
    attempts: int = 0
    due: int = 0
    token: UUID | None = None
    until: int = 0


@dataclass(slots=True)
class Holder:
    """A worker that believes to hold a delivery."""

    delivery: Delivery
    sent: bool = False


def outbox_machine(place: Place) -> type[OutboxMachine]:
    """The machine over a place."""
    return type("OutboxMachine", (OutboxMachine,), {"place": place})


class OutboxMachine(RuleBasedStateMachine):
    """enqueue, claim, renew, send, finish, crash, tick, rescue-read, rescue-apply, pause."""

    place: ClassVar[Place]

    def __init__(self) -> None:
        super().__init__()
        self.place.say("delete from deliveries")
        self.now = 0
        self.known: dict[UUID, Known] = {}
        self.holders: list[Holder] = []
        self.stuck: list[Stuck] = []
        self.tokens: set[UUID] = set()
        self.effects: set[UUID] = set()
        self.over: dict[UUID, str] = {}

    @initialize()
    def begin(self) -> None:
        self.enqueue(again=False)
        self.enqueue(again=False)
        self.claim(batch=2)

    @rule(again=st.booleans())
    def enqueue(self, again: bool) -> None:
        waiting = [each.event for each in self.known.values()]
        told = waiting[0] if again and waiting else uuid4()
        self.place.say(
            "select note_event('memory.changed', :tenant, :event, null, null, null, '{}',"
            " null, now())",
            tenant=self.place.tenant,
            event=told,
        )
        found = self.place.say("select id from deliveries where event_id = :event", event=told)
        assert len(found) == 1, "an event stands in the queue once"
        self.known.setdefault(found[0].id, Known(event=told))

    @rule(batch=st.integers(1, 2))
    def claim(self, batch: int) -> None:
        free = [key for key, each in self.known.items()
                if each.state == "ready" and each.due <= self.now]  # fmt: skip
        taken = self.place.do(
            deliveries.claim, self.place.webhook, now=None, batch=batch, lease_seconds=LEASE
        )
        assert len(taken) == min(batch, len(free)), "what is due is claimed, and only that"
        for each in taken:
            assert each.id in free, "only what is ready and due can be claimed"
            assert each.lease_token not in self.tokens, "a token is never used again"
            self.tokens.add(each.lease_token)
            known = self.known[each.id]
            known.state, known.token = "leased", each.lease_token
            known.attempts, known.until = known.attempts + 1, self.now + LEASE
            self.holders.append(Holder(each))

    @precondition(lambda self: self.holders)
    @rule(which=st.integers(0, 99))
    def renew(self, which: int) -> None:
        holder = self._holder(which)
        known = self.known[holder.delivery.id]
        held = self.place.do(deliveries.renew, holder.delivery, LEASE)
        assert held == self._holds(holder), "only the holder renews"
        if held:
            known.until = self.now + LEASE

    @precondition(lambda self: self.holders)
    @rule(which=st.integers(0, 99))
    def send(self, which: int) -> None:
        holder = self._holder(which)
        self.effects.add(holder.delivery.event_id)
        holder.sent = True

    @precondition(lambda self: self.holders)
    @rule(which=st.integers(0, 99))
    def finish(self, which: int) -> None:
        self._finish(self._holder(which))

    @precondition(lambda self: self.holders)
    @rule(which=st.integers(0, 99))
    def send_and_finish(self, which: int) -> None:
        self.send(which)
        self._finish(self._holder(which))

    @precondition(lambda self: self.holders)
    @rule(which=st.integers(0, 99))
    def crash(self, which: int) -> None:
        self.holders.remove(self._holder(which))

    @precondition(lambda self: self.holders)
    @rule(claims=st.booleans())
    def pause(self, claims: bool) -> None:
        """Every worker sleeps over its lease, and another one takes its work."""
        self._pass(2 * STEP)
        for found in self._look():
            self._take_over(found)
        if claims:
            self.claim(batch=2)

    @rule(steps=st.integers(1, 2))
    def tick(self, steps: int) -> None:
        self._pass(steps * STEP)

    @rule()
    def rescue_read(self) -> None:
        self.stuck += self._look()

    @precondition(lambda self: self.stuck)
    @rule(which=st.integers(0, 99))
    def rescue_apply(self, which: int) -> None:
        self._take_over(self.stuck.pop(which % len(self.stuck)))

    @invariant()
    def the_table_is_what_is_known(self) -> None:
        rows = self.place.say("select id, event_id, state, attempts, lease_token from deliveries")
        told = {row.id: (row.event_id, row.state, row.attempts, row.lease_token)
                for row in rows}  # fmt: skip
        known = {key: (each.event, each.state, each.attempts, each.token)
                 for key, each in self.known.items()}  # fmt: skip
        assert told == known
        for key, each in self.known.items():
            assert each.attempts <= MOST, "no attempt after the last"
            assert each.state != "done" or each.event in self.effects, "done means arrived"
            assert self.over.get(key, each.state) == each.state, "what is over never changes"
            if each.state in OVER:
                self.over[key] = each.state

    def _finish(self, holder: Holder) -> None:
        self.holders.remove(holder)
        last = holder.delivery.attempts >= MOST
        state = "done" if holder.sent else "dead" if last else "ready"
        reason = None if state == "done" else "status_500"
        expected, known = self._holds(holder), self.known[holder.delivery.id]
        kept = self.place.do(
            deliveries.settle, holder.delivery, state=state, reason=reason, wait_seconds=WAIT
        )
        assert kept == expected, "a stale holder changes nothing"
        if kept:
            known.state, known.token, known.due = state, None, self.now + WAIT

    def _pass(self, seconds: int) -> None:
        self.now += seconds
        self.place.say(
            "update deliveries set lease_until = lease_until - make_interval(secs => :by),"
            " run_at = run_at - make_interval(secs => :by)",
            by=seconds,
        )

    def _take_over(self, found: Stuck) -> None:
        known = self.known[found.id]
        due = known.token == found.lease_token and known.until < self.now
        done = self.place.do(deliveries.rescue, found, most=MOST, at=None)
        assert (done is not None) == due, "a rescue takes only what is still stuck"
        if done is None:
            return
        known.state = "dead" if known.attempts >= MOST else "ready"
        known.token, known.due = None, self.now
        assert done.state == known.state, "the last attempt was the last"

    def _look(self) -> tuple[Stuck, ...]:
        found: tuple[Stuck, ...] = self.place.do(deliveries.stuck)
        wanted = {key for key, each in self.known.items()
                  if each.state == "leased" and each.until < self.now}  # fmt: skip
        assert {each.id for each in found} == wanted, "every lease that ran out is seen"
        return found

    def _holder(self, which: int) -> Holder:
        return self.holders[which % len(self.holders)]

    def _holds(self, holder: Holder) -> bool:
        return self.known[holder.delivery.id].token == holder.delivery.lease_token
