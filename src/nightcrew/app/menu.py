"""The App: what the product can do, field by field."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from datetime import timedelta
from functools import partial

from nightcrew import prompts
from nightcrew.app.crew_menu import wire_editing
from nightcrew.app.crew_reload import CrewReload
from nightcrew.app.crew_room import CrewRoom
from nightcrew.app.flow_menu import FlowMenu
from nightcrew.app.knowledge_menu import KnowledgeMenu, wire_knowledge
from nightcrew.app.team_menu import TeamMenu, wire_teams
from nightcrew.app.world import World, open_world
from nightcrew.domain import budget, forgetting
from nightcrew.domain.receipt import EraseEntry, Erasing
from nightcrew.domain.zones import use_packaged_zones
from nightcrew.settings import Settings
from nightcrew.store.kept_safety import KeptSafety
from nightcrew.store.listing_search import ListingSearch
from nightcrew.store.past_search import PastSearch
from nightcrew.usecases.answer_turn import AnswerTurn
from nightcrew.usecases.answer_turn.began_with import BeganWith
from nightcrew.usecases.answer_turn.looking_back import LookBack
from nightcrew.usecases.answer_turn.pricing import Pricing
from nightcrew.usecases.answer_turn.tool_use import ToolUse
from nightcrew.usecases.apply_retention import ApplyRetention
from nightcrew.usecases.ask_price import AskPrice
from nightcrew.usecases.backfill_evidence import BackfillEvidence
from nightcrew.usecases.check_watches import CheckWatches
from nightcrew.usecases.check_watches.looking import Look
from nightcrew.usecases.copy_memories import CopyMemories
from nightcrew.usecases.count_listings import CountListings
from nightcrew.usecases.decide_dreams import DecideDreams
from nightcrew.usecases.deliver_messages import DeliverMessages
from nightcrew.usecases.edit_crews import EditCrews
from nightcrew.usecases.erase_words import EraseWords
from nightcrew.usecases.explain_turn import ExplainTurn
from nightcrew.usecases.index_evidence import IndexEvidence
from nightcrew.usecases.keep_console import KeepConsole
from nightcrew.usecases.keep_follow_ups import KeepFollowUps
from nightcrew.usecases.keep_memories import KeepMemories
from nightcrew.usecases.keep_people import KeepPeople
from nightcrew.usecases.keep_safety import KeepSafety
from nightcrew.usecases.keep_suggestions import KeepSuggestions
from nightcrew.usecases.keep_tenant import KeepTenant
from nightcrew.usecases.keep_webhooks import KeepWebhooks
from nightcrew.usecases.limit_calls import LimitCalls
from nightcrew.usecases.load_listings import LoadListings
from nightcrew.usecases.move_person import MovePerson
from nightcrew.usecases.open_talks import OpenTalks
from nightcrew.usecases.plan_follow_ups import PlanFollowUps
from nightcrew.usecases.preview_crew import PreviewCrew
from nightcrew.usecases.read_calendar import ReadCalendar
from nightcrew.usecases.read_console import ReadConsole
from nightcrew.usecases.read_dreams import ReadDreams
from nightcrew.usecases.read_evidence import ReadEvidence
from nightcrew.usecases.read_outbox import ReadOutbox
from nightcrew.usecases.rebuild_memories import RebuildMemories
from nightcrew.usecases.recall_past import RecallPast
from nightcrew.usecases.replay_judgements import ReplayJudgements
from nightcrew.usecases.review_plans import ReviewPlans
from nightcrew.usecases.run_dream import RunDream
from nightcrew.usecases.send_follow_ups import SendFollowUps


# Its text would be that of every crew and question, and event loops print what tasks give back.
@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class App:
    """Everything the product can do; HTTP, the command line and flows use it in the same way."""

    answer_turn: AnswerTurn
    explain_turn: ExplainTurn
    keep_people: KeepPeople
    keep_memories: KeepMemories
    erase_words: EraseWords
    edit_crews: EditCrews
    replay_judgements: ReplayJudgements
    keep_suggestions: KeepSuggestions
    keep_follow_ups: KeepFollowUps
    keep_tenant: KeepTenant
    keep_safety: KeepSafety
    keep_webhooks: KeepWebhooks
    limit_calls: LimitCalls
    keep_console: KeepConsole
    read_console: ReadConsole
    read_calendar: ReadCalendar
    recall_past: RecallPast
    index_evidence: IndexEvidence
    run_dream: RunDream
    read_dreams: ReadDreams
    decide_dreams: DecideDreams
    copy_memories: CopyMemories
    backfill_evidence: BackfillEvidence
    move_person: MovePerson
    rebuild_memories: RebuildMemories
    read_evidence: ReadEvidence
    read_outbox: ReadOutbox
    load_listings: LoadListings
    count_listings: CountListings
    ask_price: AskPrice
    preview_crew: PreviewCrew
    knowledge: KnowledgeMenu
    teams: TeamMenu
    flows: FlowMenu
    crews: CrewRoom
    crew_reload: CrewReload
    world: World
    settings: Settings


@asynccontextmanager
async def open_app(
    settings: Settings, world: World | None = None, *, keeps_text: bool = True
) -> AsyncIterator[App]:
    """Wire the menu over the configured neighbours, or over those a test hands in; no stage.

    keeps_text: False for somebody who only compares crew text, whose edits are to be no version.
    """
    use_packaged_zones()
    async with AsyncExitStack() as stack:
        there = world if world else await stack.enter_async_context(open_world(settings))
        app = wire(settings, there, keeps_text=keeps_text)
        # A restored backup must not be served before it lost again what was erased since.
        await app.erase_words.catch_up()
        await app.knowledge.ship()
        await stack.enter_async_context(app.crew_reload.reloading())
        yield app
        await _finish(app.answer_turn.running)


def wire(settings: Settings, world: World, *, keeps_text: bool = True) -> App:
    """Put every use case together; the only place that knows them all."""
    quiet = timedelta(seconds=settings.quiet_before_dream)
    db, crews, clock = world.db, world.crews, world.clock
    search = PastSearch(db=db, embedder=world.embedder)
    keep_people = KeepPeople(db=db, clock=clock, crews=crews)
    recall_past = RecallPast(db=db, clock=clock, crews=crews, search=search)
    run_dream = _dreaming(settings, world)
    knowledge, teams = wire_knowledge(world), wire_teams(world)
    flows = _flows(world, run_dream, quiet, knowledge, teams)
    kept_safety = KeptSafety(db=db)
    reload = CrewReload(room=crews, db=db, keeps=keeps_text)
    return _by_themselves(world)(
        answer_turn=_answering(world, search, knowledge, kept_safety),
        keep_people=keep_people,
        erase_words=_erasing(world, keep_people, recall_past),
        edit_crews=wire_editing(world, reload),
        keep_safety=KeepSafety(db=db, crews=crews, crisis=world.crisis, kept=kept_safety),
        limit_calls=LimitCalls(db=db, per_second=settings.requests_per_second),
        recall_past=recall_past,
        index_evidence=flows.index_evidence,
        run_dream=run_dream,
        preview_crew=PreviewCrew(db=db, crews=crews, clock=clock, search=search),
        knowledge=knowledge,
        teams=teams,
        flows=flows,
        crews=crews,
        crew_reload=reload,
        world=world,
        settings=settings,
    )


def _by_themselves(world: World) -> partial[App]:
    """The use cases that share nothing with others but the neighbours."""
    db, crews, clock = world.db, world.crews, world.clock
    return partial(
        App,
        explain_turn=ExplainTurn(db=db),
        keep_memories=KeepMemories(db=db, clock=clock, crews=crews),
        replay_judgements=ReplayJudgements(db=db, crews=crews, model=world.model),
        keep_suggestions=KeepSuggestions(db=db, clock=clock, crews=crews),
        keep_follow_ups=KeepFollowUps(db=db, clock=clock, crews=crews),
        keep_tenant=KeepTenant(db=db),
        keep_webhooks=KeepWebhooks(db=db, sender=world.webhooks),
        keep_console=KeepConsole(db=db),
        read_console=ReadConsole(db=db, clock=clock, crews=crews),
        read_calendar=ReadCalendar(db=db, clock=clock, crews=crews),
        read_dreams=ReadDreams(db=db),
        decide_dreams=DecideDreams(db=db, clock=clock, crews=crews),
        copy_memories=CopyMemories(db=db, clock=clock, crews=crews),
        backfill_evidence=BackfillEvidence(db=db, crews=crews, crisis=world.crisis),
        move_person=MovePerson(db=db, clock=clock, crews=crews),
        rebuild_memories=RebuildMemories(db=db, clock=clock, crews=crews),
        read_evidence=ReadEvidence(db=db),
        read_outbox=ReadOutbox(db=db, clock=clock),
        load_listings=LoadListings(db=db, clock=clock),
        count_listings=CountListings(db=db),
        ask_price=AskPrice(search=ListingSearch(db=db), clock=clock),
    )


def _answering(
    world: World, search: PastSearch, knowledge: KnowledgeMenu, safety: KeptSafety
) -> AnswerTurn:
    look_back = LookBack(search=search)
    return AnswerTurn(
        db=world.db,
        crews=world.crews,
        model=world.model,
        tools=ToolUse(
            model=world.model,
            search=world.search,
            look_back=look_back,
            pricing=Pricing(search=ListingSearch(db=world.db)),
            knowing=knowledge.knowing,
        ),
        crisis=world.crisis,
        safety=safety,
        clock=world.clock,
        running=set(),
        began_with=BeganWith(db=world.db),
    )


def _dreaming(settings: Settings, world: World) -> RunDream:
    return RunDream(
        db=world.db,
        crews=world.crews,
        model=world.model,
        clock=world.clock,
        quiet_for=timedelta(seconds=settings.quiet_before_dream),
        longest_wait=timedelta(seconds=settings.max_wait_before_dream),
    )


def _erasing(world: World, keep_people: KeepPeople, recall_past: RecallPast) -> EraseWords:
    def dropped(entry: EraseEntry, user: str) -> None:
        recall_past.vectors.drop_said()
        if entry.kind is Erasing.PERSON:
            keep_people.known.drop(entry.tenant, user)
            prompts.forget_names()
            budget.forget_names()
            forgetting.forget_keys()

    return EraseWords(db=world.db, clock=world.clock, journal=world.journal, dropped=dropped)


def _flows(
    world: World,
    run_dream: RunDream,
    quiet: timedelta,
    knowledge: KnowledgeMenu,
    teams: TeamMenu,
) -> FlowMenu:
    db, crews, model, clock = world.db, world.crews, world.model, world.clock
    return FlowMenu(
        db=db,
        clock=clock,
        run_dream=run_dream,
        review_plans=ReviewPlans(db=db, clock=clock, crews=crews),
        plan_follow_ups=PlanFollowUps(
            db=db, crews=crews, model=model, clock=clock, quiet_for=quiet
        ),
        open_talks=OpenTalks(db=db, crews=crews, clock=clock),
        check_watches=CheckWatches(
            db=db,
            crews=crews,
            look=Look(search=world.search, prices=ListingSearch(db=db)),
            clock=clock,
        ),
        send_follow_ups=SendFollowUps(db=db, crews=crews, model=model, clock=clock),
        deliver_messages=DeliverMessages(db=db, crews=crews, sender=world.webhooks, clock=clock),
        apply_retention=ApplyRetention(db=db, clock=clock, crews=crews),
        index_evidence=IndexEvidence(db=db, embedder=world.embedder),
        refresh_knowledge=knowledge.refresh,
        digest_teams=teams.digest,
    )


async def _finish(running: set[asyncio.Task[object]]) -> None:
    """Let turns that nobody listens to any more come to their end."""
    if running:
        await asyncio.wait(running, timeout=30)
