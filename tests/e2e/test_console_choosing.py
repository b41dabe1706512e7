"""Before a talk in *Chat*: which crew, and which user, who may be new."""

from __future__ import annotations

import pytest

from tests.builders import CREW
from tests.console import Console, soup, texts


async def test_a_talk_begins_with_any_crew_and_a_user_who_may_be_new(console: Console) -> None:
    begun = await console.send("/chat", crew=CREW, user="tester-1")

    user = await console.door.app.read_console.find_user(console.desk.tenant, "tester-1")
    assert begun.headers["location"] == f"/people/{user}/chat/{CREW}"
    assert "Nothing was said yet" in (await console.page(begun.headers["location"])).text


@pytest.mark.parametrize(
    ("wish", "found"),
    [
        ("여행", {"travel-mina", "travel-doyun"}),
        ("travel", {"travel-mina", "travel-doyun"}),
        ("used-car HANA", {"used-car-hana"}),
        ("없는 것", set()),
    ],
)
async def test_crews_are_found_by_name_category_or_what_they_do(
    console: Console, wish: str, found: set[str]
) -> None:
    page = await console.page("/chat", params={"find": wish})

    chosen = {str(each["value"]) for each in soup(page).select("input[name=crew]")}
    assert chosen & {"travel-mina", "travel-doyun", "used-car-hana"} == found
    assert texts(page, ".choice .sum")[0].startswith(f"{len(chosen)} of ")


async def test_crews_stand_below_their_category_and_lead_to_their_talk(console: Console) -> None:
    path = f"/people/{await console.user()}/chat"
    page = await console.page(path)

    groups = {
        str(group.select_one("h2").contents[0]).strip(): [
            str(each["href"]) for each in group.select("a")
        ]
        for group in soup(page).select(".choice section")
    }
    assert f"{path}/{CREW}" in groups["Travel"]
    assert list(groups) == sorted(groups)


async def test_a_crew_that_was_chosen_stays_in_sight_while_others_are_looked_for(
    console: Console,
) -> None:
    page = await console.page("/chat", params={"find": "중고차", "crew": CREW})

    checked = [str(each["value"]) for each in soup(page).select("input[checked]")]
    assert checked == [CREW]


async def test_an_unknown_crew_or_user_is_told_where_it_was_written(console: Console) -> None:
    for fields, words in (
        ({"crew": "nobody", "user": "u"}, "There is no such crew."),
        ({"crew": CREW, "user": ""}, "Write the id of a user."),
    ):
        refused = await console.send("/chat", **fields)
        assert refused.status_code in (404, 422)
        assert texts(refused, ".notice") == [words]
