"""The nightly part of `propose_changes`: twins become one, and the newest value stays."""

from __future__ import annotations

import re
from collections.abc import Sequence

from nightcrew.adapters.rehearsal.matching import bare_words, overlap, same_claim, topic_of
from nightcrew.domain.dream import ProposedChange
from nightcrew.domain.evidence import Speaker
from nightcrew.domain.questions import ProposeInputs, ShownEvidence, ShownMemory


def merged(inputs: ProposeInputs) -> list[ProposedChange]:
    """At night: of two memories that say the same, or two values of one thing, the newest stays."""
    shown = sorted(inputs.memories, key=lambda each: each.memory.said_on, reverse=True)
    changes: list[ProposedChange] = []
    gone: set[str] = set()
    for place, newer in enumerate(shown):
        for older in shown[place + 1 :]:
            if older.handle in gone or newer.handle in gone or not _twins(newer, older):
                continue
            pair = _merge(newer, older, inputs.evidence)
            changes += pair
            gone |= {newer.handle, older.handle} if pair else set()
    return changes


def _twins(newer: ShownMemory, older: ShownMemory) -> bool:
    one, other = newer.memory, older.memory
    if one.kind is not other.kind or one.subject != other.subject or one.explicit or other.explicit:
        return False
    if same_claim(one.text, other.text):
        return True
    topic = topic_of(one.text)
    shared = overlap(bare_words(one.text), bare_words(other.text))
    return (
        bool(topic)
        and topic == topic_of(other.text)
        and shared >= 1
        and one.said_on > other.said_on
    )


def _merge(
    newer: ShownMemory, older: ShownMemory, evidence: Sequence[ShownEvidence]
) -> list[ProposedChange]:
    """The older row takes the newest value, which keeps its history; the newer row goes."""
    cites = tuple(
        each.handle
        for each in evidence
        if each.evidence.id in newer.memory.cites and each.evidence.speaker is Speaker.USER
    )
    if not cites:
        return []
    same = same_claim(newer.memory.text, older.memory.text)
    away = ProposedChange(
        action="remove", memory=older.handle if same else newer.handle,
        kind=newer.memory.kind.value, scope=newer.memory.scope.value,
        subject=newer.memory.subject, text=(older if same else newer).memory.text, cites=cites,
        why="같은 말이 둘이다" if _korean(newer) else "said twice",
    )  # fmt: skip
    if same:
        return [away]
    memory = newer.memory
    kept = ProposedChange(
        action="update", memory=older.handle, kind=memory.kind.value, scope=memory.scope.value,
        subject=memory.subject, text=memory.text,
        from_on=memory.from_on.isoformat() if memory.from_on else None,
        to_on=memory.to_on.isoformat() if memory.to_on else None, cites=cites,
        why="새 값이 옛 값을 잇는다" if _korean(newer) else "the newest value stays",
    )  # fmt: skip
    return [kept, away]


def _korean(shown: ShownMemory) -> bool:
    return bool(re.search(r"[가-힣]", shown.memory.text))
