"""What crews and prompts say to a model and to no reader, and whether a reply gives it away.

Only wording is recognised, also when it is spaced out, turned round or encoded; a summary of it in
other words is left to the reply's own rules.
"""

from __future__ import annotations

import base64
import binascii
import codecs
import html
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import accumulate
from urllib.parse import unquote

from nightcrew.domain.crew import Crew, guide_lines
from nightcrew.domain.same import Same
from nightcrew.domain.words import fold, same_form

# Runs of letters that no two texts share by chance: about four words, in either script.
_HANGUL_RUN, _LATIN_RUN = 14, 32
_HANGUL_LEAST, _LATIN_LEAST = 9, 16  # shorter lines than a run, when they are told whole
_TAIL = 120  # letters of what left already, in which a run may begin
_SAYABLE = re.compile(
    r"\"[^\"\n]*\"|“[^”\n]*”|'[^'\n]{4,}'|‘[^’\n]*’|「[^」\n]*」|『[^』\n]*』|`[^`\n]*`"
)
_NAMES = re.compile(r"\{\{[^{}\n]*\}\}")
_HANGUL, _LATIN = re.compile("[가-힣]"), re.compile("[A-Za-z]")
_HEADING = re.compile(r"^\s*#{1,6}\s+(?P<title>\S.*?)\s*$", re.MULTILINE)
_ENCODED = re.compile(r"[A-Za-z0-9+/_-]{24,}={0,2}")
_HEX = re.compile(r"(?:[0-9a-fA-F]{2}[\s:]?){16,}")
_ESCAPED = re.compile(r"\\u([0-9a-fA-F]{4})")
_JAMO = re.compile(r"(?:[ㄱ-ㅎ][ㅏ-ㅣ][ㄱ-ㅎ]?){8,}")
# Names of prompts, of fields and of the places of numbered lines.
_PARTS = re.compile(
    r"\b(?:judge_needs|propose_changes|verify_changes|plan_follow_ups|compose_follow_up|open_talk"
    r"|tool_guide|not_when|when_nothing|allow_night|zone_mode|grace_minutes)\b"
    r"|\[g\d{1,3}\]\s*(?:\w+\.\w+|\w+ #[\w-]+)\s*:"
    r"|→ (?:use|do not use)\b"
)
_FIELDS = re.compile(r"[\"'](use|why|act|query|cites|item|skill|send|local|rule|intent)[\"']\s*:")
_FIELDS_OF_A_SCHEMA = 2


@dataclass(frozen=True, slots=True, kw_only=True)
class Internals:
    """Some lines as they are recognised again.

    runs: every run of letters of the long ones. whole: the short ones. titles: of headings.
    """

    runs: frozenset[str] = frozenset()
    whole: frozenset[str] = frozenset()
    titles: frozenset[str] = frozenset()


def internals_of(lines: Iterable[str], only_whole: Iterable[str] = ()) -> Internals:
    """Lines nobody is to read. only_whole: lines whose parts may be told, as who somebody is."""
    long, short, titles = set[str](), set[str](), set[str]()
    for line in lines:
        heading = _HEADING.match(line)
        if heading:
            titles.add(same_form(_NAMES.split(heading["title"])[0]))
        for form in _forms(line):
            runs = set(_runs(form))
            long |= runs
            short |= set() if runs else {form}
    short |= {same_form(line) for line in only_whole}
    return Internals(
        runs=frozenset(long),
        whole=frozenset(form for form in short if _tells_something(form)),
        titles=frozenset(titles - {""}),
    )


def crew_internals(crew: Crew) -> Internals:
    """What a crew's writers wrote for the model: guide, playbook, rules, voice, notes, skills."""
    return _crew_internals(Same(crew))


@lru_cache(maxsize=64)
def _crew_internals(same: Same[Crew]) -> Internals:
    crew = same.thing
    prose = [crew.persona.voice, crew.notes, crew.knowledge.none, *crew.house.rules]
    prose += [line.text for line in guide_lines(crew)]
    prose += [text for skill in crew.skills for text in (skill.description, skill.body)]
    lines = [line for text in prose for line in text.splitlines()]
    return internals_of(lines, only_whole=[crew.persona.summary])


