"""One user's memories as a state machine over real PostgreSQL, through the product's own acts."""

from __future__ import annotations

from datetime import timedelta
from uuid import UUID

from hypothesis import strategies as st
from hypothesis.stateful import initialize, rule

from nightcrew.app.flow_menu import FlowWish
from nightcrew.domain.reason import Reason
from nightcrew.usecases.keep_memories import NewMemory
from tests.integration.memory_dreamer import (
    BAD,
    MANY,
    WORDS,
    Says,
    Wish,
    chance_of,
    claim,
    sayings,
    thing,
    wishes,
)  # fmt: skip
from tests.integration.memory_history import CREW, MemoryHistory, chosen
from tests.integration.memory_invariants import look, word_of
from tests.integration.memory_place import Place

ZONES = ("Asia/Seoul", "America/New_York", "Pacific/Kiritimati")
# Where a dream may die: with a question to a model, or at a statement it is about to send.
STOPS = (
    "propose_changes",
    "verify_changes",
    "INSERT INTO memory_versions",
    "UPDATE evidence SET",
    "INSERT INTO dreams",
)
# A number of its own for each step: the library draws small and equal ones much too often.
seeds = st.integers(0, 2**32 - 1)


def memory_machine(place: Place) -> type[MemoryHistory]:
    """The machine over a place."""
    return type("MemoryMachineThere", (MemoryMachine,), {"place": place})


