"""What must be so after every step of a history of memories, whatever the step was.

The numbers are those of the invariants in reliability section 5; there is no team memory yet.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any
from uuid import UUID

from tests.integration.memory_place import ROOM, Place

Row = Mapping[str, Any]
FINAL = ("applied", "nothing")
MOST_CHANGES, MOST_REMOVALS = 20, 5  # a dream, issue 3 item 1
# Everything that was said of one user, in one round trip.
_SEEN = """
select
  (select coalesce(json_agg(m order by m.text, m.id), '[]') from memories m
   where m.user_id = %(user)s) as memories,
  (select coalesce(json_agg(v), '[]') from memory_versions v
   where v.user_id = %(user)s) as versions,
  (select coalesce(json_agg(c), '[]') from memory_cites c where c.user_id = %(user)s) as cites,
  (select coalesce(json_agg(e order by e.position), '[]') from (
    select e.id, e.position, e.speaker, e.state, e.dream_id, e.dreams, e.erased_at, s.text
    from evidence e
    join messages s on s.tenant_id = e.tenant_id and s.id = e.id
    where e.user_id = %(user)s) e) as lines,
  (select coalesce(json_agg(c), '[]') from dream_changes c where c.user_id = %(user)s) as changes,
  (select coalesce(json_agg(d.facts), '[]') from deliveries d
   where d.user_id = %(user)s and d.event = 'memory.changed') as told
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class Seen:
    """Everything about one user's memories at one moment, by id; versions by memory and number."""

    memories: Mapping[str, Row] = field(default_factory=dict)
    versions: Mapping[tuple[str, int], Row] = field(default_factory=dict)
    lines: Mapping[str, Row] = field(default_factory=dict)
    cites: Mapping[str, frozenset[str]] = field(default_factory=dict)
    changes: tuple[Row, ...] = ()
    told: frozenset[tuple[str, int]] = frozenset()

    def active(self) -> list[Row]:
        """The memories that are on."""
        return [each for each in self.memories.values() if each["status"] == "active"]

    def said_by(self, memory: str) -> list[Row]:
        """Every value a memory had, the first one first."""
        mine = [each for (owner, _), each in self.versions.items() if owner == memory]
        return sorted(mine, key=lambda each: each["version"])


def look(place: Place, user: UUID) -> Seen:
    """What is in the tables now."""
    [row] = place.owner.execute(_SEEN, {"user": user}).fetchall()
    cites: dict[str, set[str]] = {}
    for each in row["cites"]:
        cites.setdefault(each["memory_id"], set()).add(each["evidence_id"])
    return Seen(
        memories={each["id"]: each for each in row["memories"]},
        versions={(each["memory_id"], each["version"]): each for each in row["versions"]},
        lines={each["id"]: each for each in row["lines"]},
        cites={memory: frozenset(lines) for memory, lines in cites.items()},
        changes=tuple(row["changes"]),
        told=frozenset((each["memory"], each["version"]) for each in row["told"]),
    )


def check(before: Seen, now: Seen, *, own: frozenset[str], buried: Mapping[str, set[str]]) -> None:
    """Hold a step against the invariants.

    own: memories that the user's own act of this step was about. buried: what must not come back,
    word to the memories that said it when they were forgotten.
    """
    every_memory_is_supported(now, buried)
    explicit_memories_are_the_users(before, now, own)
    nothing_forgotten_came_back(before, now, buried)
    every_change_has_its_version_and_event(now)
    redacted_values_have_no_words(now)
    history_is_only_added_to(before, now)
    evidence_is_used_once(before, now)
    counts_keep_to_their_caps(now)


