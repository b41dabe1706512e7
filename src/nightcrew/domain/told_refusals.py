"""What the next dream is told of refused changes: the reason, and why, but nothing forgotten."""

from __future__ import annotations

from collections.abc import Sequence

from nightcrew.domain.dream import Screened
from nightcrew.domain.forgetting import forgotten_claims, tells_of
from nightcrew.domain.lines import one_line
from nightcrew.domain.memory import Tombstone
from nightcrew.domain.retelling import told

_WHY = " ("


def told_refusal(screened: Screened) -> str:
    """A refusal in one line: what was tried, which reason it met, and why in brackets."""
    what = f"{screened.proposed.action} {screened.proposed.kind}"
    why = screened.verdict or screened.detail
    return one_line(f"{what}: {screened.reason}" + (f"{_WHY}{why})" if why else ""))


def without_forgotten(
    refused: Sequence[str], tombstones: Sequence[Tombstone], key: bytes
) -> tuple[str, ...]:
    """The refusals as they may be shown after something was forgotten.

    A why that shares a word with a forgotten claim is left out: a verifier wrote it of words that
    were not forgotten yet.
    """
    claims = forgotten_claims(tombstones, key)
    return tuple(
        each.partition(_WHY)[0]
        if any(tells_of(told(each, key), claim) for claim in claims)
        else each
        for each in refused
    )
