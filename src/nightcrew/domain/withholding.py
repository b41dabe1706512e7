"""Forgotten things stay out of what is shown: their clauses are left out of raw talk."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace

from nightcrew.domain.evidence import Evidence
from nightcrew.domain.forgetting import (
    ForgottenClaim,
    forgotten_claims,
    opposes,
    repeats,
    tells_of,
)
from nightcrew.domain.heads import kin_told_of, somebody_named
from nightcrew.domain.honorifics import told_plainly
from nightcrew.domain.late_pattern import LatePattern
from nightcrew.domain.legible import legible
from nightcrew.domain.memory import Tombstone
from nightcrew.domain.retelling import Told, told
from nightcrew.domain.sentence_spans import clauses, sentences
from nightcrew.domain.speech import Spoken, spoken
from nightcrew.domain.whose_claim import of_another
from nightcrew.domain.words import fold, stems

_GOES_ON = LatePattern(r"(?:고|며|면서|[아어해돼와워려져]서)$")
_KIN_APART = LatePattern(
    r"(?<![가-힣])(?P<which>(?:남자|여자)(?=\s친구)|(?:외|친|큰|작은|새|시|둘째|막내|사촌)"
    r"(?=\s(?:할머니|할아버지|아버지|어머니|아빠|엄마|이모|고모|삼촌|언니|오빠|누나|형|동생|아들|딸)))\s"
)
_OF_ME = LatePattern(r"(?<![가-힣])(?:나|내|저|제|우리|난|전)(?=[는도가게를의랑한]?[\s,.]|$)")
LONG = 2_000  # letters that are read within some 10 ms


def takes_long(texts: Iterable[str], tombstones: Sequence[Tombstone]) -> bool:
    """Whether `visible_texts` is better asked beside the loop than in it."""
    return bool(tombstones) and sum(map(len, texts)) > LONG


def visible(text: str, tombstones: Sequence[Tombstone], key: bytes) -> str | None:
    """A text without the clauses that carry a forgotten claim; None when nothing is left.

    A sentence goes whole when only together its clauses carry the claim.
    """
    return _visible(text, forgotten_claims(tombstones, key), key)


def visible_texts(
    texts: Sequence[str], tombstones: Sequence[Tombstone], key: bytes
) -> list[str | None]:
    """Each text as `visible` gives it, by claims that are read once for all."""
    claims = forgotten_claims(tombstones, key)
    return [_visible(text, claims, key) for text in texts]


def visible_evidence(
    lines: Sequence[Evidence], tombstones: Sequence[Tombstone], key: bytes
) -> list[Evidence]:
    """Lines as they may be shown, in the same order; a line with nothing left is not among them."""
    claims = forgotten_claims(tombstones, key)
    shown = ((line, _visible(line.text, claims, key)) for line in lines)
    return [replace(line, text=text) for line, text in shown if text]


def without(text: str, gone: Callable[[str], bool]) -> str | None:
    """A text without the clauses that are `gone`; None when nothing is left.

    A sentence goes whole when it is gone and none of its clauses is.
    """
    whole = [each.text for each in sentences(legible(text))]
    return _joined(text, whole, [_kept(sentence, gone) for sentence in whole])


def _visible(text: str, claims: Sequence[ForgottenClaim], key: bytes) -> str | None:
    if not claims:
        return text
    read = [_Sentence.of(each.text, claims, key) for each in sentences(legible(text))]
    again = [claim for each in read for claim in each.again]
    kept = [
        "" if again and not each.again and _only_of(each.said, again) else each.left
        for each in read
    ]
    return _joined(text, [each.text for each in read], kept)


def _joined(text: str, whole: Sequence[str], kept: Sequence[str]) -> str | None:
    """What is kept of the sentences of a text; the text as it was when all is."""
    if list(whole) == list(kept):
        return text
    return fold(" ".join(part for part in kept if part)) or None


def _kept(sentence: str, gone: Callable[[str], bool]) -> str:
    parts = [part.text for part in clauses(sentence)]
    left = [part for part in parts if not gone(part)]
    if len(left) < len(parts):
        return " ".join(left)
    return "" if len(parts) > 1 and gone(sentence) else sentence


@dataclass(frozen=True, slots=True, kw_only=True)
class _Sentence:
    """A sentence held against claims. again: those it makes again; left: what may be shown."""

    text: str
    said: Told
    again: Sequence[ForgottenClaim]
    left: str

    @classmethod
    def of(cls, text: str, claims: Sequence[ForgottenClaim], key: bytes) -> _Sentence:
        """Without the clauses that make a claim again, and those that only go with them."""
        parts = {part.text: told(part.text, key) for part in clauses(text)}
        said = parts.get(text) or told(text, key)
        open_ = [claim for claim in claims if not opposes(said, tuple(parts.values()), claim)]
        gone = {part: _made_again(part, each, open_, key) for part, each in parts.items()}
        again = [claim for each in gone.values() for claim in each]
        if not again:
            again = _made_again(text, said, open_, key) if len(parts) > 1 else []
            return cls(text=text, said=said, again=again, left="" if again else text)
        left = " ".join(
            part
            for part, each in parts.items()
            if not gone[part] and not _goes_with(each, again, claims)
        )
        return cls(text=text, said=said, again=again, left=left)


def _goes_with(
    said: Told, again: Sequence[ForgottenClaim], claims: Sequence[ForgottenClaim]
) -> bool:
    return _only_of(said, claims) or any(tells_of(said, claim) for claim in again)


def _made_again(
    text: str, said: Told, claims: Sequence[ForgottenClaim], key: bytes
) -> list[ForgottenClaim]:
    others = told_of(text)
    return [each for each in claims if repeats(said, each) and not of_another(others, each, key)]


def _only_of(text: Told, claims: Sequence[ForgottenClaim]) -> bool:
    """Whether a clause beside a forgotten one holds no word that is not the forgotten claim's."""
    return any(_holds_no_more(text, claim.tombstone.claim_hashes) for claim in claims)


def _holds_no_more(text: Told, words: frozenset[str]) -> bool:
    shared, others = text.respaced(words)
    told = text.topic_beside(words)
    rest = told - text.light if told & words else told
    return rest <= words or (bool(shared) and not others)


def _tells_of_another(piece: Spoken, before: Spoken | None) -> bool:
    """Whether it tells of another, itself or as what it goes on with: 조카가 졸업하고 입대했어."""
    goes_on = before is not None and bool(before.another) and _GOES_ON.search(before.text)
    return bool(piece.another) or (bool(goes_on) and not _OF_ME.search(piece.text))


def told_of(text: str) -> frozenset[str]:
    """Whom else than the user a text tells of; empty when a clause of it tells of the user."""
    text = told_plainly(text)
    if named := somebody_named(text):
        return named
    pieces = spoken(_KIN_APART.sub(r"\g<which>", text))
    if not all(map(_tells_of_another, pieces, (None, *pieces))):
        return kin_told_of(text) if len(pieces) == 1 else frozenset()
    return frozenset(stem for piece in pieces for stem in stems(piece.another))
