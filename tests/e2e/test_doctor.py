"""`doctor` names each likely misconfiguration and says what to do, in English and Korean."""

from __future__ import annotations

import ast
from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import text

from nightcrew.cli.doctor_settings import KEYS_OF_SEARCH, SEARCH_PROVIDERS
from nightcrew.cli.wording import WORDING
from nightcrew.store.database import Database
from nightcrew.web.activity import other_embedders, skills_never_chosen
from tests.e2e.door import Door, a_model, open_door

Verb = Callable[..., tuple[int, Any]]
FINE, FINDINGS, WRONG_USE, UNREACHABLE = 0, 1, 2, 3
# What an operator did; the findings, and the words that the remedy of each must hold.
MISCONFIGURED: list[tuple[dict[str, str], dict[str, str]]] = [
    (
        {
            "SERCH": "x", "MODEL": "openai/gpt-5", "SEARCH": "http://searxng:8080",
            "QUIET_BEFORE_DREAM": "1000", "CREWS": "nowhere", "TIME_TRAVEL": "1",
            "PLAYBOOKS": "nowhere",
        },
        {
            "unknown_setting": "docs/settings.md",
            "model_without_key": "NIGHTCREW_MODEL_API_KEY",
            "same_model_verifies": "NIGHTCREW_MODEL_VERIFY",
            "search_host_refused": "NIGHTCREW_ALLOW_PRIVATE_HOSTS",
            "quiet_longer_than_wait": "NIGHTCREW_QUIET_BEFORE_DREAM",
            "no_crews": "NIGHTCREW_CREWS",
            "no_playbooks": "NIGHTCREW_PLAYBOOKS",
            "time_travel": "",
        },
    ),
    (
        {},
        {
            "rehearsal": "NIGHTCREW_MODEL",
            "search_misconfigured": "NIGHTCREW_SEARCH",
            "flows_never_ran": "nightcrew up",
            "no_key": "nightcrew keys create",
        },
    ),
    (
        {
            "SEARCH": "tavilly, brave", "MODEL": "openai/gpt-5",
            "MODEL_BASE_URL": "http://127.0.0.1:9/v1",
        },
        {
            "search_unknown": "docs/search.md",
            "search_without_key": "BRAVE_API_KEY",
            "model_unreachable": "NIGHTCREW_MODEL_BASE_URL",
        },
    ),
    ({"MODEL_REPLY": "ollama/gemma"}, {"partly_rehearsal": "NIGHTCREW_MODEL"}),
]  # fmt: skip


@pytest.mark.parametrize(
    ("settings", "remedies"),
    MISCONFIGURED,
    ids=["set wrongly", "not set", "nobody there", "half set"],
)
def test_misconfigurations_are_found_each_with_its_remedy(
    verb: Verb,
    monkeypatch: pytest.MonkeyPatch,
    settings: dict[str, str],
    remedies: dict[str, str],
) -> None:
    for name, given in settings.items():
        monkeypatch.setenv(f"NIGHTCREW_{name}", given)
    for name in ("OPENAI_API_KEY", "BRAVE_API_KEY"):
        monkeypatch.delenv(name, raising=False)

    for place, lang in enumerate(("en", "ko")):
        monkeypatch.setenv("NIGHTCREW_LANG", lang)
        exit_code, seen = verb("doctor")

        found = {finding["code"]: finding for finding in seen["findings"]}
        hurts = any(finding["weight"] == "hurts" for finding in seen["findings"])
        assert exit_code == (FINDINGS if hurts else FINE)
        for code, remedy in remedies.items():
            told = found[code]["remedy"]
            assert told.startswith(f"{code}: ")
            assert remedy in told
            assert WORDING[f"doctor_{code}"][place].split("{")[0] in told


