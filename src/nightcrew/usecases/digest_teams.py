"""The team digest: what a team knows as prose, made anew when a line has changed."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, datetime
from uuid import UUID

from nightcrew.domain.day import moment, today
from nightcrew.domain.errors import ModelFailure
from nightcrew.domain.flow_report import FlowReport
from nightcrew.domain.lines import show_memories
from nightcrew.domain.questions import DigestInputs
from nightcrew.domain.team_digest import Digest, ProposedDigest, Sentence, checked, fingerprint
from nightcrew.domain.team_lines import TeamKnown
from nightcrew.domain.usage import Paid, Usage, Work
from nightcrew.ports import Clock, Crews, Model, Role
from nightcrew.prompts import render
from nightcrew.store import model_costs, team_memories, teams
from nightcrew.store.database import Database
from nightcrew.store.sweeps import tenants_to_sweep

MOST_LINES = 200  # a digest retells the newest so many; the others are shown as they are


@dataclass(frozen=True, slots=True, kw_only=True)
class _Told:
    """What came of asking. sentences: none, when one of them did not stand in its lines."""

    sentences: tuple[Sentence, ...]
    usage: Usage


@dataclass(frozen=True, slots=True, kw_only=True)
class DigestTeams:
    """Retells the lines of every team whose digest is stale; no transaction is open meanwhile.

    Until it is done, and when a sentence says more than its lines, prompts show the lines.
    """

    db: Database
    crews: Crews
    model: Model
    clock: Clock

    async def __call__(
        self, *, now: datetime | None = None, tenant: UUID | None = None, anyway: bool = False
    ) -> list[FlowReport]:
        """One report a team with lines; anyway: ask again where an answer was refused before.

        Outcomes: `digested`, `fresh`, `refused` (a sentence did not stand in its lines), `stale`
        (the lines changed meanwhile) and the kinds of a ModelFailure.
        """
        at = now or self.clock.now()
        reports: list[FlowReport] = []
        for each in await tenants_to_sweep(self.db, tenant):
            for name in await self._names(each):
                report = await self._of_team(each, name, at, anyway=anyway)
                reports += [report] if report else []
        return reports

    async def _names(self, tenant: UUID) -> list[str]:
        async with self.db.begin(tenant) as connection:
            return await teams.names(connection, tenant)

    async def _of_team(
        self, tenant: UUID, name: str, at: datetime, *, anyway: bool
    ) -> FlowReport | None:
        known, day = await self._known(tenant, name), today(at, self.crews.house().timezone)
        if known is None or not known.lines:
            return None
        tried = known.digest is not None and known.digest.fingerprint == fingerprint(
            known.lines, day
        )
        if tried and not (anyway and known.is_stale(day)):
            outcome = "refused_before" if known.is_stale(day) else "fresh"
            return _report(known, outcome)
        try:
            told = await self._ask(known, at, day)
        except ModelFailure as away:
            await self._pay(tenant, away.spent)
            return _report(known, away.kind, away.spent.model_calls)
        await self._pay(tenant, told.usage)
        return _report(known, await self._keep(tenant, known, told, at), told.usage.model_calls)

    async def _pay(self, tenant: UUID, usage: Usage) -> None:
        async with self.db.begin(tenant) as connection:
            await model_costs.note(connection, tenant, Paid(work=Work.DIGEST, usage=usage))

    async def _known(self, tenant: UUID, name: str) -> TeamKnown | None:
        async with self.db.begin(tenant) as connection:
            team = await teams.find(connection, tenant, name)
            return await team_memories.known(connection, tenant, team.id) if team else None

    async def _ask(self, known: TeamKnown, at: datetime, day: date) -> _Told:
        house = self.crews.house()
        shown = show_memories(known.lines[:MOST_LINES], day, house.locale, {})
        inputs = DigestInputs(moment=moment(at, house.timezone, house.locale), lines=shown)
        answered = await self.model.ask(render("digest_team", inputs), answer=ProposedDigest)
        kept = checked(answered.value, shown, today=day, locale=house.locale)
        return _Told(sentences=kept, usage=answered.usage)

    async def _keep(self, tenant: UUID, known: TeamKnown, told: _Told, at: datetime) -> str:
        day = today(at, self.crews.house().timezone)
        made = Digest(
            fingerprint=fingerprint(known.lines, day),
            sentences=told.sentences,
            model=self.model.name(Role.DREAM),
            outcome="kept" if told.sentences else "refused",
            made_at=at,
        )
        async with self.db.begin(tenant) as connection:
            await teams.lock(connection, tenant, known.id)
            lines = await team_memories.lines(connection, tenant, known.id)
            if fingerprint(lines, day) != made.fingerprint:
                return "stale"
            await team_memories.keep_digest(connection, tenant, known.id, made)
        return "digested" if told.sentences else "refused"


def _report(known: TeamKnown, outcome: str, calls: int = 0) -> FlowReport:
    counts = {"lines": len(known.lines), "model_calls": calls}
    return FlowReport(user="", crew="", outcome=outcome, counts=counts, ids=(known.id,))
