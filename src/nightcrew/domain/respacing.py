"""Korean that was written without spaces, or with spaces inside its words, read word by word."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from nightcrew.domain.compounds import WHOLE
from nightcrew.domain.stems_ko import VERBS, is_ending, uncontracted
from nightcrew.domain.word_tables import EMPTY_WORDS, RELATIONS
from nightcrew.domain.words import fold, hangul_stem, stems, topic_words

_SYLLABLE = re.compile(r"[가-힣]")
_ASKED = re.compile(r"(?:해\s?)?(?:주세요|줘요?|주라|줄래|달라)|지(?:마|말)[가-힣]{0,4}")
_RUN = re.compile(r"[가-힣0-9]+")
_LONG_WORD = re.compile(r"[가-힣0-9]{4,24}")
_SQUEEZED = 7  # syllables without a space; few words of one meaning are that long
_TORN = 2  # endings that stand alone; one may be a word
_MOST = 200  # syllables of a text that are read so
_LONGEST = 8  # syllables of one word with its endings
_DETACHED = frozenset("을를은는가이에의로와과요다지고네야도만구니서어해")  # endings, left alone
_DENIAL_BEHIND = re.compile("(?<=[가-힣])[안못]$")  # 아직못
_PARTICLE = re.compile(
    r"[씨님]?(?:으로|에서|에게|한테|까지|부터|이라|라|이|가|은|는|을|를|에|의|도|만|로|와|과|랑|이랑)|[씨님]"
)


@dataclass(frozen=True, slots=True)
class Piece:
    """A possible word of a run. stem: what it is compared by. bare: it is its own stem."""

    start: int
    end: int
    stem: str
    bare: bool


def ill_spaced(text: str) -> str:
    """A text's letters in one run when its spaces cannot be trusted; empty when they can."""
    words = fold(text).split()
    torn = sum(_stands_alone(word.strip(".,!?~")) for word in words) >= _TORN
    squeezed = any(
        len(_SYLLABLE.findall(run)) >= _SQUEEZED for word in words for run in _RUN.findall(word)
    )
    return "".join(_RUN.findall(text))[:_MOST] if torn or squeezed else ""


def _stands_alone(word: str) -> bool:
    return word in _DETACHED or (_SYLLABLE.fullmatch(word) is not None and word not in EMPTY_WORDS)


def pieces(run: str) -> Iterator[Piece]:
    """Every stretch of a run that could be one word."""
    for start in range(len(run)):
        for end in range(start + 2, min(start + _LONGEST, len(run)) + 1):
            stem = hangul_stem(run[start:end])
            if stem:
                yield Piece(start, end, stem, bare=stem == run[start:end])
                if (verb := uncontracted(stem)) != stem:
                    yield Piece(start, end, verb, bare=False)


@dataclass(frozen=True, slots=True)
class Squeezed:
    """A word of a text that may be several, written without spaces. start: where it begins."""

    start: int
    run: str
    pieces: tuple[Piece, ...]


def squeezed(text: str) -> Iterator[Squeezed]:
    """The words of a text that are long enough to be several."""
    for match in _LONG_WORD.finditer(text):
        if hangul_stem(match.group()) not in VERBS:
            yield Squeezed(match.start(), match.group(), tuple(pieces(match.group())))


def set_apart(text: str, words: Sequence[Squeezed], is_known: Callable[[str], bool]) -> str:
    """A text with spaces in the words that are made of known ones, and of none or two besides."""
    for word in reversed(words):
        known = [piece for piece in word.pieces if is_known(piece.stem)]
        if not known or any(len(word.run) == piece.end - piece.start for piece in known):
            continue
        found, others = read_with(word.run, known)
        if found and (not others or len(found) > 1):
            apart = " ".join(_apart(word.run, known))
            text = text[: word.start] + apart + text[word.start + len(word.run) :]
    return text


def _apart(run: str, known: Sequence[Piece]) -> Iterator[str]:
    at = 0
    for piece in _chosen(known):
        if piece.start > at:
            yield _DENIAL_BEHIND.sub(r" \g<0>", run[at : piece.start])
        after = _PARTICLE.match(run, piece.end) if piece.bare else None
        at = after.end() if after and not _goes_on(known, piece.end) else piece.end
        yield run[piece.start : at]
    if at < len(run):
        yield run[at:]


def _goes_on(known: Sequence[Piece], at: int) -> bool:
    """Whether the next known word begins right here, and no particle."""
    return any(piece.start == at for piece in known)


def read_with(run: str, known: Sequence[Piece]) -> tuple[frozenset[str], int]:
    """The stems of known words in a run, longest first, and how many other words it holds.

    A known word counts only when what follows it can follow a word: a particle, another known
    word, or one without a claim of its own.
    """
    chosen = list(_chosen(known))
    found, others = set[str](), 0
    ends = [0, *(piece.end for piece in chosen)]
    starts = [*(piece.start for piece in chosen), len(run)]
    for place, (begin, end) in enumerate(zip(ends, starts, strict=True)):
        gap = run[begin:end]
        if place and _is_longer(run, chosen[place - 1]):
            gap = gap[1:]
        after = gap if place == 0 else _PARTICLE.sub("", gap, count=1) if _follows(gap) else gap
        strange = not _says_nothing(after)
        others += strange
        if place and not (strange and after == gap):
            found.add(chosen[place - 1].stem)
    return frozenset(found), others


def _is_longer(run: str, piece: Piece) -> bool:
    """Whether a word goes on with what looks like a particle: 거북 of 거북이."""
    return run[piece.start : piece.end + 1] in WHOLE


def _says_nothing(gap: str) -> bool:
    if is_ending(gap) or _ASKED.fullmatch(gap) or gap in RELATIONS:
        return True
    return not topic_words(stems(gap)) or not topic_words(stems(" ".join(gap)))


def _follows(gap: str) -> bool:
    return _PARTICLE.match(gap) is not None


def _chosen(known: Sequence[Piece]) -> Iterator[Piece]:
    """Known words that do not overlap; of those that begin together one that another follows."""
    at, starts = 0, {piece.start for piece in known}
    for piece in sorted(
        known, key=lambda each: (each.start, not each.bare, each.end not in starts, -each.end)
    ):
        if piece.start >= at:
            at = piece.end
            yield piece
