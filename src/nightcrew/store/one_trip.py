"""Statements sent together and answered together: one round trip, and one wait for it.

Measured reason: through the driver's own pipeline a trip waits nine times and takes 0.26 ms of CPU,
sent as here 0.12 ms (`tests/benchmarks/turn_bench.py` makes two trips a turn).
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any
from weakref import WeakKeyDictionary

from psycopg import abc, errors
from psycopg.adapt import PyFormat, Transformer
from psycopg.pq import ExecStatus, Format
from psycopg.pq.abc import PGconn, PGresult

from nightcrew.store.prepared import Driver, Prepared, Row

Order = tuple[Prepared, Mapping[str, Any]]

_FAILED = (ExecStatus.FATAL_ERROR, ExecStatus.PIPELINE_ABORTED)


class OneTrip:
    """Sends orders over connections that nobody else uses meanwhile, each planned once there."""

    def __init__(self) -> None:
        self._planned: WeakKeyDictionary[Driver, dict[object, bytes]] = WeakKeyDictionary()

    async def __call__(self, driver: Driver, orders: Sequence[Order]) -> list[list[Row]]:
        """The rows of each order. What is sent together is one transaction, with no word about it.

        values of an order: may hold more than its statement names. A connection whose trip failed,
        or was left in the middle, is to be thrown away. Raises: psycopg.Error.
        """
        connection, reading = driver.pgconn, Transformer(driver)
        planned = self._planned.setdefault(driver, {})
        connection.enter_pipeline_mode()
        brings = [
            brings for order in orders for brings in _sent(connection, planned, driver, order)
        ]
        connection.pipeline_sync()
        answers = await _answers(connection)
        connection.exit_pipeline_mode()
        return [
            _rows(reading, answer) for answer, rows in zip(answers, brings, strict=True) if rows
        ]


def _sent(
    connection: PGconn, planned: dict[object, bytes], driver: Driver, order: Order
) -> Iterator[bool]:
    """Send one order, and say of each answer that is to come whether it brings rows."""
    statement, values = order
    writing = Transformer(driver)
    places = [values[name] for name in statement.names]
    written = writing.dump_sequence(places, [PyFormat.AUTO] * len(places))
    key = (statement.sql, writing.types)
    if key not in planned:
        planned[key] = f"trip_{len(planned)}".encode()
        connection.send_prepare(planned[key], statement.sql.encode(), writing.types)
        yield False
    connection.send_query_prepared(planned[key], written, writing.formats, Format.TEXT)
    yield True


async def _answers(connection: PGconn) -> list[PGresult]:
    """The answer to everything that was sent. Raises: psycopg.Error for the first that failed."""
    loop = asyncio.get_running_loop()
    while connection.flush():
        await _ready(connection.socket, loop.add_writer, loop.remove_writer)
    answers = list[PGresult]()
    while True:
        while connection.is_busy():
            await _ready(connection.socket, loop.add_reader, loop.remove_reader)
            connection.consume_input()
        answer = connection.get_result()
        if answer is None:
            continue  # ends one answer; the next may have come already
        if answer.status in _FAILED:
            raise errors.error_from_result(answer)
        if answer.status == ExecStatus.PIPELINE_SYNC:
            return answers
        answers.append(answer)


async def _ready(
    socket: int, watch: Callable[..., Any], stop_watching: Callable[[int], Any]
) -> None:
    """Wait until the connection can be read or written."""
    ready = asyncio.get_running_loop().create_future()
    watch(socket, _tell, ready)
    try:
        await ready
    finally:
        stop_watching(socket)


def _tell(ready: asyncio.Future[None]) -> None:
    if not ready.done():
        ready.set_result(None)


def _rows(reading: abc.Transformer, answer: PGresult) -> list[Row]:
    reading.set_pgresult(answer)
    return reading.load_rows(0, answer.ntuples, tuple)
