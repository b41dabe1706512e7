"""Prices from outside: listings over HTTP and the command line, and a turn that uses them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from nightcrew.adapters.local_embedder import HashEmbedder
from nightcrew.adapters.rehearsal_model import RehearsalModel
from nightcrew.store.database import Database
from tests.e2e.door import open_door, problem
from tests.fakes import ROOT
from tests.price_rows import row
from tests.world import a_world

Verb = Callable[..., tuple[int, Any]]
ROWS = [
    {"id": number, "model": "아반떼", "maker": "현대", "year": 2021,
     "mileage": 38_011 + 301 * number, "price": 15_000_000 + 20_000 * (number % 7),
     "accident": "무사고"}
    for number in range(12)
]  # fmt: skip


async def test_listings_come_in_over_http_and_a_turn_compares_with_them(
    database: Database,
) -> None:
    world = a_world(database, RehearsalModel(HashEmbedder()))
    async with open_door(database, world=world) as door:
        body = {"source": "dealer", "listings": [*ROWS, {"id": 99, "model": "K5"}]}
        loaded = await door.client.post("/v1/price/listings", json=body)
        said = {"user": "u1", "message": "21년식 아반떼 4만km 무사고 1,900에 준다는데 괜찮아요?"}
        turn = (await door.client.post("/v1/crews/used-car-hana/turns", json=said)).json()
        explained = await door.client.get(f"/v1/turns/{turn['turn_id']}/explain")

    assert loaded.status_code == 200
    report = loaded.json()
    assert (report["read"], report["stored"]) == (13, 12)
    assert (report["dirt"], report["rows"]) == ({"year_unreadable": 1}, {"year_unreadable": [13]})
    price = turn["decisions"]["price"]
    assert (price["use"], price["status"], price["n"]) == (True, "ok", 12)
    assert isinstance(price["mid"], int)
    assert price["low"] <= price["mid"] <= price["high"] < 19_000_000
    assert price["as_of"] == "2026-12-01"
    assert "12대 비교" in turn["reply"]
    assert explained.json()["tools"]["price"] == "ok"


async def test_too_many_or_unreadable_listings_are_refused_whole(database: Database) -> None:
    async with open_door(database) as door:
        many = await door.client.post("/v1/price/listings", json={"listings": [{}] * 20_001})
        unit = await door.client.post(
            "/v1/price/listings", json={"listings": ROWS, "price_unit": "억원"}
        )
        field = await door.client.post("/v1/price/listings", json={"listing": ROWS})
        travel = await door.client.post(
            "/v1/price/listings", json={"listings": ROWS, "now": "2026-10-01T00:00:00Z"}
        )

    problem(many, 422, "invalid_field")
    problem(unit, 422, "invalid_field")
    assert problem(field, 422, "unknown_field")["field"] == "listing"
    problem(travel, 422, "time_travel_off")


def test_a_table_is_loaded_and_asked_from_the_command_line(verb: Verb, tmp_path: Any) -> None:
    table = tmp_path / "cars.csv"
    lines = [",".join(row(id=n, km=38_011 + 301 * n, price=1_500 + n).values()) for n in range(9)]
    table.write_text(
        "\n".join(["매물번호,모델,연식,주행거리,가격,등록일", *lines]), encoding="utf-8"
    )
    mapping = ROOT / "deploy" / "price-mapping.example.yaml"

    code, loaded = verb("price", "load", str(table), "--mapping", str(mapping))
    assert (code, loaded["stored"], loaded["source"]) == (0, 9, "dealer-table")

    code, told = verb("price", "ask", "21년식 아반떼 4만km", "--offered", "15000000")
    assert (code, told["status"], told["n"]) == (0, "ok", 9)
    assert told["low"] <= told["mid"] <= told["high"]

    code, odd = verb("price", "ask", "--model", "아반떼", "--year", "2021", "--km", "350000")
    assert (code, odd["status"], odd["mid"]) == (1, "insufficient", None)
    assert "35,000 km" in odd["ask"]


def test_made_up_cars_need_no_file(verb: Verb) -> None:
    code, loaded = verb("price", "load", "--made", "300")

    assert (code, loaded["read"], loaded["source"]) == (0, 300, "made")


def test_a_load_without_a_table_is_wrong_use(verb: Verb) -> None:
    code, refused = verb("price", "load")

    assert (code, refused["code"]) == (2, "no_listings_file")