class MemoryMachine(MemoryHistory):
    """What a user, a dream, an operator and a clock do to memories, in any order."""

    @initialize()
    def begin(self) -> None:
        """Two things are known from talk, and one the user wrote."""
        told = [Wish(action="create", line=n, row=0, shared=bool(n)) for n in (0, 1)]
        self.dreamt([(WORDS[0], "likes"), (WORDS[1], "likes")], told, "all")
        assert len(look(self.place, self.talk.pair.user).active()) == 2, "what was said is learnt"
        self.add(seed=0)

    # What a user says.

    @rule(seed=seeds)
    def say(self, seed: int) -> None:
        for word, feeling in sayings(chance_of(seed)):
            self.turn(self.talk, self.line(word, feeling))

    @rule()
    def talk_to_another_crew(self) -> None:
        self.turn(self.elsewhere, "안녕")

    @rule(seed=seeds)
    def ask_to_remember(self, seed: int) -> None:
        word = chance_of(seed).choice(WORDS)
        self.act("remember", text=claim(word))
        turn = self.turn(self.talk, f"{thing(word)} 좋아한다고 기억해 줘")
        if turn.memory.saved:
            self.buried[word].clear()

    @rule(seed=seeds)
    def ask_to_forget(self, seed: int) -> None:
        memory = self.active(seed)
        if memory is None:
            return
        self.said_otherwise.add(word_of(memory["text"]))
        self.act("forget", query=memory["text"])
        turn = self.turn(self.talk, f"{word_of(memory['text'])} 얘기는 잊어 줘")
        for gone in map(str, turn.memory.forgotten):
            self.bury(self.now.memories[gone]["text"], gone)
            self.own |= {gone}

    # What a dream makes of it.

    @rule(seed=seeds)
    def dream(self, seed: int) -> None:
        chance = chance_of(seed)
        self.dreamt(sayings(chance), wishes(chance), "all")

    @rule(seed=seeds)
    def dream_nonsense(self, seed: int) -> None:
        chance = chance_of(seed)
        times = MANY if chance.random() < 0.1 else 1
        self.dreamt(sayings(chance), wishes(chance, BAD) * times, "all")

    @rule(seed=seeds, says=st.sampled_from(["none", "every other"]))
    def dream_and_be_refuted(self, seed: int, says: Says) -> None:
        chance = chance_of(seed)
        report = self.dreamt(sayings(chance), wishes(chance), says)
        refuted = not any(each.applied for each in report.changes)
        assert says != "none" or refuted, "what was refuted was applied"

    @rule(seed=seeds)
    def dream_at_night(self, seed: int) -> None:
        self.dreamt((), wishes(chance_of(seed)), "all", nightly=True)

    @rule(seed=seeds)
    def dream_in_review(self, seed: int) -> None:
        chance = chance_of(seed)
        self.tell(sayings(chance))
        self.script(wishes(chance), "all")
        before = look(self.place, self.talk.pair.user)
        report = self.place.run(self.place.app.run_dream(self.talk.pair, mode="review"))
        after = look(self.place, self.talk.pair.user)
        same = (after.memories, after.lines) == (before.memories, before.lines)
        assert same, "a dream in review changed something"
        if any(each.reason is Reason.NOT_ACCEPTED for each in report.changes):
            self.waiting.append(report)

    @rule(seed=seeds)
    def accept(self, seed: int) -> None:
        run = chosen(self.waiting, seed)
        if run is None:
            return
        numbers = [each.number for each in run.changes if each.reason is Reason.NOT_ACCEPTED]
        wanted = numbers[: 1 + seed % len(numbers)]
        report = self.attempt(self.place.app.decide_dreams.accept(self.tenant, run.id, wanted))
        if report is not None and any(each.applied for each in report.changes):
            self.place.happened["accept"] += 1
            self.applied.append(report)

    @rule(seed=seeds)
    def revert(self, seed: int) -> None:
        run = chosen(self.applied, seed)
        if run is None:
            return
        self.applied.remove(run)
        done = self.attempt(self.place.app.decide_dreams.revert(self.tenant, run.id))
        self.place.happened["revert"] += done is not None

    @rule(seed=seeds, where=st.sampled_from(STOPS))
    def dream_that_dies(self, seed: int, where: str) -> None:
        chance = chance_of(seed)
        self.tell(sayings(chance))
        self.script(wishes(chance), "all")
        before = look(self.place, self.talk.pair.user)
        if self.place.run(self.cut_off(where)):
            self.place.happened["died"] += 1
            after = look(self.place, self.talk.pair.user)
            assert after == before, "a dream that died left something"
        self.place.let_leases_end()

    @rule(seed=seeds, forgets=st.booleans())
    def change_while_a_dream_thinks(self, seed: int, forgets: bool) -> None:
        chance = chance_of(seed)
        memory = self.active(seed)
        if memory is None:
            return
        act = self.forgetting if forgets else self.editing
        self.tell(sayings(chance))
        self.script(wishes(chance), "all", meanwhile=lambda: act(memory))
        report = self.place.run(self.place.app.run_dream(self.talk.pair))
        self.note(report)
        if not self.own:
            return
        self.place.happened["changed meanwhile"] += 1
        seen = look(self.place, self.talk.pair.user).memories[memory["id"]]
        assert seen["version"] == memory["version"] + 1, "a dream wrote over the user's act"
        stale = not any(each.applied for each in report.changes)
        assert not forgets or stale, "a dream did not see what was forgotten meanwhile"

    # What a user does on the memory screen.

    @rule(seed=seeds)
    def add(self, seed: int) -> None:
        chance = chance_of(seed)
        word, scope = chance.choice(WORDS), chance.choice(("shared", "private"))
        new = NewMemory(crew=CREW, scope=scope, kind="fact", text=claim(word))
        added = self.attempt(self.place.app.keep_memories.add(self.tenant, self.user, new))
        if added is not None:
            self.buried[word].clear()
            self.own = frozenset([str(added.memory.id)])

    @rule(seed=seeds)
    def edit(self, seed: int) -> None:
        memory = self.active(seed)
        if memory is not None:
            self.place.run(self.editing(memory))

    @rule(seed=seeds)
    def forget(self, seed: int) -> None:
        memory = self.active(seed)
        if memory is not None:
            self.place.run(self.forgetting(memory))

    @rule(seed=seeds, version=st.none() | st.integers(1, 4))
    def restore(self, seed: int, version: int | None) -> None:
        memory = self.any(seed)
        if memory is None:
            return
        keep = self.place.app.keep_memories
        back = self.attempt(
            keep.restore(self.tenant, self.user, UUID(memory["id"]), version=version)
        )
        if back is None:
            return
        self.own = frozenset([memory["id"]])
        moved = version is not None or memory["status"] == "off"
        alone = str(back.id) == memory["id"]
        assert alone or moved, "another memory was answered for one that is on"
        assert not alone or back.version == memory["version"] + moved, "a restore adds one version"
        if moved:
            self.place.happened["restore"] += 1
            for said in self.buried.values():
                said.discard(memory["id"])
            self.buried[word_of(back.text)].clear()

    @rule(seed=seeds, version=st.integers(1, 4))
    def redact(self, seed: int, version: int) -> None:
        memory = self.any(seed)
        if memory is None:
            return
        self.own = frozenset([memory["id"]])
        done = self.attempt(
            self.place.app.erase_words.redact(self.tenant, self.user, UUID(memory["id"]), version)
        )
        was = self.now.versions.get((memory["id"], version))
        if done is not None and was is not None and was["text"]:
            self.place.happened["redact"] += 1
            said = [line["text"] for line in self.now.lines.values()]
            if not any(word_of(was["text"]) in line for line in said):
                self.is_nowhere([was["text"]])

    @rule(seed=seeds)
    def erase(self, seed: int) -> None:
        memory = self.any(seed)
        if memory is None:
            return
        self.own = frozenset(self.now.memories)
        said = [each["text"] for each in self.now.said_by(memory["id"]) if each["text"]]
        erasing = self.place.app.erase_words
        self.place.run(erasing.memory(self.tenant, self.user, UUID(memory["id"])))
        self.bury_all(memory)
        self.is_nowhere(said)

    @rule(seed=seeds)
    def erase_one_turn(self, seed: int) -> None:
        line = chosen(list(self.now.lines), seed)
        if line is None:
            return
        self.own = frozenset(self.now.memories)
        self.place.run(self.place.app.erase_words.turn(self.tenant, self.user, UUID(line)))
        left = look(self.place, self.talk.pair.user).lines[line]["text"]
        assert left == "", "an erased line has words"

    @rule()
    def start_over(self) -> None:
        self.own = frozenset(self.now.memories)
        self.place.run(self.place.app.keep_memories.start_over(self.tenant, self.user))
        assert not look(self.place, self.talk.pair.user).active()

    # What time and place do.

    @rule(zone=st.sampled_from(ZONES))
    def move_to_another_zone(self, zone: str) -> None:
        chosen = {"timezone": zone}
        self.place.run(self.place.app.keep_people.set_preferences(self.tenant, self.user, chosen))

    @rule(days=st.sampled_from([1, 31, 366]))
    def days_pass(self, days: int) -> None:
        self.place.clock.at += timedelta(days=days)
        for flow in ("temporal-review", "retention"):
            self.place.run(self.place.app.flows.run(flow, FlowWish(tenant=self.tenant)))
