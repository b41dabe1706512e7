"""How long we wait for a model, how often we try, and for whom somebody waits."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from nightcrew.ports import Role

# Somebody waits for these, so they are tried once even while a provider is left alone.
SOMEBODY_WAITS = frozenset({"judge_needs", "reply"})


@dataclass(frozen=True, slots=True, kw_only=True)
class Patience:
    """How long we wait for a model, in seconds.

    one_try: for one call, or for the next piece of a stream. in_all: for everything together,
    with waits, further tries and the second question. whole: for a text that would also come in
    pieces; one_try when it is None. first_wait: before the second of `tries`; it doubles, and a
    random half is added or taken away.
    """

    one_try: float
    in_all: float
    whole: float | None = None
    first_wait: float = 0.5
    tries: int = 3


PATIENCE: Mapping[Role, Patience] = {
    Role.JUDGE: Patience(one_try=20, in_all=40),
    Role.REPLY: Patience(one_try=40, whole=80, in_all=120),
    Role.DREAM: Patience(one_try=90, in_all=240, first_wait=2, tries=4),
    Role.VERIFY: Patience(one_try=90, in_all=240, first_wait=2, tries=4),
}
