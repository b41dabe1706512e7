import json
import re
from calendar import day_name
from collections import Counter
from collections.abc import Iterator
from datetime import date, datetime
from functools import cache
from itertools import combinations, product
from pathlib import Path
from typing import Any
from zoneinfo import available_timezones

PROJECT = Path(__file__).parents[2]
BENCHMARKS = PROJECT / "tests" / "benchmarks"
ROMANCE = {"girlfriend-ara", "boyfriend-jun"}
WITHOUT_KNOWLEDGE = {"mindcare-sora", *ROMANCE}
WITH_KNOWLEDGE = {"travel-mina", "used-car-hana", "study-juno", "checkup-dana", "language-yuki"}
CREWS = WITH_KNOWLEDGE | WITHOUT_KNOWLEDGE
LEAST_TRUE = {"search": 20, "price": 14, "memory": 20, "knowledge": 20, "follow_up": 20}
DREAM_SETS = ("rehearsal_dream", "rehearsal_dream_second")
# How many cases of each kind the first set has in Korean and in English, then the second set.
KINDS = {
    "fact": (25, 12, 12, 6),
    "plan": (25, 13, 13, 7),
    "cancel": (10, 5, 5, 2),
    "change": (12, 6, 6, 3),
    "style": (12, 6, 6, 3),
    "third_person": (10, 5, 5, 3),
    "hypothetical": (8, 4, 4, 2),
    "joke": (6, 3, 3, 1),
    "nothing": (12, 6, 6, 3),
}
EXPECTED_ACTION = {
    "fact": ("create", "fact"),
    "plan": ("create", "plan"),
    "style": ("create", "style"),
    "cancel": ("update", "plan"),
}
CASE_KEYS = {"id", "kind", "said_at", "timezone", "memories", "turns", "expect", "allow", "forbid"}
CHANGE_KEYS = {"action", "memory", "kind", "must_contain", "from_on", "to_on"}
MEMORY_KEYS = {"handle", "kind", "subject", "text", "from_on", "to_on"}
WEEKDAYS = tuple(zip([f"{letter}요일" for letter in "월화수목금토일"], day_name, strict=True))
NEAR = 0.6
NEAR_FOR_DREAMS = 0.5

Case = dict[str, Any]


def test_the_judge_is_measured_on_twenty_sentences_of_each_named_crew() -> None:
    sentences = judge_sentences()

    crews = Counter(sentence["crew"] for sentence in sentences)

    assert crews == dict.fromkeys(CREWS, 20)


def test_every_judge_sentence_carries_a_label_for_each_tool_and_skill() -> None:
    for sentence in judge_sentences():
        assert set(sentence) == {"crew", "say", "skill", *LEAST_TRUE}
        assert sentence["say"].strip() == sentence["say"] != ""
        assert all(type(sentence[tool]) is bool for tool in LEAST_TRUE)
        assert sentence["skill"] in {None, "conversation-jp"}


def test_each_tool_is_wanted_often_enough_to_be_measured() -> None:
    sentences = judge_sentences()

    wanted = {tool: sum(sentence[tool] for sentence in sentences) for tool in LEAST_TRUE}

    assert all(wanted[tool] >= least for tool, least in LEAST_TRUE.items()), wanted
    assert sum(sentence["skill"] is not None for sentence in sentences) >= 6


def test_about_one_judge_sentence_in_seven_is_english() -> None:
    english = [s for s in judge_sentences() if not re.search("[가-힣]", s["say"])]

    assert 20 <= len(english) <= 28
    assert {sentence["crew"] for sentence in english} == CREWS


def test_tools_a_crew_cannot_have_are_never_wanted_from_it() -> None:
    for sentence in judge_sentences():
        assert not (sentence["knowledge"] and sentence["crew"] in WITHOUT_KNOWLEDGE)
        assert not (sentence["price"] and sentence["crew"] in ROMANCE)
        assert not (sentence["skill"] and sentence["crew"] != "language-yuki")


def test_no_judge_sentence_is_said_twice_or_nearly_twice() -> None:
    said = [sentence["say"] for sentence in judge_sentences()]

    twins = [pair for pair in combinations(said, 2) if likeness(*pair) > NEAR]

    assert twins == []


