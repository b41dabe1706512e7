"""Knowledge from outside: documents over HTTP and the command line, and a turn that cites them."""

from __future__ import annotations

import base64
from collections.abc import Callable
from pathlib import Path
from typing import Any

from nightcrew.store.database import Database
from tests.e2e.door import CREW, a_model, open_door, problem
from tests.unit.test_knowledge_documents import a_pdf

Verb = Callable[..., tuple[int, Any]]
DOCUMENTS = "/v1/knowledge/travel-documents/documents"
TEXT = "여권 유효기간이 6개월 이상 남아 있어야 하는 나라가 많다."
DOCUMENT = {
    "title": "여권 안내",
    "text": TEXT,
    "url": "https://www.passport.go.kr",
    "as_of": "2026-11-01",
    "reviewed_by": "travel-team",
}
ASKED = {"knowledge": {"use": True, "query": "여권 유효기간 6개월"}}


async def test_a_document_comes_in_and_a_turn_cites_it(database: Database) -> None:
    model = a_model(judge_needs=ASKED, reply="6개월 이상 남아야 해요.")
    async with open_door(database, model) as door:
        loaded = (await door.client.post(DOCUMENTS, json=DOCUMENT)).json()
        again = (await door.client.post(DOCUMENTS, json=DOCUMENT)).json()
        said = {"user": "u1", "message": "여권 얼마나 남아야 해요?"}
        turn = (await door.client.post(f"/v1/crews/{CREW}/turns", json=said)).json()

    counts = ("items", "created", "already_there", "waiting")
    assert [loaded[name] for name in counts] == [1, 1, 0, 0]
    assert [again[name] for name in counts] == [1, 0, 1, 0]
    known = turn["decisions"]["knowledge"]
    assert (known["use"], known["status"], known["as_of"]) == (True, "ok", "2026-11-01")
    assert turn["sources"] == [
        {"title": "여권 안내", "url": "https://www.passport.go.kr", "snippet": TEXT}
    ]


async def test_what_waits_is_listed_let_in_and_searched(database: Database) -> None:
    async with open_door(database) as door:
        await door.client.post(DOCUMENTS, json=DOCUMENT | {"review": True})
        listed = (await door.client.get("/v1/knowledge/reviews")).json()
        item = listed["items"][0]["id"]
        search = "/v1/knowledge/travel-documents/search"
        before = (await door.client.get(search, params={"q": "여권 유효기간"})).json()
        decided = await door.client.post(
            f"/v1/knowledge/reviews/{item}/accept", json={"by": "travel-team"}
        )
        twice = await door.client.post(
            f"/v1/knowledge/reviews/{item}/reject", json={"by": "travel-team"}
        )
        after = (await door.client.get(search, params={"q": "여권 유효기간"})).json()

    assert listed["total"] == 1
    assert (before["status"], before["nothing_found"]) == ("empty", True)
    assert (decided.json()["state"], decided.json()["reviewed_by"]) == ("live", "travel-team")
    problem(twice, 409, "not_waiting")
    assert [each["text"] for each in after["items"]] == [TEXT]


async def test_a_document_that_makes_no_sense_is_refused(database: Database) -> None:
    async with open_door(database) as door:
        both = await door.client.post(DOCUMENTS, json=DOCUMENT | {"html": "<p>a</p>"})
        none = await door.client.post(DOCUMENTS, json={"title": "a"})
        empty = await door.client.post(DOCUMENTS, json=DOCUMENT | {"text": "  "})
        garbled = await door.client.post(DOCUMENTS, json={"title": "a", "pdf": "%%%"})
        inside = await door.client.post(DOCUMENTS, json={"url": "https://127.0.0.1/"})
        name = await door.client.post("/v1/knowledge/Bad Name/documents", json=DOCUMENT)
        turn_key = await door.key("turn")
        scope = await door.client.post(DOCUMENTS, json=DOCUMENT, headers=turn_key)

    problem(both, 422, "several_contents")
    problem(none, 422, "no_document")
    problem(empty, 422, "document_empty")
    problem(garbled, 422, "not_base64")
    problem(inside, 409, "no_fetching")
    problem(name, 422, "bad_collection")
    problem(scope, 403, "missing_scope")


