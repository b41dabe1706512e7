"""Which stories a writer means by a word: part of an id, or of the file they stand in."""

from __future__ import annotations

from functools import lru_cache

import pytest

from nightcrew.adapters.crew_files import CrewFiles
from nightcrew.adapters.story_files import read_stories
from nightcrew.cli.stories import stories_meant
from nightcrew.domain.errors import BadInput
from nightcrew.domain.story import StoryShelf
from tests.fakes import ROOT


@lru_cache(maxsize=1)
def shipped() -> StoryShelf:
    return read_stories(ROOT / "crews", CrewFiles(ROOT / "crews", ROOT / "playbooks").load())


@pytest.mark.parametrize("word", ["weekend-air", "weekend-air.yaml", "weekend*"])
def test_the_name_of_a_file_means_all_its_stories(word: str) -> None:
    meant = stories_meant(shipped(), word)

    assert len(meant) > 1
    assert {each.place.partition(":")[0] for each in meant} == {"crews/scenarios/weekend-air.yaml"}


def test_a_part_of_an_id_means_those_that_hold_it_and_nothing_means_all() -> None:
    contrasts = stories_meant(shipped(), "fair-price-contrast")

    assert [each.id for each in contrasts] == ["fair-price-contrast"]
    assert stories_meant(shipped(), "") == list(shipped().stories)


def test_a_word_that_means_none_is_told_with_what_is_near() -> None:
    with pytest.raises(BadInput) as refused:
        stories_meant(shipped(), "fair-prise")

    assert "fair-price-contrast" in refused.value.hint
