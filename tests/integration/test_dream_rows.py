"""Whatever a model answers and though everything is approved, the rows obey every rule."""

from __future__ import annotations

from collections.abc import Sequence
from uuid import UUID

from hypothesis import HealthCheck, Phase, given, settings

from nightcrew.domain.dream import Proposal, ProposedChange
from nightcrew.domain.forgetting import forgotten_claims, restates
from nightcrew.domain.gates_together import MOST_CHANGES, MOST_REMOVALS
from nightcrew.domain.memory import TEXT_LIMIT, Memory
from nightcrew.store import erasing, memories, people
from nightcrew.store.database import Database
from tests.arbitrary_changes import answers
from tests.builders import memory
from tests.case_talk import Play, play

HELD = ("커피를 마신다", "커피를 매일 마신다", "산책을 한다")
OWN, FORGOTTEN = "채식은 안 한다", "우동을 좋아한다"
SPOKEN = (
    "나는 라면을 좋아해. 나비라는 고양이를 키워",
    "응 I have two cats",
    "이제 커피를 끊었어. 우동은 좋아해",
)


@settings(
    max_examples=6,
    deadline=None,
    phases=(Phase.explicit, Phase.generate),
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
@given(answers)
async def test_whatever_is_proposed_and_approved_the_rows_obey_every_rule(
    database: Database, tenant: UUID, proposed: Sequence[ProposedChange]
) -> None:
    told = await a_fresh_user(database, tenant)
    told.script.answers["propose_changes"] = Proposal(changes=tuple(proposed))
    before = {each.id: each for each in await told.talk.known()}

    report = await told.dream()

    after = {each.id: each for each in await told.talk.known()}
    applied = [each for each in report.changes if each.applied]
    gone = before.keys() - after.keys()
    assert len(report.changes) == len(proposed)
    assert all(each.applied or each.reason for each in report.changes)
    assert [each for each in before.values() if each.explicit] == [
        each for each in after.values() if each.explicit
    ]
    assert len(gone) <= MOST_REMOVALS
    assert len(proposed) <= MOST_CHANGES or not applied
    assert {each.memory for each in applied if each.action == "remove"} == set(gone)
    await check_rows(told, [each for each in after.values() if each.id not in before])


async def a_fresh_user(database: Database, tenant: UUID) -> Play:
    told = await play(database, tenant)
    async with database.begin_pair(told.talk.pair) as connection:
        await erasing.delete_person(connection, tenant, told.talk.pair.user)
    told = await play(database, tenant)
    for text in HELD:
        await told.learn(memory(text))
    await told.keep(OWN)
    await told.forget(await told.keep(FORGOTTEN))
    await told.say(*SPOKEN)
    return told


async def check_rows(told: Play, made: Sequence[Memory]) -> None:
    """New rows: short lines that cite the user's own lines, and nothing forgotten."""
    pair = told.talk.pair
    async with told.app.world.db.begin_pair(pair) as connection:
        person = await people.person(connection, pair.tenant, pair.user)
        assert person is not None
        standing = await memories.standing_tombstones(connection, pair)
    claims = forgotten_claims(standing, person.claim_key)
    ids = await told.talk.cells("id", "evidence", "position")
    users = set(ids[::2])
    for row in made:
        assert len(row.text) <= TEXT_LIMIT
        assert len(row.text.splitlines()) == 1
        assert users & set(row.cites) and set(row.cites) <= set(ids)
        assert not any(restates(row.text, claim, person.claim_key) for claim in claims)
