"""A server full of talk to recall from: filled once, kept below the data folder, used again."""

from __future__ import annotations

import hashlib
import random
import shutil
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from uuid import UUID

import psycopg
from sqlalchemy.engine import make_url

from nightcrew.domain.lexemes import as_tsvector, weighted_length
from nightcrew.domain.pair import Pair
from nightcrew.store import bootstrap
from nightcrew.store.bootstrap import Access
from nightcrew.store.embedded import EmbeddedPostgres
from nightcrew.store.schema import VECTOR_SIZE
from tests.benchmarks.figures import ROOT, Tell

KEPT_BELOW = ROOT / ".nightcrew" / "bench"
MODEL = "drawn"
CREW = "travel-mina"
NOW = datetime(2026, 11, 10, 3, 0, tzinfo=UTC)
LONG, SHORT = "talked-long", "talked-little"  # users that are measured
LINES = {LONG: 20_000, SHORT: 600}
MEMORIES = 30
LINES_OF_A_NEIGHBOUR = 1_000
AT_ONCE = 25  # neighbours written by one statement, so that progress can be told
SENTENCES, VECTORS = 4_000, 1_500  # drawn once, used again by every line
SHARE_ASKED = 0.1  # of the lines hold a word of the question, more than in real talk
QUESTION = "지난번에 제주도 숙소 예약한 거 어디라고 했죠?"
_SYLLABLES = "가나다라마바사아자차카타파하거너더러머버서어저처커터퍼허고노도로모보소오조초코토포호"
_RANDOM = random.Random(11)  # noqa: S311 - words for a measurement

_DRAWN = """
create unlogged table if not exists drawn_lines (nth int primary key, text text, length int,
  lexemes tsvector);
create unlogged table if not exists drawn_vectors (nth int primary key, embedding vector(384));
"""
_LINES = f"""
with line as materialized (
  select gen_random_uuid() as id, u.id as user_id, n, c.id as conversation_id,
         (n * 7919::bigint + hashtext(u.external_id)) & 2147483647 as drawn
  from users u
  join conversations c on c.tenant_id = u.tenant_id and c.user_id = u.id
  cross join generate_series(1, %(lines)s::int) as n
  where u.tenant_id = %(tenant)s and u.external_id = any(%(users)s::text[])),
said as (
  insert into messages (tenant_id, id, user_id, crew, conversation_id, speaker, text, said_at,
                        timezone, source)
  select %(tenant)s::uuid, line.id, line.user_id, %(crew)s::text, line.conversation_id,
         case line.n %% 2 when 1 then 'user' else 'assistant' end, drawn_lines.text,
         %(now)s::timestamptz - make_interval(mins => %(lines)s::int - line.n), 'Asia/Seoul',
         case line.n %% 2 when 1 then 'user' else 'crew' end
  from line join drawn_lines on drawn_lines.nth = line.drawn %% {SENTENCES}
  order by line.user_id, line.n),
kept as (
  insert into evidence (tenant_id, id, user_id, crew, speaker, said_at, state)
  select %(tenant)s::uuid, line.id, line.user_id, %(crew)s::text,
         case line.n %% 2 when 1 then 'user' else 'assistant' end,
         %(now)s::timestamptz - make_interval(mins => %(lines)s::int - line.n), 'applied'
  from line order by line.user_id, line.n)
insert into evidence_index (tenant_id, id, user_id, crew, length, embedding, lexemes, model)
select %(tenant)s::uuid, line.id, line.user_id, %(crew)s::text, drawn_lines.length,
       drawn_vectors.embedding, drawn_lines.lexemes, '{MODEL}'
from line join drawn_lines on drawn_lines.nth = line.drawn %% {SENTENCES}
join drawn_vectors on drawn_vectors.nth = line.drawn %% {VECTORS}
order by line.user_id, line.n
"""  # noqa: S608 - constants of ours
_MEMORIES = f"""
with made as (
  insert into memories (tenant_id, id, user_id, crew, kind, scope, subject, text, explicit, status,
                        version, via, learned_on, said_on, changed_at)
  select u.tenant_id, gen_random_uuid(), u.id, %(crew)s::text,
         case n %% 10 when 0 then 'style' when 1 then 'plan' else 'fact' end, 'private', 'user',
         drawn_lines.text, false, 'active', 1, %(crew)s::text, date '2026-09-01',
         date '2026-09-01' + n, %(now)s::timestamptz
  from users u cross join generate_series(1, {MEMORIES}) as n
  join drawn_lines on drawn_lines.nth = (n * 31 + hashtext(u.external_id) & 1023)
  where u.tenant_id = %(tenant)s and u.external_id = any(%(users)s::text[])
  returning tenant_id, id, user_id, crew, text)
insert into memory_index (tenant_id, id, user_id, crew, scope, version, embedding, model)
select made.tenant_id, made.id, made.user_id, made.crew, 'private', 1, drawn_vectors.embedding,
       '{MODEL}'
from made join drawn_vectors on drawn_vectors.nth = hashtext(made.text) & 1023
"""  # noqa: S608 - constants of ours
_PEOPLE = """
with made as (
  insert into users (tenant_id, id, external_id, claim_key, consents)
  select %(tenant)s::uuid, gen_random_uuid(), name, uuid_send(gen_random_uuid()), '{}'
  from unnest(%(users)s::text[]) as name
  returning tenant_id, id)
insert into conversations (tenant_id, id, user_id, crew, external_id, bundle, started_at,
                           last_turn_at)
select tenant_id, gen_random_uuid(), id, %(crew)s::text, 'talk', 'bundle',
       %(now)s::timestamptz, %(now)s::timestamptz from made
"""