def gives_away(
    sentence: str, before: str, internals: Sequence[Internals], open_to_all: Sequence[str]
) -> bool:
    """Whether a sentence tells what nobody is to read.

    before: what left of the reply already. open_to_all: words that may be told, whoever wrote them.
    """
    text = fold(sentence)
    if _PARTS.search(text) or len(set(_FIELDS.findall(text))) >= _FIELDS_OF_A_SCHEMA:
        return True
    decoded = tuple(_decoded(sentence))
    if any(_titled(told, each) for told in (sentence, *decoded) for each in internals):
        return True
    if _JAMO.search("".join(text.split())):
        return True
    tail = same_form(before[-2 * _TAIL :])[-_TAIL:]
    own = same_form(sentence)
    told = {part for each in internals for part in _told(tail + own, each, len(tail))}
    for form in (own[::-1], *(same_form(each) for each in decoded)):
        told |= {part for each in internals for part in _told(form, each)}
    return bool(told) and not all(_open(part, open_to_all) for part in told)


def _open(part: str, open_to_all: Sequence[str]) -> bool:
    return any(part in same_form(text) for text in open_to_all)


def _told(form: str, internals: Internals, tail: int = 0) -> Iterator[str]:
    """Every run and short line that the form holds and that does not lie in its tail alone."""
    first = max(0, tail - _LATIN_RUN)
    yield from (run for run in _runs(form[first:]) if run in internals.runs)
    yield from (line for line in internals.whole if line in form and line not in form[:tail])


def _titled(sentence: str, internals: Internals) -> bool:
    found = (same_form(heading["title"]) for heading in _HEADING.finditer(sentence))
    return any(title.startswith(tuple(internals.titles)) for title in found if internals.titles)


def _forms(line: str) -> Iterator[str]:
    """The line without names and without quoted words, which a crew is told to say."""
    for piece in _NAMES.sub("\n", _SAYABLE.sub("\n", line)).split("\n"):
        form = same_form(piece)
        if form:
            yield form


def _runs(form: str) -> Iterator[str]:
    """Runs of mostly Hangul, and longer ones of other letters."""
    hangul = [0, *accumulate("가" <= letter <= "힣" for letter in form)]
    for start in range(len(form) - _HANGUL_RUN + 1):
        if (hangul[start + _HANGUL_RUN] - hangul[start]) * 2 > _HANGUL_RUN:
            yield form[start : start + _HANGUL_RUN]
        elif start + _LATIN_RUN <= len(form):
            yield form[start : start + _LATIN_RUN]


def _tells_something(form: str) -> bool:
    return len(form) >= (_HANGUL_LEAST if _HANGUL.search(form) else _LATIN_LEAST)


def _decoded(sentence: str) -> Iterator[str]:
    """What a sentence says once it is read as one of the usual encodings."""
    if _HEADING.match(sentence) or len(_LATIN.findall(sentence)) >= _LATIN_RUN:
        yield codecs.decode(sentence, "rot13")
    plain = html.unescape(unquote(sentence))
    plain = _ESCAPED.sub(lambda found: chr(int(found[1], 16)), plain)
    if plain != sentence:
        yield plain
    for found in _ENCODED.finditer("".join(sentence.split())):
        yield _of_base64(found.group())
    for found in _HEX.finditer(sentence):
        yield bytes.fromhex(re.sub(r"[\s:]", "", found.group())).decode("utf-8", "ignore")


def _of_base64(written: str) -> str:
    try:
        whole = written.rstrip("=")
        read = base64.b64decode(whole + "=" * (-len(whole) % 4), altchars=None, validate=False)
    except binascii.Error:
        return ""  # a long word or an address, and no encoding
    return read.decode("utf-8", "ignore")