async def test_a_pdf_is_read(database: Database) -> None:
    encoded = base64.b64encode(a_pdf("Chill the rice within one hour.")).decode()
    async with open_door(database) as door:
        loaded = await door.client.post(DOCUMENTS, json={"title": "Rice", "pdf": encoded})

    assert loaded.json()["created"] == 1


def test_a_file_is_loaded_and_searched_from_the_command_line(verb: Verb, tmp_path: Path) -> None:
    file = tmp_path / "kites.md"
    file.write_text("# Kites\n\nA delta kite flies in 6 to 25 km/h of wind.\n", encoding="utf-8")

    code, loaded = verb("knowledge", "load", str(file), "--collection", "kites")
    assert (code, loaded["title"], loaded["items"], loaded["created"]) == (0, "Kites", 1, 1)
    code, again = verb("knowledge", "load", str(file), "--collection", "kites")
    assert (code, again["created"], again["already_there"]) == (0, 0, 1)

    question = "how much wind does a delta kite need"
    code, found = verb("knowledge", "search", question, "--collection", "kites")
    assert (code, found["status"]) == (0, "ok")
    assert "25 km/h" in found["items"][0]["text"]

    code, nothing = verb("knowledge", "search", "아무거나", "--collection", "no-such-thing")
    assert (code, nothing["status"], nothing["items"]) == (1, "empty", [])


def test_loading_tells_what_nobody_asks_for_and_a_reviewer_reads_how_people_ask(
    verb: Verb, tmp_path: Path
) -> None:
    file = tmp_path / "kites.md"
    bare = "## Wind\n\nA delta kite flies in 6 to 25 km/h of wind.\n"
    load = ("knowledge", "load", str(file), "--collection", "asked-kites", "--title", "Kites")

    file.write_text(bare, encoding="utf-8")
    _, without = verb(*load, "--review")
    file.write_text(f"{bare}\n## Line\n\nUse 20 m of line.\n\n> how far up?\n", encoding="utf-8")
    _, more = verb(*load, "--review")
    _, waiting = verb("knowledge", "review", "list", "--collection", "asked-kites")

    decided = [
        verb("knowledge", "review", "accept", item["id"], "--by", "kites-team")[1]
        for item in waiting["items"]
    ]

    assert (without["unasked"], more["unasked"]) == (1, 1)
    assert [item["asked"] for item in decided] == [[], ["how far up?"]]


def test_every_shipped_crew_is_covered(verb: Verb) -> None:
    code, told = verb("knowledge", "coverage")

    assert told["problems"] == []
    assert code == 0
    assert told["covered"] == told["total"] >= 28
    assert all(crew["items"] >= 8 or crew["none"] for crew in told["crews"])


def test_wrong_use_says_what_to_do(verb: Verb) -> None:
    code, missing = verb("knowledge", "load", "/no/such/file.md", "--collection", "kites")
    assert (code, missing["code"]) == (2, "no_file")
    code, unknown = verb("knowledge", "load", "file.docx", "--collection", "kites")
    assert (code, unknown["code"]) == (2, "unknown_file_kind")
    assert ".docx" in unknown["message"]
    for named, given in (("--as-of", "2026-13-01"), ("--recheck-on", "tomorrow")):
        code, day = verb("knowledge", "load", "README.md", "--collection", "kites", named, given)
        assert (code, day["code"]) == (2, "not_a_day")
        assert f"{named} {given}" in day["message"]
    code, search = verb("knowledge", "research", "여권", "--collection", "kites")
    assert (code, search["code"]) == (2, "search_misconfigured")
    code, waiting = verb("knowledge", "review", "list")
    assert (code, waiting["total"]) == (0, 0)