def every_memory_is_supported(now: Seen, buried: Mapping[str, set[str]]) -> None:
    """1: by a line of the user's that says its word, or by the user's own act.

    Erasing takes the lines that say a thing, also from another memory that says it still.
    """
    for memory in now.active():
        head = now.versions.get((memory["id"], memory["version"]))
        word = word_of(memory["text"])
        if memory["explicit"] or (head and head["actor"] == "user") or buried.get(word):
            continue
        lines = [now.lines.get(each) for each in now.cites.get(memory["id"], ())]
        assert any(
            line and line["speaker"] == "user" and not line["erased_at"] and word in line["text"]
            for line in lines
        ), f"no line of the user supports {memory['text']}"


def explicit_memories_are_the_users(before: Seen, now: Seen, own: frozenset[str]) -> None:
    """2: what the user wrote changes by an act of the user on it."""
    for memory, was in before.memories.items():
        if was["explicit"] and was["status"] == "active" and memory not in own:
            assert now.memories.get(memory) == was, "an explicit memory changed by itself"
    for (memory, number), value in now.versions.items():
        then = now.versions.get((memory, number - 1))
        if then is not None and then["explicit"]:
            assert value["actor"] == "user", "somebody else wrote over the user's own words"


def nothing_forgotten_came_back(before: Seen, now: Seen, buried: Mapping[str, set[str]]) -> None:
    """3: what was forgotten stays so until the user wants it again.

    Another memory that said the same before the user forgot this one is the user's to forget, too.
    """
    said = {(each["id"], each["text"]) for each in before.active()}
    for memory in now.active():
        if not memory["explicit"] and (memory["id"], memory["text"]) not in said:
            assert not buried.get(word_of(memory["text"])), "what was forgotten came back"


def every_change_has_its_version_and_event(now: Seen) -> None:
    """4: the newest version is what the memory says, and each was told of."""
    for memory in now.memories.values():
        head = now.versions.get((memory["id"], memory["version"]))
        assert head is not None, "a change has no version"
        assert head["actor"]
        assert head["at"]
        blank = head["redacted_at"] or head["text"] is None
        assert blank or head["text"] == memory["text"], "the newest version says something else"
        assert head["status"] == memory["status"]
    assert now.versions.keys() <= now.told, "a change was told to nobody"


def redacted_values_have_no_words(now: Seen) -> None:
    """5: in the version; the machine looks for the words themselves when it redacts."""
    for value in now.versions.values():
        assert not value["redacted_at"] or (value["text"], value["subject"]) == (None, None)


def history_is_only_added_to(before: Seen, now: Seen) -> None:
    """8: versions are 1, 2, 3 without a gap, and none says anything else later."""
    for memory, row in now.memories.items():
        numbers = [each["version"] for each in now.said_by(memory)]
        assert numbers == list(range(1, row["version"] + 1)), "versions form no chain"
    for key, was in before.versions.items():
        value = now.versions.get(key)
        if value is None:
            assert key[0] not in now.memories, "a version went and its memory stayed"
            continue
        emptied = value["text"] is None and value["subject"] is None
        for name, held in was.items():
            may_go = emptied and name in ("text", "subject", "redacted_at")
            assert may_go or value[name] == held, f"{name} of a version was written over"


def evidence_is_used_once(before: Seen, now: Seen) -> None:
    """9: a line that some dream has settled is settled."""
    for line, was in before.lines.items():
        after = now.lines.get(line)
        if after is None or after["erased_at"] or was["state"] not in FINAL:
            continue
        for name in ("state", "dream_id", "dreams"):
            assert after[name] == was[name], "a line that was settled was used again"


def counts_keep_to_their_caps(now: Seen) -> None:
    """11: memories of a user, and changes of a dream."""
    assert len(now.active()) <= ROOM, "more memories than there is room for"
    applied = [each for each in now.changes if each["applied"]]
    whole = Counter(each["dream_id"] for each in applied)
    removed = Counter(each["dream_id"] for each in applied if each["action"] == "remove")
    assert max(whole.values(), default=0) <= MOST_CHANGES
    assert max(removed.values(), default=0) <= MOST_REMOVALS


def word_of(text: str) -> str:
    """The thing a claim of this machine is about."""
    return text.split()[0].removesuffix("을").removesuffix("를")
