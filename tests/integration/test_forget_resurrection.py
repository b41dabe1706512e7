"""A forgotten claim does not come back, and what is near it or its opposite is still learnt."""

from __future__ import annotations

from nightcrew.store.database import Database
from tests.benchmarks.resurrection_bench import is_wrong, open_stage, shares
from tests.benchmarks.resurrection_data import read_split

CLAIMS = ("ramen", "antidepressant", "debt")  # the benchmark takes all twenty
BESIDE = 12


async def test_what_is_forgotten_stays_so_in_other_forms_and_all_else_is_still_learnt(
    database: Database,
) -> None:
    claims, said = read_split("dev")
    forgotten = [each for each in claims if each.id in CLAIMS]
    chosen = [each for each in said if each.claim in forgotten and each.group != "other"]
    beside = [each for each in said if each.group == "unrelated"][:BESIDE]
    stage = await open_stage(database, "small", rehearses=False)

    found = await stage.play(forgotten, [*chosen, *beside])

    kept = shares(found)
    wrong = [each.statement.text for each in found if is_wrong(each)]
    assert kept["form"].kept == 0, wrong
    assert kept["paraphrase"].share <= 0.05, wrong
    assert all(kept[group].share >= 0.9 for group in ("unrelated", "near", "opposite")), wrong


async def test_with_a_verifier_that_knows_whom_a_sentence_is_about_other_words_do_not_help(
    database: Database,
) -> None:
    claims, said = read_split("dev")
    forgotten = [each for each in claims if each.id in CLAIMS]
    stage = await open_stage(database, "eyes", rehearses=False)
    stage.eyes, stage.subjects = "subject", True

    others = [each for each in said if each.claim in forgotten and each.group == "other"]
    found = await stage.play(forgotten, others)

    assert shares(found)["other"].kept == 0
