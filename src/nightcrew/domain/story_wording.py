"""What is said about problems of stories, in English and Korean."""

from __future__ import annotations

from nightcrew.domain.crew import Problem
from nightcrew.domain.crew_problem import Place, worded
from nightcrew.domain.wording import Wording

STORY_WORDINGS = {
    "bad_wall_time": Wording(
        en="`{value}` is not a day with a time",
        ko="`{value}`은(는) 날짜와 시각이 아닙니다",
        hint_en='write it as "2026-12-03T20:10"',
        hint_ko='"2026-12-03T20:10"처럼 써 주세요',
    ),
    "bad_span": Wording(
        en="two moments belong here, the earlier one first",
        ko="두 시각이 와야 하고, 이른 쪽이 먼저입니다",
        hint_en='write ["2026-12-02T11:00", "2026-12-02T18:00"]',
        hint_ko='["2026-12-02T11:00", "2026-12-02T18:00"]처럼 써 주세요',
    ),
    "bad_cover": Wording(
        en="`{value}` names no line of crew text",
        ko="`{value}`은(는) 크루 글의 줄 이름이 아닙니다",
        hint_en="write crew/tool or crew#anchor, such as travel-mina/search",
        hint_ko="travel-mina/search처럼 크루/도구나 크루#앵커로 써 주세요",
    ),
    "dangling_cover": Wording(
        en="`{crew}` has no line `{value}`",
        ko="`{crew}`에는 `{value}` 줄이 없습니다",
        hint_en="`nightcrew crews show {crew}` lists its lines",
        hint_ko="`nightcrew crews show {crew}`로 줄을 볼 수 있습니다",
    ),
    "dangling_crew": Wording(
        en="no crew `{value}` serves",
        ko="일하는 크루 가운데 `{value}`이(가) 없습니다",
        hint_en="serving: {known}; `nightcrew crews lint` says what is broken",
        hint_ko="일하는 크루: {known}. 고장 난 까닭은 `nightcrew crews lint`로 봅니다",
    ),
    "crew_broken": Wording(
        en="the text of `{value}` is broken, so that this story cannot be played",
        ko="`{value}`의 글이 고장 나서 이 이야기를 해 볼 수 없습니다",
        hint_en="mend the crew first; `nightcrew crews lint` says what is wrong with it",
        hint_ko="크루부터 고쳐 주세요. 까닭은 `nightcrew crews lint`로 봅니다",
    ),
    "one_way_to_tell": Wording(
        en="a story needs `crew` with `steps`, or `contrast`",
        ko="이야기에는 `crew`와 `steps`가 있거나 `contrast`가 있어야 합니다",
        hint_en="add what is said and to whom",
        hint_ko="누구에게 무슨 말을 하는지 써 주세요",
    ),
    "two_ways_to_tell": Wording(
        en="a story with `contrast` has no `crew` and `steps` of its own",
        ko="`contrast`가 있는 이야기에는 `crew`와 `steps`를 따로 쓰지 않습니다",
        hint_en="keep one of the two",
        hint_ko="둘 중 하나만 남겨 주세요",
    ),
    "no_verb": Wording(
        en="this step does nothing; a step does one of {verbs}",
        ko="이 걸음에서는 아무 일도 없습니다. 한 걸음에는 {verbs} 가운데 하나를 씁니다",
        hint_en="write what happens, or remove the step",
        hint_ko="무슨 일이 있는지 쓰거나 걸음을 지워 주세요",
    ),
    "several_verbs": Wording(
        en="a step does one of {verbs}; this one does several",
        ko="한 걸음에는 {verbs} 가운데 하나만 씁니다. 여기에는 여럿입니다",
        hint_en="make a step of each",
        hint_ko="걸음을 나눠 주세요",
    ),
    "not_later": Wording(
        en="time goes forward only; it is {now} here already",
        ko="시간은 앞으로만 갑니다. 여기는 벌써 {now}입니다",
        hint_en="write a later moment",
        hint_ko="더 늦은 시각을 써 주세요",
    ),
    "needs_say": Wording(
        en="`{key}` can only be expected where something is said",
        ko="`{key}`은(는) 말을 하는 걸음에서만 기대할 수 있습니다",
        hint_en="move it to a step with `say`",
        hint_ko="`say`가 있는 걸음으로 옮겨 주세요",
    ),
    "nothing_expected": Wording(
        en="this story expects nothing, so it proves nothing",
        ko="기대하는 것이 없어 아무것도 증명하지 않습니다",
        hint_en="add `expect` to a step",
        hint_ko="걸음에 `expect`를 넣어 주세요",
    ),
    "no_contrast": Wording(
        en="nothing here is expected of one crew and its opposite of another",
        ko="한 크루에 기대한 것과 반대되는 것을 다른 크루에 기대하지 않습니다",
        hint_en="expect `used` of one crew and `not_used` of another, or 0 and 1",
        hint_ko="한 크루에는 `used`, 다른 크루에는 `not_used`처럼 반대로 써 주세요",
    ),
    "repeated_story": Wording(
        en="the story `{value}` was told before, at {first}",
        ko="`{value}` 이야기가 이미 {first}에 있습니다",
        hint_en="give each story an id of its own",
        hint_ko="이야기마다 다른 id를 붙여 주세요",
    ),
    "more_needed_than_played": Wording(
        en="it is played {times} times, so no more than that can have to pass",
        ko="{times}번 돌리는 이야기라서 그보다 많이 통과할 수는 없습니다",
        hint_en="write a `need` of {times} or less",
        hint_ko="`need`를 {times} 이하로 써 주세요",
    ),
    "given_too_late": Wording(
        en="what is given was said before the story begins, on {day} at the latest",
        ko="주어진 기억은 이야기가 시작되는 {day}보다 늦을 수 없습니다",
        hint_en="write an earlier day",
        hint_ko="더 이른 날짜를 써 주세요",
    ),
    "bad_range": Wording(
        en="a given price has low, mid and high, from the lowest to the highest",
        ko="주어진 시세에는 low, mid, high가 모두 있고 낮은 값부터 높은 값 순서여야 합니다",
        hint_en="low: 21000000, mid: 23000000, high: 25000000",
        hint_ko="low: 21000000, mid: 23000000, high: 25000000처럼 써 주세요",
    ),
    "status_and_result": Wording(
        en="the status `{status}` does not go with what is given here",
        ko="상태 `{status}`은(는) 여기 주어진 것과 맞지 않습니다",
        hint_en="a result has the status ok; any other status has none",
        hint_ko="결과가 있으면 ok, 다른 상태이면 결과를 쓰지 않습니다",
    ),
}


def story_problem(
    kind: str, place: Place, *, meant: str | None = None, pointer: str = "", **facts: str
) -> Problem:
    """A problem of a story, in words; meant: what was probably meant, which becomes the hint."""
    return worded(kind, STORY_WORDINGS[kind], place, meant=meant, pointer=pointer, **facts)
