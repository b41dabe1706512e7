"""Rules about crew text that only show when lines, files or stories are seen together."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Set
from datetime import timedelta
from functools import lru_cache
from itertools import combinations

from nightcrew.domain.crew import Crew, GuideLine, Problem, guide_lines
from nightcrew.domain.crew_problem import Place, nearest, problem
from nightcrew.domain.house import House
from nightcrew.domain.lint_text import LintText, ProseLine, Reviewed, WrittenGuide
from nightcrew.domain.lint_words import ALWAYS, ENDS, IN_CARE, NEVER
from nightcrew.domain.sentence_spans import sentences
from nightcrew.domain.story_coverage import coverage
from nightcrew.domain.tool_guide import Lean, Repeats, Tool
from nightcrew.domain.words import claim_words, fold, topic_words

MOST_ALIKE = 5  # crews that may hold one text before somebody should look at it
SHARED_WITH_RULE = 0.75  # of a line's words; the shipped text at its nearest shares 0.5
SHARED_IN_DUEL = 0.6
SHARED_IN_DENIAL = 0.9  # without an always or a never, only what is nearly the same sentence
_LINES_KEPT = 16_384  # of 400 crews: while one is typed, the others stay as they were
FEW_WORDS = 3  # too few to say that two texts are about one thing


def guide_findings(guide: WrittenGuide, crews: Mapping[str, Crew]) -> Iterator[Problem]:
    """What is to say about what one file says of one tool."""
    for name, value in guide.written.items():
        # A category is where a lean is decided, be it the house's own.
        pinned = guide.level == "category" and name in ("lean", "repeats")
        if name in guide.below and guide.below[name] == value and not pinned:
            yield _of(
                guide, "override_equals_default", name, key=name, below=guide.levels.get(name, "")
            )
    favoured = guide.written.get("lean") == Lean.FAVOUR
    if favoured and not guide.resolved("not_when"):
        yield _of(guide, "favour_without_not_when", "lean")
    if favoured and guide.tool is Tool.SEARCH and _in_care(guide, crews):
        yield _of(guide, "search_favoured_in_care", "lean", category=guide.category)
    yield from _lean_findings(guide)
    if guide.written.get("repeats") == Repeats.ALLOWED:
        told = f"{guide.resolved('guide') or ''} {guide.resolved('not_when') or ''}"
        if not ENDS.search(told):
            yield _of(guide, "repeats_without_end", "repeats")
    yield from example_findings(guide)


def _lean_findings(guide: WrittenGuide) -> Iterator[Problem]:
    """A lean one way beside a guide that allows nothing but the other, where either is written."""
    lean, told = guide.resolved("lean"), str(guide.resolved("guide") or "")
    name = next((name for name in ("lean", "guide") if name in guide.written), "")
    texts = _sentences(told) if name else ()
    if lean == Lean.AVOID:
        against = [text for text in texts if ALWAYS.search(text) and not NEVER.search(text)]
    else:
        never = lean == Lean.FAVOUR and len(texts) == 1
        against = [text for text in texts if never and NEVER.search(text)]
    if against:
        yield _of(guide, "lean_against_guide", name, lean=str(lean), said=against[0])


def example_findings(guide: WrittenGuide) -> Iterator[Problem]:
    """One sentence that is to be decided both ways; the second place is told."""
    told: dict[str, bool] = {}
    for example, place in guide.examples:
        if told.setdefault(fold(example.say), example.use) is not example.use:
            facts = {"say": example.say, "tool": str(guide.tool)}
            pointer = f"/tool_guide/{guide.tool}/examples"
            yield problem("examples_disagree", place, pointer=pointer, **facts)


def _in_care(guide: WrittenGuide, crews: Mapping[str, Crew]) -> bool:
    grown_up = {crew.category for crew in crews.values() if crew.adults_only}
    return guide.category in IN_CARE | grown_up


def _of(guide: WrittenGuide, kind: str, name: str, **facts: str) -> Problem:
    pointer = f"/tool_guide/{guide.tool}/{name}"
    return problem(kind, guide.places[name], pointer=pointer, **{"tool": str(guide.tool), **facts})


def alike_findings(text: LintText) -> Iterator[Problem]:
    """One text in many crews; what a category or the house says is written once and is none."""
    held: dict[str, dict[str, ProseLine]] = {}
    for line in text.lines:
        if line.level in ("crew", "playbook") and _rules_a_turn(line):
            held.setdefault(fold(line.text), {}).setdefault(line.owner, line)
    yield from _said_twice(text)
    for owners in held.values():
        if len(owners) > MOST_ALIKE:
            first = next(iter(owners.values()))
            facts = {"count": str(len(owners)), "crews": ", ".join(sorted(owners))}
            yield problem("same_text_in_many_crews", first.place, pointer=first.pointer, **facts)


def _rules_a_turn(line: ProseLine) -> bool:
    """A guide or an instruction below the house; a persona tells who speaks."""
    return line.level != "house" and (line.level == "playbook" or line.tool is not None)


def _said_twice(text: LintText) -> Iterator[Problem]:
    """One file that gives one instruction two times; the second is told."""
    first: dict[tuple[str, str], ProseLine] = {}
    for line in text.lines:
        one = first.setdefault((line.place.file, fold(line.text)), line)
        if one is not line and line.level == "playbook":
            where = f"{one.place.file}:{one.place.line}"
            yield problem("said_twice", line.place, pointer=line.pointer, where=where)


def rule_findings(text: LintText) -> Iterator[Problem]:
    """Lines that say to one crew what the house says to all."""
    rules = tuple(text.rules)
    for line in text.lines:
        rule = _repeated(line.text, rules) if _rules_a_turn(line) else None
        if rule is not None:
            yield problem("house_rule_repeated", line.place, pointer=line.pointer, rule=rule)


@lru_cache(maxsize=_LINES_KEPT)
def _repeated(line: str, rules: tuple[str, ...]) -> str | None:
    """The first rule that says what the line says."""
    words = _topics(line)
    if len(words) < FEW_WORDS:
        return None
    least = SHARED_WITH_RULE * len(words)
    return next((rule for rule in rules if len(words & _topics(rule)) >= least), None)


def duel_findings(text: LintText, crew: Crew) -> Iterator[Problem]:
    """Two absolute lines of one crew about one subject, one for and one against it."""
    told = set[frozenset[str]]()
    absolute = [line for line in guide_lines(crew) if _for(line) or _against(line)]
    for one, other in combinations(absolute, 2):
        if (_for(one) and _against(other)) or (_against(one) and _for(other)):
            mine, yours = _topics(one.text), _topics(other.text)
            least = min(len(mine), len(yours))
            if least >= FEW_WORDS and len(mine & yours) >= SHARED_IN_DUEL * least:
                facts = {"one": one.text, "other": other.text, "where": other.origin}
                yield problem("always_against_never", text.place(one.origin), **facts)
                told.add(frozenset((one.origin, other.origin)))
    yield from _denials(text, crew, told)


def _denials(text: LintText, crew: Crew, told: Set[frozenset[str]]) -> Iterator[Problem]:
    """One sentence that says of one thing what another says not to do."""
    # What stands under not_when or Never is no wish, whatever its words.
    said = [
        (line, each)
        for line in guide_lines(crew)
        if line.field != "not_when"
        for each in _sentences(line.text)
    ]
    wished = [(line, each) for line, each in said if not (_against(line) or _holds(NEVER, each))]
    for one, denial in ((line, each) for line, each in said if _holds(NEVER, each)):
        for other, wish in wished:
            if len(_openings(denial) & _openings(wish)) < FEW_WORDS:
                continue  # what words mean takes a hundred times as long to tell
            mine, yours = _topics(denial), _topics(wish)
            least = min(len(mine), len(yours))
            new = frozenset((one.origin, other.origin)) not in told
            if new and least >= FEW_WORDS and len(mine & yours) >= SHARED_IN_DENIAL * least:
                facts = {"one": denial, "other": wish, "where": other.origin}
                yield problem("always_against_never", text.place(one.origin), **facts)


@lru_cache(maxsize=_LINES_KEPT)
def _sentences(text: str) -> tuple[str, ...]:
    return tuple(each.text for each in sentences(text))


@lru_cache(maxsize=_LINES_KEPT)
def _openings(text: str) -> frozenset[str]:
    return frozenset(word[:2] for word in text.lower().split())


def _for(line: GuideLine) -> bool:
    return _holds(ALWAYS, line.text) and not _against(line)


def _against(line: GuideLine) -> bool:
    return line.section == "never" or _holds(NEVER, line.text)


@lru_cache(maxsize=_LINES_KEPT)
def _holds(pattern: re.Pattern[str], text: str) -> bool:
    return bool(pattern.search(text))


@lru_cache(maxsize=_LINES_KEPT)
def _topics(text: str) -> frozenset[str]:
    return topic_words(claim_words(text))


def covering_findings(text: LintText) -> Iterator[Problem]:
    """Lines no story stands for; a line of a category is told once for all its crews."""
    if text.stories is None:
        return
    # Of a broken story nobody knows for which crew it would stand: any crew's tool will do.
    maybe = {name[name.find("/") :] for name in text.unread_covers if "/" in name}
    maybe |= text.unread_covers
    tried: dict[str, list[tuple[str, bool]]] = {}
    for crew in coverage(text.crews, text.stories):
        for line in crew.lines:
            tool = line.name[line.name.find("/") :] if "/" in line.name else line.name
            covered = bool(line.stories) or not maybe.isdisjoint((line.name, tool))
            tried.setdefault(line.origin, []).append((line.name, covered))
    for origin, names in tried.items():
        if not any(covered for _, covered in names):
            yield problem("no_story_covers", text.place(origin), name=names[0][0])


def review_findings(text: LintText, file: Reviewed) -> Iterator[Problem]:
    """Text that serves and that nobody read, or not for long."""
    today = text.today.isoformat()
    missing = [
        name
        for name, there in (("reviewed_by", file.by), ("reviewed_at", file.at))
        if not there and name not in file.unread
    ]
    if missing:
        yield problem("unreviewed", Place(file=file.file), missing=", ".join(missing), today=today)
    if file.at is None:
        return
    place = file.places.get("reviewed_at", Place(file=file.file))
    facts = {"value": file.at.isoformat(), "today": today}
    if file.at > text.today + timedelta(days=1):  # somewhere it is tomorrow already
        yield problem("review_ahead", place, pointer="/reviewed_at", **facts)
    days = (text.today - file.at).days
    if days > text.review_days:
        more = {"days": str(days), "limit": str(text.review_days)}
        yield problem("review_old", place, pointer="/reviewed_at", **facts, **more)


def house_findings(text: LintText) -> Iterator[Problem]:
    """Quiet hours that leave no hour, and collections nobody ships."""
    for window in text.quiet:
        if window.begin == window.end:
            yield problem(
                "quiet_all_day",
                window.place,
                pointer=f"/quiet_hours/{window.name}",
                value=window.begin,
            )
    for named in text.named_collections:
        shipped = text.collections
        if shipped is not None and named.name not in shipped:
            yield problem(
                "unknown_collection",
                named.place,
                pointer=named.pointer,
                meant=nearest(named.name, tuple(shipped)),
                value=named.name,
                file=f"playbooks/knowledge/{named.name}.md",
                known=", ".join(sorted(shipped)),
            )


def safety_findings(published: House, now: House, file: str) -> tuple[Problem, ...]:
    """Safety texts that differ from the published ones; publishing them takes a second reader."""
    names = {*published.safety, *now.safety}
    return tuple(
        problem("safety_changed", Place(file=file), pointer=f"/safety/{name}", name=name)
        for name in sorted(names)
        if published.safety.get(name) != now.safety.get(name)
    )
