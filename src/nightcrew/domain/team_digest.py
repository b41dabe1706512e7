"""A team's lines retold as prose: each sentence is held to its lines, or none is shown."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime, time
from typing import Literal
from uuid import UUID, uuid5

from nightcrew.domain import gates_form, gates_shape, gates_speech, gates_truth
from nightcrew.domain.dream import Ground, Proposal, ProposedChange
from nightcrew.domain.evidence import Evidence, EvidenceState, SourceClass, Speaker
from nightcrew.domain.gate import Gate, handle_of
from nightcrew.domain.memory import TEXT_LIMIT, Memory, Scope
from nightcrew.domain.questions import ShownMemory
from nightcrew.domain.screen import screen

# Names, digits and days must stand in the cited lines; a line that orders or loops is not retold.
GATES: tuple[Gate, ...] = (
    gates_shape.KNOWN_EVIDENCE,
    gates_truth.RELATIVE_WORDS,
    gates_truth.QUOTES,
    gates_truth.DATES,
    gates_speech.LANGUAGE,
    gates_form.LENGTH,
    gates_form.DEGENERATE,
    gates_form.QUARANTINED,
)
# A habit has no date that a gate could hold it to: its days and its rhythm must be said as well.
_HABITS = {
    sense: re.compile(shape, re.IGNORECASE)
    for sense, shape in {
        "monday": r"월요일|\bmondays?\b",
        "tuesday": r"화요일|\btuesdays?\b",
        "wednesday": r"수요일|\bwednesdays?\b",
        "thursday": r"목요일|\bthursdays?\b",
        "friday": r"금요일|\bfridays?\b",
        "saturday": r"토요일|\bsaturdays?\b",
        "sunday": r"일요일|\bsundays?\b",
        "weekend": r"주말|\bweekends?\b",
        "weekday": r"평일|\bweekdays?\b",
        "daily": r"매일|날마다|\b(?:daily|every ?day|each day)\b",
        "monthly": r"매달|매월|달마다|\b(?:monthly|every month|each month)\b",
        "yearly": r"매년|해마다|\b(?:yearly|annual(?:ly)?|every year|each year)\b",
        "fortnightly": r"격주|\b(?:fortnightly|every (?:other|second) week)\b",
        "morning": r"오전|아침|새벽|\bmornings?\b|\ba\.?m\b",
        "afternoon": r"오후|저녁|밤|\b(?:afternoons?|evenings?|nights?)\b|\bp\.?m\b",
    }.items()
}


@dataclass(frozen=True, slots=True, kw_only=True)
class ProposedSentence:
    """One sentence as a model wrote it, with the handles of the lines it retells."""

    text: str = ""
    cites: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class ProposedDigest:
    """The answer of `digest_team`."""

    sentences: tuple[ProposedSentence, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Sentence:
    """A sentence that holds, and the team's memories it retells."""

    text: str
    memories: tuple[UUID, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Digest:
    """What was made of the lines as they were; `refused` keeps only that it was tried.

    fingerprint: of the lines it retells, so that it is stale as soon as one of them changes.
    """

    fingerprint: str
    sentences: tuple[Sentence, ...]
    model: str
    outcome: Literal["kept", "refused"]
    made_at: datetime

    def is_fresh(self, lines: Iterable[Memory], today: date) -> bool:
        """Whether it may be shown in place of these lines."""
        return self.outcome == "kept" and self.fingerprint == fingerprint(lines, today)


def fingerprint(lines: Iterable[Memory], today: date) -> str:
    """Names the lines, what each says and what its days mean today; another one, another name."""
    said = sorted([str(one.id), one.version, one.text, one.state(today)] for one in lines)
    return hashlib.sha256(json.dumps(said, ensure_ascii=False).encode()).hexdigest()


def checked(
    proposed: ProposedDigest, shown: Sequence[ShownMemory], *, today: date, locale: str
) -> tuple[Sentence, ...]:
    """The sentences, if every one of them stands in its lines; else none at all."""
    lines = {line.handle: line.memory for line in shown}
    if not proposed.sentences or not all(_cited(each, lines) for each in proposed.sentences):
        return ()
    proposal = Proposal(
        changes=tuple(
            ProposedChange(
                action="create",
                text=each.text,
                cites=tuple(f"e{handle_of(cite)[1:]}" for cite in each.cites),
            )
            for each in proposed.sentences
        )
    )
    found = screen(proposal, _ground(shown, today, locale), GATES)
    if any(each.reason is not None for each in found):
        return ()
    return tuple(
        Sentence(
            text=each.text.strip(),
            memories=tuple(dict.fromkeys(lines[handle_of(cite)].id for cite in each.cites)),
        )
        for each in proposed.sentences
    )


def _cited(sentence: ProposedSentence, lines: Mapping[str, Memory]) -> bool:
    cites = [handle_of(cite) for cite in sentence.cites]
    short = 0 < len(sentence.text.strip()) <= TEXT_LIMIT
    known = short and bool(cites) and all(cite in lines for cite in cites)
    return known and _habits(sentence.text) <= _habits(*(lines[cite].text for cite in cites))


def _habits(*texts: str) -> set[str]:
    said = " ".join(texts)
    return {sense for sense, shape in _HABITS.items() if shape.search(said)}


def _ground(shown: Sequence[ShownMemory], today: date, locale: str) -> Ground:
    """The lines as what was said, each on the day it was said."""
    return Ground(
        memories={},
        tombstones=(),
        evidence={f"e{line.handle[1:]}": _as_said(line.memory) for line in shown},
        claim_key=b"",
        today=today,
        timezone="UTC",
        locale=locale,
        crew="",
    )


def _as_said(line: Memory) -> Evidence:
    return Evidence(
        id=line.id,
        turn_id=None,
        speaker=Speaker.USER,
        text=line.text,
        said_at=datetime.combine(line.said_on, time(12), UTC),
        timezone="UTC",
        source=SourceClass.IMPORTED,
        state=EvidenceState.PENDING,
    )


def retold(digest: Digest, lines: Sequence[Memory]) -> tuple[Memory, ...]:
    """The sentences as lines of a prompt, dated like the newest they retell; then the rest."""
    known = {line.id: line for line in lines}
    told = {each for sentence in digest.sentences for each in sentence.memories}
    rest = tuple(line for line in lines if line.id not in told)
    return (*(_as_line(each, known) for each in digest.sentences), *rest)


def _as_line(sentence: Sentence, known: Mapping[UUID, Memory]) -> Memory:
    cited = [known[each] for each in sentence.memories]
    newest = max(cited, key=lambda line: (line.said_on, line.id))
    return replace(
        newest,
        id=newest.id if len(cited) == 1 else uuid5(newest.id, sentence.text),
        scope=Scope.TEAM,
        text=sentence.text,
        from_on=newest.from_on if len(cited) == 1 else None,
        to_on=newest.to_on if len(cited) == 1 else None,
        review_on=newest.review_on if len(cited) == 1 else None,
    )
