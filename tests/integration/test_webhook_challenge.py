"""An address is told nothing before it answered a signed challenge with its word."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from uuid import UUID

import pytest

from nightcrew.app.menu import wire
from nightcrew.domain.delivery import Posted
from nightcrew.domain.errors import NightcrewError, Refused
from nightcrew.domain.webhook import is_echo
from nightcrew.domain.webhook_signature import check, secret_of
from nightcrew.store.database import Database
from tests.case_talk import Play, play

URL = "https://backend.example/hook"
OWN, OTHER = secret_of(b"o" * 32), secret_of(b"x" * 32)


@dataclass(slots=True)
class CarefulBackend:
    """A receiver that gives its word to nobody whose secret it does not know."""

    secret: str = OWN
    vouched: bool = False
    asked: list[bytes] = field(default_factory=list)
    got: list[bytes] = field(default_factory=list)

    def check(self, url: str) -> None:
        """Every address may be written down."""

    def is_vouched_for(self, url: str) -> bool:
        """As the operator has it."""
        return self.vouched

    async def echoes(self, url: str, *, body: bytes, headers: Mapping[str, str], word: str) -> bool:
        """Check the signature, then answer."""
        self.asked.append(body)
        try:
            check(self.secret, headers, body, datetime.now(UTC))
        except Refused:
            return False
        return is_echo(json.dumps(json.loads(body)["data"]).encode(), word)

    async def post(self, url: str, *, body: bytes, headers: Mapping[str, str]) -> Posted:
        """Take it."""
        self.got.append(body)
        return Posted(status=204)


async def listening(database: Database, tenant: UUID, backend: CarefulBackend) -> Play:
    scene = await play(database, tenant)
    app = wire(scene.app.settings, replace(scene.app.world, webhooks=backend))
    return replace(scene, talk=replace(scene.talk, app=app))


async def test_who_answers_with_the_word_is_told_from_then_on(
    shared_database: Database, own_tenant: UUID
) -> None:
    backend = CarefulBackend()
    scene = await listening(shared_database, own_tenant, backend)

    made = await scene.app.keep_webhooks.make(own_tenant, URL, ["memory.changed"], OWN)
    await scene.keep("고양이를 키운다")
    await scene.app.flows.run("deliver-webhooks")

    [challenge] = backend.asked
    assert json.loads(challenge)["type"] == "webhook.challenge"
    assert made.webhook.health == "new"
    assert [json.loads(body)["type"] for body in backend.got] == ["memory.changed"]


async def test_a_receiver_of_somebody_else_is_told_nothing_until_it_agrees(
    shared_database: Database, own_tenant: UUID
) -> None:
    backend = CarefulBackend()
    scene = await listening(shared_database, own_tenant, backend)
    keep = scene.app.keep_webhooks

    made = await keep.make(own_tenant, URL, ["memory.changed"], OTHER)
    await scene.keep("고양이를 키운다")
    await scene.app.flows.run("deliver-webhooks")
    with pytest.raises(NightcrewError, match="challenge") as unproved:
        await keep.enable(own_tenant, made.webhook.id)
    told_before, backend.secret = len(backend.got), OTHER
    agreed = await keep.enable(own_tenant, made.webhook.id)
    await scene.keep("강아지도 키운다")
    await scene.app.flows.run("deliver-webhooks")

    assert (made.webhook.health, made.webhook.disabled_reason) == ("pending", "unproved")
    assert unproved.value.code == "webhook_unproved"
    assert (told_before, agreed.health, len(backend.got)) == (0, "new", 1)


async def test_every_challenge_has_a_word_of_its_own(
    shared_database: Database, own_tenant: UUID
) -> None:
    backend = CarefulBackend()
    scene = await listening(shared_database, own_tenant, backend)
    for _ in range(3):
        await scene.app.keep_webhooks.make(own_tenant, URL, ["memory.changed"], OWN)

    words = {json.loads(body)["data"]["challenge"] for body in backend.asked}
    assert len(words) == 3


async def test_a_host_the_operator_listed_is_told_at_once(
    shared_database: Database, own_tenant: UUID
) -> None:
    backend = CarefulBackend(vouched=True)
    scene = await listening(shared_database, own_tenant, backend)

    made = await scene.app.keep_webhooks.make(own_tenant, URL, ["memory.changed"])

    assert (made.webhook.health, backend.asked) == ("new", [])


@pytest.mark.parametrize(
    ("answer", "proves"),
    [
        ("w0rd", True),
        (" w0rd\n", True),
        ('"w0rd"', True),
        ('{"challenge": "w0rd"}', True),
        ('{"type": "webhook.challenge", "data": {"challenge": "w0rd"}}', False),
        ("you said w0rd", False),
        ('["w0rd"]', False),
        ("", False),
        ("ok", False),
    ],
)
def test_only_the_word_itself_is_an_answer(answer: str, *, proves: bool) -> None:
    assert is_echo(answer.encode(), "w0rd") is proves