def test_a_missing_folder_of_playbooks_is_told_once_and_not_for_each_crew(
    verb: Verb, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("NIGHTCREW_PLAYBOOKS", "nowhere")

    found = codes(verb("doctor")[1])

    assert "no_playbooks" in found
    assert not {"crew_stale", "crew_broken"} & set(found)


def test_without_a_database_the_rest_is_told_all_the_same(
    verb: Verb, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("NIGHTCREW_DATABASE_URL", "postgresql://nobody@127.0.0.1:9/none")
    monkeypatch.setenv("NIGHTCREW_SERCH", "searxng")

    exit_code, seen = verb("doctor")

    assert exit_code == UNREACHABLE
    assert codes(seen) >= {"database_unavailable", "unknown_setting"}
    assert seen["findings"][0]["code"] == "database_unavailable"
    assert "NIGHTCREW_DATABASE_URL" in seen["findings"][0]["remedy"]
    assert seen["status"] == "unready"


@pytest.mark.parametrize("address", ["mysql://root:secret@127.0.0.1/x", "not an address"])
def test_what_is_no_address_of_a_postgres_is_told_without_showing_it(
    verb: Verb, monkeypatch: pytest.MonkeyPatch, address: str
) -> None:
    monkeypatch.setenv("NIGHTCREW_DATABASE_URL", address)

    exit_code, problem = verb("doctor")

    assert (exit_code, problem["code"]) == (WRONG_USE, "bad_setting")
    assert "postgresql://" in problem["hint"]
    assert "secret" not in str(problem)


def test_the_search_providers_are_those_of_the_library() -> None:
    library = find_spec("litellm")
    assert library is not None
    assert library.origin is not None
    types = Path(library.origin).parent / "types" / "utils.py"
    tree = ast.parse(types.read_text(encoding="utf-8"))
    [providers] = [
        node
        for node in tree.body
        if isinstance(node, ast.ClassDef) and node.name == "SearchProviders"
    ]
    names = {
        each.value.value
        for each in providers.body
        if isinstance(each, ast.Assign) and isinstance(each.value, ast.Constant)
    }

    assert names == SEARCH_PROVIDERS
    assert set(KEYS_OF_SEARCH) <= SEARCH_PROVIDERS


def test_a_misspelt_setting_is_told_with_the_nearest_name(
    verb: Verb, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("NIGHTCREW_SERCH", "searxng")

    [found] = [each for each in verb("doctor")[1]["findings"] if each["code"] == "unknown_setting"]

    assert found["about"] == "NIGHTCREW_SERCH → NIGHTCREW_SEARCH"


def test_a_key_file_that_others_may_read_is_found(verb: Verb, data: Path) -> None:
    (data / "key").write_text("nck_something\n")
    (data / "key").chmod(0o644)
    loose = verb("doctor")[1]
    (data / "key").chmod(0o600)
    close = verb("doctor")[1]

    assert "secrets_readable" in codes(loose)
    assert "secrets_readable" not in codes(close)


def test_a_private_search_host_that_is_allowed_is_no_finding(
    verb: Verb, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("NIGHTCREW_SEARCH", "http://searxng:8080")
    monkeypatch.setenv("NIGHTCREW_ALLOW_PRIVATE_HOSTS", "searxng")

    assert "search_host_refused" not in codes(verb("doctor")[1])


async def test_a_crew_with_skills_that_chose_none_in_many_turns_is_found(
    database: Database,
) -> None:
    skills: list[str | None] = [None]
    judged = {"judge_needs": lambda _: {"skill": {"name": skills[0], "why": "그렇다"}}}
    async with open_door(database, a_model(**judged)) as door:
        for _ in range(12):
            await _said_to(door, "language-emma")
            await _said_to(door, "language-yuki")
        skills[0] = "conversation-jp"
        await _said_to(door, "language-yuki")

        found = await skills_never_chosen(door.app, last=12)
        too_few = await skills_never_chosen(door.app, last=13)

        assert found == ["language-emma"]
        assert too_few == []


async def _said_to(door: Door, crew: str) -> None:
    answered = await door.client.post(
        f"/v1/crews/{crew}/turns", json={"user": "u1", "message": "안녕"}
    )
    assert answered.status_code == 200


async def test_vectors_that_another_model_made_are_found(database: Database) -> None:
    async with open_door(database) as door:
        await door.say("안녕")
        await door.client.post("/v1/run/dream")
        tenant = await door.app.keep_tenant.tenant()
        await door.app.index_evidence()
        async with database.begin(tenant) as connection:
            await connection.execute(text("update evidence_index set model = 'former'"))

        assert await other_embedders(door.app) == {"former": 2}


def codes(seen: Any) -> set[str]:
    return {finding["code"] for finding in seen["findings"]}