def test_no_judge_sentence_stands_in_a_crew_or_a_playbook() -> None:
    said = [sentence["say"] for sentence in judge_sentences()]
    written = set(crew_texts())

    known = [pair for pair in product(said, written) if likeness(*pair) > NEAR]

    assert written
    assert known == []


def test_dreams_are_measured_on_the_stated_number_of_each_kind() -> None:
    counts = [
        Counter(case["kind"] for case in dream_set(name, language))
        for name, language in product(DREAM_SETS, ("ko", "en"))
    ]

    assert {kind: tuple(count[kind] for count in counts) for kind in set().union(*counts)} == KINDS


def test_the_second_dream_set_says_nothing_the_model_was_set_or_measured_on() -> None:
    known = [*said_in(DREAM_SETS[0]), *said_in("rehearsal_dev")]

    near = {
        name
        for (name, words), (_, other) in product(said_in(DREAM_SETS[1]), known)
        if likeness(words, other) >= NEAR_FOR_DREAMS
    }

    assert near == set()


def test_every_dream_case_has_an_id_of_its_own() -> None:
    ids = [case["id"] for case in all_dream_cases()]

    assert len(ids) == len(set(ids))


def test_every_dream_case_says_who_spoke_when_and_where() -> None:
    zones = available_timezones()

    for case in all_dream_cases():
        assert set(case) == CASE_KEYS, case["id"]
        assert re.fullmatch(r"202[67]-\d\d-\d\dT\d\d:\d\d", case["said_at"]), case["id"]
        assert datetime.fromisoformat(case["said_at"])
        assert case["timezone"] in zones, case["id"]
        assert case["turns"][-1]["speaker"] == "user", case["id"]
        assert all(set(turn) == {"speaker", "text"} for turn in case["turns"])
        assert {turn["speaker"] for turn in case["turns"]} <= {"user", "assistant"}


def test_dream_cases_are_written_in_the_language_of_their_file() -> None:
    for language, korean in (("ko", True), ("en", False)):
        for case in dream_cases(language):
            words = " ".join(turn["text"] for turn in case["turns"])
            assert bool(re.search("[가-힣]", words)) is korean, case["id"]


def test_no_two_dream_cases_say_the_same() -> None:
    said = [case["turns"][-1]["text"] for case in all_dream_cases()]

    assert len(said) == len(set(said))


def test_existing_memories_of_a_case_are_whole_and_numbered() -> None:
    for case in all_dream_cases():
        handles = [memory["handle"] for memory in case["memories"]]
        assert handles == [f"m{number + 1}" for number in range(len(handles))], case["id"]
        for memory in case["memories"]:
            assert set(memory) == MEMORY_KEYS, case["id"]
            assert memory["kind"] in {"fact", "plan", "style"}, case["id"]
            assert has_valid_dates(memory), case["id"]


def test_expected_changes_are_whole_and_point_at_memories_that_exist() -> None:
    for case in all_dream_cases():
        handles = {memory["handle"] for memory in case["memories"]}
        for change in case["expect"] + case["allow"]:
            assert set(change) == CHANGE_KEYS, case["id"]
            assert change["action"] in {"create", "update", "remove"}, case["id"]
            assert change["must_contain"], case["id"]
            assert has_valid_dates(change), case["id"]
            created = change["action"] == "create"
            assert change["memory"] is None if created else change["memory"] in handles


def test_each_kind_expects_the_change_its_name_promises() -> None:
    for case in all_dream_cases():
        if case["kind"] in EXPECTED_ACTION:
            found = [(change["action"], change["kind"]) for change in case["expect"]]
            assert found == [EXPECTED_ACTION[case["kind"]]], case["id"]
        elif case["kind"] == "change":
            kinds = {memory["handle"]: memory["kind"] for memory in case["memories"]}
            (change,) = case["expect"]
            assert change["action"] == "update", case["id"]
            assert change["kind"] == kinds[change["memory"]], case["id"]
        else:
            assert case["expect"] == [], case["id"]


