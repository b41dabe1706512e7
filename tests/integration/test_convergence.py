"""Thirty days of saying the same things again and correcting them end with one line a fact."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from datetime import date, timedelta
from typing import Any
from uuid import UUID

from nightcrew.domain.day import today
from nightcrew.domain.questions import ProposeInputs
from nightcrew.ports import Question
from nightcrew.store.database import Database
from tests.fakes import NOON, FixedClock
from tests.scripting import scripted
from tests.talk import Talk, app_of, talk_with

DAYS = 30
FACTS = 20
SAID_A_DAY = 6
NAMES = ("이도윤", "박서연", "최하준", "정유나", "강민재", "윤지호", "한소율", "오태린")
_STATED = re.compile(r"(\d+)번 모임 담당자는 (\S+?)(?:이야|야|이다)$")


@dataclass(kw_only=True)
class Said:
    """What was said last about a fact, on which day, and everything that was said before."""

    name: str = ""
    on: date = date.min
    former: list[str] = field(default_factory=list)


def propose(question: Question) -> dict[str, Any]:
    """A proposer with a bad memory: it proposes again what is held, and updates what it finds."""
    inputs = question.inputs
    assert isinstance(inputs, ProposeInputs)
    held = {_parts(each.memory.text)[0]: each for each in inputs.memories}
    changes: list[dict[str, Any]] = []
    for line in inputs.evidence:
        if not _STATED.search(line.evidence.text):
            continue
        number, name = _parts(line.evidence.text)
        known = held.get(number)
        change = {"kind": "fact", "text": f"{number}번 모임 담당자는 {name}이다",
                  "cites": [line.handle], "action": "create"}  # fmt: skip
        if known is not None and _parts(known.memory.text)[1] != name:
            change |= {"action": "update", "memory": known.handle}
        changes.append(change)
    return {"changes": changes}


def _parts(text: str) -> tuple[str, str]:
    found = _STATED.search(text)
    assert found is not None, text
    return found[1], found[2]


async def a_day(talk: Talk, clock: FixedClock, day: int, said: dict[int, Said]) -> None:
    """Six facts are told, a third of them with a new value."""
    clock.at = NOON + timedelta(days=day)
    for turn in range(SAID_A_DAY):
        number = (day * SAID_A_DAY + turn) % FACTS
        fact = said.setdefault(number, Said())
        name = NAMES[(number + day // 3) % len(NAMES)] if turn % 3 == 0 else fact.name
        name = name or NAMES[number % len(NAMES)]
        if name != fact.name:
            fact.former += [fact.name] if fact.name else []
            fact.name, fact.on = name, today(clock.at, "Asia/Seoul")
        await talk.say(f"{number + 1}번 모임 담당자는 {name}이야")
    clock.at += timedelta(seconds=121)


async def test_thirty_days_of_restating_and_correcting_leave_one_line_a_fact(
    database: Database, tenant: UUID
) -> None:
    clock, model = FixedClock(NOON), scripted(propose_changes=propose)
    talk = await talk_with(app_of(database, model, clock=clock), tenant)
    said: dict[int, Said] = {}

    for day in range(DAYS):
        await a_day(talk, clock, day, said)
        [report] = (await talk.app.flows.run("dream")).reports
        assert len(await talk.known()) <= len(said), report
    calls = len(model.asked)
    clock.at += timedelta(days=1)
    nothing = await talk.app.flows.run("dream")
    idle = await talk.app.run_dream(talk.pair)
    nights = await talk.app.flows.run("nightly-dream")

    known = {int(_parts(memory.text)[0]) - 1: memory for memory in await talk.known()}
    assert len(known) == len(await talk.known()) == FACTS
    for number, fact in said.items():
        memory = known[number]
        assert (_parts(memory.text)[1], memory.said_on) == (fact.name, fact.on)
        former = [_parts(each.text)[1] for each in memory.previous]
        assert former == fact.former[::-1][:3]
    assert sum(len(fact.former) for fact in said.values()) > FACTS
    assert (nothing.reports, idle.outcome, nights.reports) == ((), "nothing_to_do", ())
    assert len(model.asked) == calls
    assert await talk.rows("evidence", "state = 'pending'") == 0
