"""What the words of a line are worth to a question, as SQL that every index of words shares.

A statement is written for so many places of words, and a place nobody asks for is null. Measured
reason: with a row for each word a line shares, which is joined, counted and grouped again, a search
of 20,000 lines takes 1.2 times as long (`tests/benchmarks/recall_bench.py`).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from nightcrew.domain.lexemes import MOST_TERMS
from nightcrew.store.prepared import Prepared, prepared

# The words of a line that holds one of the question's.
WORDS = "case when {row}.lexemes @@ cast(:any_term as tsquery) then {row}.lexemes end as words"

_PLACES = (4, 8, 16, 32, MOST_TERMS)  # a statement is planned once for each of these that is used

# How common each word of a question is among the lines of `indexed` (id, nearness, length, words),
# and what the words of one line are worth then, as `lexical`.
_WEIGHED = """
every as materialized (
  select avg(nearness) as mean, nullif(stddev_pop(nearness), 0) as deviation,
         count(*)::float8 as lines,
         greatest(sum(length)::float8 / nullif(count(*), 0), 1) as length from indexed),
ranked as materialized (
  select indexed.id, indexed.nearness, {ranks},
         0.3 * (0.6 + 0.4 * indexed.length / every.length) as beyond
  from indexed, every where indexed.words is not null or {also}),
rarity as materialized (
  select {weights} from every, (select {holders} from ranked) held),
weighed as (
  select ranked.id, ranked.nearness, ({worths}) / greatest({mass}, 1e-9) as lexical
  from ranked, rarity),
"""
_TERM = "cast(:term_{n} as tsquery)"
_RANK = (
    "coalesce(ts_rank('{{0.33, 0.33, 0.33, 1}}', indexed.words, {term}, 0), 0)::float8 as rank_{n}"
)
_HOLDERS = "count(*) filter (where rank_{n} > 0) as held_{n}"
_WEIGHT = """
  case when {term} is null then 0
       else ln(1 + (every.lines - held_{n} + 0.5) / (held_{n} + 0.5)) end as weight_{n}"""
_WORTH = "weight_{n} * rank_{n} / (rank_{n} + beyond)"


def weighed(places: int, *, also: str) -> str:
    """The parts of a statement from `indexed` on: every, ranked, rarity and weighed.

    also: which lines are weighed that share no word; theirs are worth nothing.
    """
    return _WEIGHED.format(
        also=also,
        ranks=_each(_RANK, places, ", "),
        holders=_each(_HOLDERS, places, ", "),
        weights=_each(_WEIGHT, places, ", "),
        worths=_each(_WORTH, places, " + "),
        mass=_each("weight_{n}", places, " + "),
    )


def by_places(statement: Callable[[int], str]) -> dict[int, Prepared]:
    """A statement for each number of places."""
    return {places: prepared(statement(places)) for places in _PLACES}


def fitting(statements: dict[int, Prepared], terms: Sequence[str]) -> Prepared:
    """The statement with the fewest places that hold these words."""
    return statements[_places_of(terms)]


def asked(terms: Sequence[str]) -> dict[str, str | None]:
    """The words of a question as the values of `fitting`. terms: tsquery literals, MOST_TERMS."""
    named = {f"term_{n}": term for n, term in enumerate(terms, 1)}
    none = dict.fromkeys((f"term_{n}" for n in range(1, _places_of(terms) + 1)), None)
    return {**none, **named, "any_term": " | ".join(terms)}


def _places_of(terms: Sequence[str]) -> int:
    return next(places for places in _PLACES if places >= len(terms))


def _each(part: str, places: int, between: str) -> str:
    return between.join(part.format(n=n, term=_TERM.format(n=n)) for n in range(1, places + 1))
