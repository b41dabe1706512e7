"""*Chat*: any crew as any test user, why each reply came out so, and a clock of one's own."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from uuid import uuid4

import pytest

from nightcrew.domain.errors import ModelFailure
from nightcrew.ports import Question
from nightcrew.store.database import Database
from nightcrew.web.console.chat import EXPLAINED
from nightcrew.web.console.words import with_particle
from tests.builders import CREW, memory
from tests.console import Console, open_console, soup, texts
from tests.desk import USER
from tests.e2e.door import a_model

NEEDS = {
    "search": {"use": True, "query": "교토 날씨", "why": "날씨는 밖에서 봐야 안다"},
    "cites": ["g1"],
}


@pytest.fixture(scope="module")
async def served(shared_database: Database) -> AsyncIterator[Console]:
    model = a_model(judge_needs=NEEDS, reply="교토는 쌀쌀해요.")
    async with open_console(shared_database, model, time_travel=True) as console:
        yield console


async def talk_of(console: Console) -> str:
    return f"/people/{await console.user()}/chat/{CREW}"


async def test_what_was_said_and_answered_stands_in_the_talk(console: Console) -> None:
    path = await talk_of(console)

    said = await console.send(path, message="교토 날씨 어때요?")
    page = await console.page(said.headers["location"])

    assert texts(page, ".said .bubble") == ["교토 날씨 어때요?", "교토는 쌀쌀해요."]
    assert "교토" not in said.headers["location"]


async def test_beside_a_reply_stands_why_with_guide_lines_memories_and_prompts(
    console: Console,
) -> None:
    await console.desk.learn(memory("겨울 여행을 좋아한다"))
    said = await console.send(await talk_of(console), message="교토 날씨 어때요?")

    page = await console.page(said.headers["location"])

    search, price, *_ = texts(page, ".decisions li")
    assert search.startswith("search used not set up 날씨는 밖에서 봐야 안다")
    assert price == "price not used no reason given"
    guide, remembered = texts(page, ".guides")
    assert guide.startswith("g1 ")
    assert f"crews/{CREW}.yaml:" in guide
    assert "겨울 여행을 좋아한다" in remembered
    assert "judge_needs version" in texts(page, ".explain-body")[0]
    assert soup(page).select_one(".explain[open]") is not None


async def heard(console: Console, path: str, **fields: str) -> list[tuple[str, dict[str, str]]]:
    """The events a browser's script is told after sending the form."""
    answer = await console.send(path, accept="text/event-stream", **fields)
    assert answer.headers["content-type"].startswith("text/event-stream")
    assert "default-src 'none'" in answer.headers["content-security-policy"]
    lines = [block.split("\n") for block in answer.text.strip().split("\n\n")]
    return [
        (name.removeprefix("event: "), json.loads(data.removeprefix("data: ")))
        for name, data in lines
    ]


async def test_a_script_is_told_the_words_at_once_and_the_reply_sentence_by_sentence(
    database: Database,
) -> None:
    reply = "교토는 쌀쌀해요. 목도리를 챙기세요."
    async with open_console(database, a_model(reply=reply)) as console:
        await console.sign_in()
        turn = str(uuid4())

        events = await heard(
            console, await talk_of(console), message="<b>안녕</b>하세요", turn_id=turn
        )

        names = [name for name, _ in events]
        assert names == ["said", "delta", "delta", "done"]
        assert texts(events[0][1]["talk"], ".said.user .bubble") == ["<b>안녕</b>하세요"]
        assert texts(events[0][1]["talk"], ".coming .bubble") == [""]
        assert "".join(data["text"] for name, data in events if name == "delta") == reply
        done = events[-1][1]
        assert texts(done["talk"], ".said .bubble") == ["<b>안녕</b>하세요", reply]
        assert soup(done["talk"]).select_one(".explain[open]") is not None
        composer = soup(done["composer"])
        assert composer.select_one("textarea").get_text() == ""  # type: ignore[union-attr]
        assert composer.select_one("[name=turn_id]")["value"] != turn  # type: ignore[index]


async def test_a_script_is_told_what_was_refused_with_the_words_still_in_the_field(
    database: Database,
) -> None:
    away = ModelFailure("provider_down", "the model is away")
    async with open_console(database, a_model(reply=lambda _: away)) as console:
        await console.sign_in()
        turn = str(uuid4())

        events = await heard(console, await talk_of(console), message="안녕하세요", turn_id=turn)
        empty = await heard(console, await talk_of(console), message="  ")

        name, data = events[-1]
        assert name == "refused"
        assert "send them again" in texts(data["composer"], ".notice")[0]
        assert f'value="{turn}"' in data["composer"]
        assert texts(data["composer"], "textarea") == ["안녕하세요"]
        assert [name for name, _ in empty] == ["refused"]


