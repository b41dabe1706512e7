"""One history of one user's memories: who they are, what is known of it, and how steps are done."""

from __future__ import annotations

import asyncio
import re
from collections import defaultdict
from collections.abc import Awaitable, Callable, Coroutine, Sequence
from contextlib import suppress
from dataclasses import replace
from datetime import timedelta
from typing import Any, ClassVar, TypeVar
from uuid import UUID

from hypothesis.stateful import RuleBasedStateMachine, invariant

from nightcrew.domain.dream import DreamReport
from nightcrew.domain.errors import NightcrewError
from nightcrew.domain.questions import ProposeInputs
from nightcrew.ports import Question
from tests.integration.memory_dreamer import (
    NO_MORE,
    Sayings,
    Says,
    Wish,
    chance_of,
    claim,
    proposal,
    thing,
    verdicts,
)  # fmt: skip
from tests.integration.memory_invariants import FINAL, Row, Seen, check, look, word_of
from tests.integration.memory_place import Place
from tests.talk import Talk

T = TypeVar("T")
CREW, OTHER = "travel-mina", "mindcare-sora"
_LINE = re.compile(r"\[m\d+\] \(\d{4}-\d\d-\d\d, via (?:미나|소라)\) (.+)")


def chosen(rows: Sequence[T], seed: int) -> T | None:
    """One of them, or None where there is none: what is drawn must not hang on what is stored."""
    return chance_of(seed).choice(rows) if rows else None


