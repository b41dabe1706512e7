"""How many of one thing somebody has: one claim, in whatever words and figures it is told."""

from __future__ import annotations

import re
from dataclasses import dataclass

from nightcrew.domain.figures import counted_words

_WHOSE = (
    r"(?:(?:나|저|내|제|우리|저희)(?:는|도|가)?\s)?(?:(?:우리|저희)\s)?"
    r"(?:집(?:에|에는|에선|은)?\s)?"
)
_HAS = (
    r"(?:이?다|있다|산다|키운다|기른다|모신다|됐다|키우고 있다|기르고 있다|두고 있다"
    r"|(?:같이|함께) (?:산다|살고 있다|지낸다))"
)
# Only what is counted without a time: 커피 두 잔, 세 살 and 두 번 are no belongings.
_KOREAN = re.compile(
    rf"^{_WHOSE}(?P<thing>[가-힣]+?)(?:은|는|가|을|를)?\s(?:모두\s|총\s|다\s)?(?P<number>\d+)"
    rf"(?:\s?(?P<unit>마리|명|대|채|그루))?(?:을|를|이|가)?\s?{_HAS}$"
)
_ENGLISH = re.compile(
    r"^(?:the user|i|we) (?:now )?(?:has|have|keeps?|owns?|got) (?P<number>\d+) (?P<thing>[a-z]+)"
    r"(?: at home)?$"
    r"|^(?:the user's|my|our) (?P<things>[a-z]+) are (?P<many>\d+)$"
    r"|^there are (?P<so_many>\d+) (?P<there>[a-z]+) (?:at home|in (?:the user's|my|our) \w+)$"
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Count:
    """A thing and how many of it there are. names: of 고양이 also 고양, if 이 is a particle."""

    names: frozenset[str]
    number: int


def count_of(claim: str) -> Count | None:
    """The count that a claim tells, where it tells of nothing else."""
    plain = _in_digits(claim).strip(" .").lower()
    if found := _KOREAN.match(plain):
        thing = found["thing"]
        return Count(
            names=frozenset({thing, thing.removesuffix("이") or thing}), number=int(found["number"])
        )
    if found := _ENGLISH.match(plain):
        thing = found["thing"] or found["things"] or found["there"]
        number = found["number"] or found["many"] or found["so_many"]
        return Count(names=frozenset({thing.removesuffix("s")}), number=int(number))
    return None


def counts_the_same(claim: str, other: str) -> bool | None:
    """Whether two claims count one thing alike; None where they do not both count one thing."""
    one, another = count_of(claim), count_of(other)
    if one is None or another is None or not one.names & another.names:
        return None
    return one.number == another.number


def _in_digits(text: str) -> str:
    parts: list[str] = []
    done = 0
    for each in counted_words(text):
        parts += [text[done : each.start], f"{each.value}"]
        done = each.end
    return "".join([*parts, text[done:]])