async def test_moments_are_told_where_the_user_is(console: Console) -> None:
    tenant, path = console.desk.tenant, await talk_of(console)
    own = {"timezone": "America/New_York"}
    await console.door.app.keep_people.set_preferences(tenant, USER, own)
    await console.send("/clock", local="2027-03-02T09:00", zone="America/New_York", back=path)

    said = await console.send(path, message="안녕하세요")
    page = await console.page(said.headers["location"])

    assert texts(page, ".said.assistant time") == ["2027-03-02 (Tue) 09:00"]
    assert texts(page, ".travelling") == ["This browser's clock stands at 2027-03-02 (Tue) 09:00."]
    assert "on the clock of America/New_York" in texts(page, "main")[0]


async def test_the_title_takes_the_particle_its_name_asks_for() -> None:
    assert with_particle("준", "과", "와") == "준과"
    assert with_particle("미나", "과", "와") == "미나와"
    assert with_particle("Nora", "과", "와") == "Nora와"


async def test_older_replies_link_to_their_reasons_and_one_that_is_asked_for_is_open(
    console: Console,
) -> None:
    path = await talk_of(console)
    turns = [str(uuid4()) for _ in range(EXPLAINED + 2)]
    for turn in turns:
        await console.send(path, message=f"{turn} 이야기", turn_id=turn)

    newest = soup(await console.page(path))
    links = [str(link["href"]) for link in newest.select(".said a")]
    asked = soup(await console.page(links[0].partition("#")[0]))

    assert links == [f"{path}?turn={turn}#newest" for turn in turns[:2]]
    assert len(newest.select(".explain")) == EXPLAINED
    assert newest.select_one("#newest .bubble").get_text().startswith(turns[-1])  # type: ignore[union-attr]
    assert asked.select_one("#newest .bubble").get_text().startswith(turns[0])  # type: ignore[union-attr]
    assert len(asked.select(".explain[open]")) == 1


async def test_a_form_that_is_sent_twice_is_one_turn(console: Console) -> None:
    path, turn = await talk_of(console), str(uuid4())
    for _ in range(2):
        await console.send(path, message="안녕하세요", turn_id=turn)

    page = await console.page(path)

    assert len(texts(page, ".said.user")) == 1


async def test_when_the_model_is_away_the_words_stay_and_sending_again_completes_them(
    database: Database,
) -> None:
    failing = [ModelFailure("provider_down", "the model is away")]

    def reply(_: Question) -> object:
        return failing.pop() if failing else "이제 왔어요."

    async with open_console(database, a_model(reply=reply)) as console:
        await console.sign_in()
        path, turn = await talk_of(console), str(uuid4())
        refused = await console.send(path, message="안녕하세요", turn_id=turn)
        form = soup(refused).select_one("#composer")
        assert form is not None
        again = await console.send(
            path,
            message=form.textarea.get_text(),
            turn_id=turn,  # type: ignore[union-attr]
        )

        assert refused.status_code == 503
        assert "send them again" in texts(refused, ".notice")[0]
        assert f'value="{turn}"' in refused.text
        page = await console.page(again.headers["location"])
        assert texts(page, ".said .bubble") == ["안녕하세요", "이제 왔어요."]


async def test_a_key_that_may_only_talk_sees_no_earlier_words_and_no_memories(
    console: Console,
) -> None:
    await console.desk.learn(memory("겨울 여행을 좋아한다"))
    path = await talk_of(console)
    await console.send(path, message="이건 어제 한 말이에요")
    await console.sign_in_again("turn")

    said = await console.send(path, message="오늘은요?")
    page = await console.page(said.headers["location"])

    assert "어제 한 말" not in page.text
    assert "겨울" not in page.text
    assert texts(page, ".said .bubble") == ["교토는 쌀쌀해요."]


async def test_in_test_mode_the_browser_travels_in_time_and_the_crew_with_it(
    console: Console,
) -> None:
    path = await talk_of(console)
    await console.send("/clock", local="2027-03-01T09:00", back=path)
    await console.send("/clock", step="day", back=path)
    said = await console.send(path, message="안녕하세요")
    page = await console.page(said.headers["location"])
    await console.send("/clock", step="real", back=path)
    after = await console.page(path)

    assert texts(page, ".travelling") == ["This browser's clock stands at 2027-03-02 (Tue) 09:00."]
    assert texts(page, ".said.assistant time") == ["2027-03-02 (Tue) 09:00"]
    assert texts(after, ".travelling") == []


async def test_outside_test_mode_there_is_no_clock_and_a_kept_one_is_not_heard(
    database: Database,
) -> None:
    async with open_console(database) as console:
        await console.sign_in()
        console.browser.cookies.set("nightcrew_clock", "2031-01-01T00:00:00+00:00")
        page = await console.page(await talk_of(console))
        refused = await console.send("/clock", step="day")

        assert texts(page, ".clock") == []
        assert "2031-01" not in page.text
        assert refused.status_code == 422


async def test_words_of_user_and_model_are_shown_as_words(database: Database) -> None:
    planted = "<script>alert(1)</script>"
    async with open_console(database, a_model(reply=f"{planted} 네.")) as console:
        await console.sign_in()
        said = await console.send(await talk_of(console), message=planted)
        page = await console.page(said.headers["location"])

        assert texts(page, ".said .bubble") == [planted, f"{planted} 네."]
        assert not soup(page).select("main script")
    assert USER not in said.headers["location"]