def test_a_claim_about_somebody_else_is_forbidden_of_the_user() -> None:
    for case in all_dream_cases():
        assert bool(case["forbid"]) is (case["kind"] == "third_person"), case["id"]
        assert case["allow"] == [] or case["kind"] == "third_person", case["id"]
        words = case["turns"][-1]["text"]
        assert all(keyword in words for keyword in case["forbid"]), case["id"]


def test_a_cancelled_plan_is_expected_to_say_so() -> None:
    for language, word in (("ko", "취소"), ("en", "cancel")):
        for case in dream_cases(language):
            if case["kind"] == "cancel":
                assert word in case["expect"][0]["must_contain"], case["id"]


def test_what_a_new_memory_must_contain_was_said_or_known_before() -> None:
    for case in all_dream_cases():
        heard = " ".join(item["text"] for item in case["turns"] + case["memories"]).lower()
        for change in case["expect"]:
            for wanted in change["must_contain"]:
                words = wanted if isinstance(wanted, list) else [wanted]
                told = any(word.lower() in heard for word in words)
                assert told or wanted in {"취소", "cancel"}, case["id"]


def test_every_plan_has_a_day_that_is_not_past_when_it_is_said() -> None:
    for case in all_dream_cases():
        said_on = datetime.fromisoformat(case["said_at"]).date()
        for change in case["expect"]:
            dated = change["from_on"] is not None
            assert dated or case["kind"] != "plan", case["id"]
            assert not dated or date.fromisoformat(change["from_on"]) >= said_on, case["id"]


def test_a_weekday_named_in_a_plan_is_the_weekday_of_its_date() -> None:
    for case in all_dream_cases():
        words = case["turns"][-1]["text"]
        for change in case["expect"]:
            for number, names in enumerate(WEEKDAYS):
                if change["from_on"] and any(name in words for name in names):
                    assert date.fromisoformat(change["from_on"]).weekday() == number, case["id"]


@cache
def judge_sentences() -> list[Case]:
    return read_lines(BENCHMARKS / "rehearsal_judge" / "sentences.jsonl")


@cache
def dream_set(name: str, language: str) -> list[Case]:
    return read_lines(BENCHMARKS / name / f"{language}.jsonl")


def dream_cases(language: str) -> list[Case]:
    return [case for name in DREAM_SETS for case in dream_set(name, language)]


def all_dream_cases() -> list[Case]:
    return dream_cases("ko") + dream_cases("en")


def said_in(name: str) -> list[tuple[str, str]]:
    cases = dream_set(name, "ko") + dream_set(name, "en")
    return [(case["id"], turn["text"]) for case in cases for turn in case["turns"]]


def read_lines(path: Path) -> list[Case]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def crew_texts() -> Iterator[str]:
    files = [*PROJECT.glob("crews/**/*.yaml"), *PROJECT.glob("playbooks/**/*.md")]
    for path in files:
        for line in path.read_text(encoding="utf-8").splitlines():
            yield from pieces_of(line)


def pieces_of(line: str) -> Iterator[str]:
    """The line without its list mark and anchor, its sentences, and what it quotes."""
    plain = re.sub(r"\{#[a-z0-9-]+\}", "", line).strip(" -")
    plain = re.sub(r"^[a-z_]+:\s+", "", plain)
    quoted = re.findall(r"\"([^\"]+)\"|'([^']+)'", line)
    bare = re.findall(r"say:\s*([^\"',}][^,}]*)", line)
    parts = [plain, *re.split(r"[.?!]\s+", plain), *("".join(pair) for pair in quoted), *bare]
    yield from (part for part in parts if len(pairs_of_letters(part)) > 1)


def likeness(one: str, other: str) -> float:
    """Jaccard share of the letter pairs that two texts have in common, 0 to 1."""
    first, second = pairs_of_letters(one), pairs_of_letters(other)
    return len(first & second) / len(first | second) if first | second else 0.0


@cache
def pairs_of_letters(text: str) -> frozenset[str]:
    letters = re.sub(r"[\W_]+", "", text.lower())
    return frozenset(letters[place : place + 2] for place in range(len(letters) - 1))


def has_valid_dates(item: Case) -> bool:
    if item["from_on"] is None or item["to_on"] is None:
        return item["from_on"] is item["to_on"]
    return date.fromisoformat(item["from_on"]) <= date.fromisoformat(item["to_on"])