@dataclass(frozen=True, kw_only=True)
class TalkPlace:
    """A server with talk of two users and of neighbours. others: lines of the neighbours."""

    access: Access
    others: int
    pairs: dict[str, Pair]


def question_vector() -> list[float]:
    """Some direction; which one makes no difference to the time."""
    drawn = random.Random(5)  # noqa: S311 - a vector for a measurement
    return [drawn.gauss(0, 1) for _ in range(VECTOR_SIZE)]


@contextmanager
def open_talk_place(others: int, tell: Tell) -> Iterator[TalkPlace]:
    """Start the server, filling it the first time. others: rows of other people in the index."""
    folder = KEPT_BELOW / f"recall-{others}-{_edition()}"
    _drop_older(folder, others)
    with EmbeddedPostgres(folder / "pg") as server:
        access = bootstrap.prepare(server.url, embedded=True)
        bootstrap.upgrade(access)
        name = make_url(access.app_url).database
        inside = make_url(server.url).set(database=name).render_as_string(hide_password=False)
        if not (folder / "filled").exists():
            _fill(inside, others, tell)
            (folder / "filled").touch()
        with psycopg.connect(inside) as owner:
            pairs = {user: _pair(owner, user) for user in LINES}
        yield TalkPlace(access=access, others=others, pairs=pairs)


def _edition() -> str:
    """Changes with the tables and with what is written here, so that old data is never measured."""
    files = sorted((ROOT / "src/nightcrew/store/migrations").rglob("*.py"))
    read = hashlib.sha256()
    for file in (*files, Path(__file__)):
        read.update(file.read_bytes())
    return read.hexdigest()[:12]


def _drop_older(wanted: Path, others: int) -> None:
    for folder in KEPT_BELOW.glob(f"recall-{others}-*"):
        if folder != wanted or not (folder / "filled").exists():
            shutil.rmtree(folder)


def _pair(owner: psycopg.Connection, user: str) -> Pair:
    row = owner.execute("select tenant_id, id from users where external_id = %s", [user]).fetchone()
    if row is None:
        raise RuntimeError("the server was not filled")
    return Pair(tenant=row[0], user=row[1], crew=CREW)


def _fill(inside: str, others: int, tell: Tell) -> None:
    began = time.perf_counter()
    neighbours = [f"neighbour-{number}" for number in range(others // LINES_OF_A_NEIGHBOUR)]
    # Autocommit, so that a run that is stopped leaves no long transaction behind; foreign keys are
    # not checked row by row, which takes longer than all the rest.
    with psycopg.connect(inside, autocommit=True) as owner:
        owner.execute("set session_replication_role = replica")
        owner.execute("set synchronous_commit = off")
        _draw(owner)
        tenant = _tenant(owner)
        for user, lines in LINES.items():
            _people(owner, tenant, [user], lines)
        for start in range(0, len(neighbours), AT_ONCE):
            _people(owner, tenant, neighbours[start : start + AT_ONCE], LINES_OF_A_NEIGHBOUR)
            written = min(start + AT_ONCE, len(neighbours)) * LINES_OF_A_NEIGHBOUR
            tell(
                f"talk of others: {written} of {others} lines, {time.perf_counter() - began:.0f} s"
            )
        owner.execute("drop table drawn_lines, drawn_vectors")
        owner.execute("vacuum (analyze)")


def _people(owner: psycopg.Connection, tenant: UUID, users: list[str], lines: int) -> None:
    given = {"tenant": tenant, "users": users, "crew": CREW, "now": NOW, "lines": lines}
    for statement in (_PEOPLE, _LINES, _MEMORIES):
        owner.execute(statement.encode(), given)


def _tenant(owner: psycopg.Connection) -> UUID:
    row = owner.execute(
        "insert into tenants (id, name) values (gen_random_uuid(), 'default') returning id"
    ).fetchone()
    if row is None:
        raise RuntimeError("no tenant was made")
    tenant: UUID = row[0]
    return tenant


def _draw(owner: psycopg.Connection) -> None:
    owner.execute(_DRAWN.encode())
    with owner.cursor().copy("copy drawn_lines (nth, text, length, lexemes) from stdin") as copy:
        before: list[str] = []
        for nth in range(SENTENCES):
            text = _sentence()
            copy.write_row((nth, text, weighted_length(text, before), as_tsvector(text, before)))
            before = [*before[-1:], text]
    with owner.cursor().copy("copy drawn_vectors (nth, embedding) from stdin") as copy:
        for nth in range(VECTORS):
            vector = [_RANDOM.gauss(0, 1) for _ in range(VECTOR_SIZE)]
            copy.write_row((nth, f"[{','.join(f'{part:.5g}' for part in vector)}]"))


def _sentence() -> str:
    words = ["".join(_RANDOM.choices(_SYLLABLES, k=_RANDOM.randint(2, 4))) for _ in range(8)]
    asked = [_RANDOM.choice(QUESTION.split())] if _RANDOM.random() < SHARE_ASKED else []
    return " ".join([*words, *asked])
