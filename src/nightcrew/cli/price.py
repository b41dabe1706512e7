"""Listings and what they say of a price."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from nightcrew.cli.options import AsJson
from nightcrew.cli.verb import FINDINGS, FINE, Desk, Told, with_app
from nightcrew.cli.verb_group import group

if TYPE_CHECKING:
    from nightcrew.domain.needs import PriceItem
    from nightcrew.domain.price.row import Row, RowShape
    from nightcrew.domain.price.sifting import LoadReport
    from nightcrew.usecases.ask_price import Price

verbs = group("Listings and what they say of a price.")
MADE_SEED = 20_261


@verbs.command("load")
def load(
    *,
    file: Annotated[
        Path | None, typer.Argument(help="A CSV table, or JSON lines (.jsonl).", show_default=False)
    ] = None,
    mapping: Annotated[
        Path | None, typer.Option("--mapping", help="How the table names things (docs/price.md).")
    ] = None,
    source: Annotated[
        str | None, typer.Option("--source", help="Names the table; rows are known by it and id.")
    ] = None,
    replace: Annotated[
        bool, typer.Option("--replace", help="Earlier rows of the source that are not in it go.")
    ] = False,
    made: Annotated[
        int, typer.Option("--made", min=0, help="Load so many made-up cars; no file is needed.")
    ] = 0,
    seed: Annotated[int, typer.Option("--seed", help="Of made-up cars.")] = MADE_SEED,
    as_json: AsJson = False,
) -> int:
    """Load listings; dirty rows are left out and counted by kind."""

    async def act(desk: Desk) -> Told:
        now = desk.app.world.clock.now()
        if made:
            from nightcrew.adapters.made_listings import SHAPE, made_cars

            rows: Iterable[Row | None] = (car.cells for car in made_cars(made, seed, now.date()))
            shape, total = SHAPE, made
        else:
            rows, shape, total = _table(file, mapping, source)
        report = await desk.app.load_listings(
            desk.tenant, rows, shape, replace=replace, told=lambda far: _progress(far, total)
        )
        code = FINE if report.stored + report.replaced else FINDINGS
        return Told(document=report, lines=list(_report_lines(desk, report)), code=code)

    return with_app(act, as_json=as_json)


def _table(
    file: Path | None, mapping: Path | None, source: str | None
) -> tuple[Iterable[Row | None], RowShape, int]:
    from dataclasses import replace

    from nightcrew.adapters.listing_files import count_lines, read_shape, rows_in
    from nightcrew.domain.errors import BadInput
    from nightcrew.domain.price.row import own_shape

    if file is None:
        raise BadInput(
            "no_listings_file",
            "no table is named",
            hint="nightcrew price load FILE, or --made 5000",
        )
    shape = read_shape(mapping) if mapping else own_shape(source or file.stem)
    if source is not None:
        shape = replace(shape, source=source)
    rows = rows_in(file, shape, our_names=mapping is None)
    return rows, shape, count_lines(file) if file.is_file() else 0


def _progress(far: LoadReport, total: int) -> None:
    sys.stderr.write(f"{far.read} / {total} ({far.seconds:.1f} s)\n")
    sys.stderr.flush()


def _report_lines(desk: Desk, report: LoadReport) -> Iterator[str]:
    yield desk.words(
        "listings_loaded",
        read=report.read,
        stored=report.stored,
        replaced=report.replaced,
        dropped=report.dropped,
        seconds=report.seconds,
    )
    for kind, count in sorted(report.dirt.items(), key=lambda each: -each[1]):
        rows = ", ".join(map(str, report.rows[kind]))
        yield desk.words("listings_dirt", kind=kind, count=count, rows=rows)


@verbs.command("ask")
def ask(
    *,
    say: Annotated[
        str,
        typer.Argument(help="The car in words: 21년식 아반떼 4만km 무사고.", show_default=False),
    ] = "",
    maker: Annotated[str | None, typer.Option("--maker")] = None,
    model: Annotated[str | None, typer.Option("--model")] = None,
    year: Annotated[int | None, typer.Option("--year", help="First registered.")] = None,
    km: Annotated[int | None, typer.Option("--km", help="Kilometres.")] = None,
    trim: Annotated[str | None, typer.Option("--trim")] = None,
    fuel: Annotated[str | None, typer.Option("--fuel")] = None,
    accident: Annotated[
        str | None, typer.Option("--accident", help="none, minor or major.")
    ] = None,
    offered: Annotated[
        float | None, typer.Option("--offered", help="A price that was named.")
    ] = None,
    currency: Annotated[str | None, typer.Option("--currency", help="KRW, USD, ...")] = None,
    now: Annotated[str | None, typer.Option("--now", help="With time travel only.")] = None,
    as_json: AsJson = False,
) -> int:
    """Ask what a car is worth; exits with 1 when something must be asked back."""
    named: dict[str, object] = {
        "maker": maker, "model": model, "year": year, "km": km, "trim": trim, "fuel": fuel,
        "accident": accident, "offered": offered, "currency": currency,
    }  # fmt: skip

    async def act(desk: Desk) -> Told:
        from nightcrew.cli.reading import travelled

        moment = travelled(desk, now)
        item = _item(say, named, desk)
        locale = "ko-KR" if desk.app.settings.lang == "ko" else "en-US"
        price = await desk.app.ask_price(desk.tenant, item, locale=locale, now=moment)
        code = FINE if price.answer.enough else FINDINGS
        return Told(document=_document(price), lines=price.lines, code=code)

    return with_app(act, as_json=as_json)


def _item(say: str, named: dict[str, object], desk: Desk) -> PriceItem:
    from dataclasses import replace
    from typing import Any

    from nightcrew.adapters.rehearsal.car import item_in
    from nightcrew.domain.needs import PriceItem

    today = desk.app.world.clock.now().date()
    item = item_in(say, (), today) if say else PriceItem()
    given: dict[str, Any] = {name: cell for name, cell in named.items() if cell is not None}
    return replace(item, **given)


def _document(price: Price) -> dict[str, object]:
    answer = price.answer
    told: dict[str, object] = {
        "status": "ok" if answer.enough else "insufficient",
        "low": answer.low,
        "mid": answer.mid,
        "high": answer.high,
        "currency": answer.currency,
        "n": answer.n,
        "rung": answer.rung,
        "as_of": answer.as_of,
        "as_of_from": answer.as_of_from,
        "basis": answer.basis,
        "other_mid": answer.other_mid,
        "left_out": answer.left_out,
        "caveats": answer.caveats,
        "lines": price.lines,
    }
    return told | ({"ask": price.ask} if price.ask else {})