class MemoryHistory(RuleBasedStateMachine):
    """A user from the first word to the erasure; place: set by who makes the machine.

    own: memories that the step's own act of the user was about. buried: a word to the memories
    that said it when they were forgotten. said_otherwise: words in lines that claim nothing.
    """

    place: ClassVar[Place]

    def __init__(self) -> None:
        super().__init__()
        self.talk: Talk = self.place.begin_history(CREW)
        pair = self.talk.pair
        self.elsewhere = replace(self.talk, pair=replace(pair, crew=OTHER))
        self.tenant, self.user = pair.tenant, f"u{self.place.histories}"
        self.now = Seen()
        self.own: frozenset[str] = frozenset()
        self.buried: dict[str, set[str]] = defaultdict(set)
        self.said_otherwise: set[str] = set()
        self.marks = 0
        self.waiting: list[DreamReport] = []
        self.applied: list[DreamReport] = []

    @invariant()
    def all_is_as_it_must_be(self) -> None:
        before, self.now = self.now, look(self.place, self.talk.pair.user)
        own, self.own = self.own, frozenset()
        check(before, self.now, own=own, buried=self.buried)
        self.neighbours_are_undisturbed()
        self.place.clock.at += timedelta(minutes=3)

    def neighbours_are_undisturbed(self) -> None:
        """7: whatever was done to one user, every row of the others is as it was."""
        assert self.place.neighbours_rows() == self.place.undisturbed, "a neighbour's row changed"

    def teardown(self) -> None:
        """Every history ends with the user's wish to be erased."""
        self.place.run(self.place.app.erase_words.person(self.tenant, self.user))
        assert self.place.tables_about(self.talk.pair.user) == []
        self.neighbours_are_undisturbed()

    def turn(self, talk: Talk, words_said: str) -> Any:
        """Say something, and hold the prompt of the reply against what is known."""
        self.place.clock.at += timedelta(minutes=1)
        turn = self.place.run(talk.say(words_said))
        self.place.model.answers["judge_needs"] = {}
        prompt = self.place.model.asked_for("reply")[-1].text
        self.place.model.asked.clear()
        self._has_one_line_a_memory(prompt, talk)
        self.own |= frozenset(map(str, turn.memory.saved or ()))
        return turn

    def dreamt(
        self, said: Sayings, wanted: Sequence[Wish], says: Says, *, nightly: bool = False
    ) -> DreamReport:
        """Say things and dream of them; at night nothing is said."""
        self.tell(said)
        self.script(wanted, says, nightly=nightly)
        report = self.place.run(self.place.app.run_dream(self.talk.pair, nightly=nightly))
        self.note(report)
        return report

    def tell(self, said: Sayings) -> None:
        """Say things, one a minute."""
        for word, feeling in said:
            self.place.clock.at += timedelta(minutes=1)
            self.place.run(self.talk.say(self.line(word, feeling)))

    def line(self, word: str, feeling: str) -> str:
        """The words for a thing that is liked, or liked no more."""
        if feeling == "likes no more":
            self.said_otherwise.add(word)
            return f"{thing(word)} {NO_MORE}"
        return f"{'이제' if feeling == 'likes now' else '나는'} {thing(word)} 좋아해"

    def _has_one_line_a_memory(self, prompt: str, talk: Talk) -> None:
        shown = [line for line in prompt.splitlines() if line.startswith("[m")]
        told = sorted(found[1].split(" / ")[0] for found in map(_LINE.fullmatch, shown) if found)
        after = look(self.place, self.talk.pair.user).memories
        seen = [
            each["text"]
            for each in self.now.active()
            if (each["crew"] == talk.pair.crew or each["scope"] == "shared")
            and after[each["id"]]["status"] == "active"
        ]
        assert told == sorted(seen), "a prompt shows each memory once, with date and author"
        assert len(shown) == len(told)

    def act(self, act: str, **said: str) -> None:
        """Let the judge of the next turn see an act of memory."""
        self.place.model.answers["judge_needs"] = {"memory": {"use": True, "act": act, **said}}

    def script(
        self,
        wanted: Sequence[Wish],
        says: Says,
        *,
        nightly: bool = False,
        meanwhile: Callable[[], Awaitable[None]] | None = None,
    ) -> None:
        """What the next dream is told; meanwhile: done before the verifier answers."""
        settled = {key for key, line in self.now.lines.items() if line["state"] in FINAL}

        def propose(question: Question) -> Any:
            assert isinstance(question.inputs, ProposeInputs)
            for line in question.inputs.evidence:
                fresh = str(line.evidence.id) not in settled
                assert nightly or fresh, "a line that was settled is read again"
            return proposal(question.inputs, wanted)

        async def verify(question: Question) -> Any:
            if meanwhile is not None:
                await meanwhile()
            return verdicts(question, says)

        self.place.model.answers |= {"propose_changes": propose, "verify_changes": verify}

    async def cut_off(self, where: str) -> bool:
        """Dream and die at a place; whether the dream came that far."""
        dreaming = asyncio.create_task(self.place.app.run_dream(self.talk.pair))

        async def never(_: Question) -> None:
            dreaming.cancel()
            await asyncio.sleep(60)

        if where in self.place.model.answers:
            self.place.model.answers[where] = never
        else:
            self.place.stop_at, self.place.stopping = where, dreaming
        with suppress(asyncio.CancelledError):
            await dreaming
        self.place.stop_at = ""
        return dreaming.cancelled()

    async def editing(self, memory: Row) -> None:
        """Put words into a memory that stand nowhere else."""
        self.marks += 1
        mark = f"qz{chr(97 + self.marks // 26)}{chr(97 + self.marks % 26)}"
        keep = self.place.app.keep_memories
        await keep.change(self.tenant, self.user, UUID(memory["id"]), claim(mark))
        self.own = frozenset([memory["id"]])

    async def forgetting(self, memory: Row) -> None:
        """Forget a memory on the user's own screen."""
        await self.place.app.keep_memories.forget(self.tenant, self.user, UUID(memory["id"]))
        self.own = frozenset([memory["id"]])
        self.bury_all(memory)

    def bury_all(self, memory: Row) -> None:
        """Bury what a memory says and said; a former value that another one says stays with it."""
        elsewhere = {
            word_of(each["text"]) for each in self.now.active() if each["id"] != memory["id"]
        }
        for each in self.now.said_by(memory["id"]):
            if not each["text"]:
                continue
            is_former = each["text"] != memory["text"]
            if not (is_former and word_of(each["text"]) in elsewhere):
                self.bury(each["text"], memory["id"])

    def bury(self, text: str, memory: str) -> None:
        """Note that what a text is about must not come back."""
        self.buried[word_of(text)].add(memory)

    def is_nowhere(self, texts: Sequence[str]) -> None:
        """5 and 6: words that nothing else says are in no table any more."""
        left = look(self.place, self.talk.pair.user)
        kept = [each["text"] for each in left.versions.values() if each["text"]]
        for word in set(map(word_of, texts)) - set(map(word_of, kept)) - self.said_otherwise:
            found = self.place.tables_that_say(word)
            assert not found, f"words that were taken away stand in {found}"

    def note(self, report: DreamReport) -> None:
        """Count what became of a dream's changes, and keep the dream if it can be undone."""
        for each in report.changes:
            self.place.happened[each.action if each.applied else str(each.reason)] += 1
        if any(each.applied for each in report.changes):
            self.applied.append(report)
        self.place.model.asked.clear()

    def active(self, seed: int) -> Row | None:
        """One of the memories that are on."""
        return chosen(self.now.active(), seed)

    def any(self, seed: int) -> Row | None:
        """One of the memories, on or off."""
        return chosen(list(self.now.memories.values()), seed)

    def attempt(self, act: Coroutine[Any, Any, Any]) -> Any:
        """What came of an act, or None where the product refused it."""
        try:
            return self.place.run(act)
        except NightcrewError as refused:
            self.place.happened[refused.code] += 1
            return None
