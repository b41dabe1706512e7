"""Korean and English text cut into sentences and clauses, each with its place."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from nightcrew.domain.late_pattern import LatePattern

_ABBREVIATION = LatePattern(
    r"(?:\b(?:mr|mrs|ms|dr|prof|st|vs|etc|e\.g|i\.e|no|vol|approx|a\.m|p\.m|u\.s)"
    r"|(?<![a-z])[a-z])\.$",
    re.IGNORECASE,
)
_END = LatePattern(
    r"[.!?…。！？]+[\"'”’)\]」』]*(?=\s|$)|[。！？]+|\n+|(?<=[가-힣])[.!?…]+(?=[가-힣A-Z])"
)
_JOINT = LatePattern(
    r"[,;·:—]\s+|(?<=[다야요어해아]\))\s+|(?<!hundred)(?<!thousand)(?<!\s)\s+(?=(?:but|although|though|because|and|while|however|so)\s)"
    r"|(?<=[가-힣]지만)\s|(?<=[는은인던]데)\s|(?<=면서)\s|(?<=[아어해돼봐와줘워둬켜져려여쳐겨펴]서)\s|(?<=니까)\s"
    r"|(?<=더니)\s|(?<=거든)\s"
    r"|(?<=[가-힣]고)(?<!그리고)(?<![해광경창권원최금항통]고)(?<![라다자냐]고)(?<![^지]\s말고)\s(?!싶|있|없|나[서면]|말|계|보|다니|와|가[서면]|했)"
    r"|(?<=[가-힣]며)\s|\s(?=근데|그런데|하지만|그래서|그리고)"
    r"|(?<=했어)\s|(?<=[았었]어)\s|(?<=[았었]어요)\s|(?<=습니다)\s",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Part:
    """A piece of a text; start and end are offsets into it, surrounding space left out."""

    start: int
    end: int
    text: str


def sentences(text: str) -> tuple[Part, ...]:
    """The sentences of a text; no cut inside a number, an address or after an abbreviation."""
    return tuple(_parts(text, 0, len(text), _sentence_ends(text)))


def clauses(text: str) -> tuple[Part, ...]:
    """The sentences of a text, cut again at commas and joining words."""
    return tuple(
        part
        for sentence in sentences(text)
        for part in _parts(
            text,
            sentence.start,
            sentence.end,
            [match.end() for match in _JOINT.finditer(text, sentence.start, sentence.end)],
        )
    )


def _sentence_ends(text: str) -> list[int]:
    return [
        match.end()
        for match in _END.finditer(text)
        if not _ABBREVIATION.search(text[max(0, match.start() - 8) : match.start() + 1])
        or "\n" in match.group()
    ]


def _parts(text: str, start: int, end: int, cuts: list[int]) -> Iterator[Part]:
    for cut in (*cuts, end):
        piece = text[start:cut]
        if piece.strip():
            first = start + len(piece) - len(piece.lstrip())
            yield Part(start=first, end=first + len(piece.strip()), text=piece.strip())
        start = cut
