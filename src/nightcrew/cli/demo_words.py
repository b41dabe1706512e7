"""What a demo says of what happened, in English and Korean; users and crews say their own."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

WORDS: Mapping[str, tuple[str, str]] = {
    "title": ("nightcrew demo", "nightcrew 데모"),
    "setting_up": (
        "Setting up: an own PostgreSQL in {folder}, empty, thrown away afterwards ...",
        "준비 중: {folder} 아래 비어 있는 전용 PostgreSQL을 띄웁니다. 끝나면 버립니다 ...",
    ),
    "set_up": ("Ready after {seconds:.1f} s.", "{seconds:.1f}초 만에 준비되었습니다."),
    "span": (
        "Simulated clock: {starts} to {ends}, {days} days, {zone}. {scenes} scenes.",
        "가상 시계: {starts}부터 {ends}까지 {days}일, {zone}. 장면 {scenes}개.",
    ),
    "rehearsal": (
        "Model: rehearsal, a deterministic stand-in; no key, no network, so that search answers "
        "`misconfigured`. The flows, the gates and the database are the real ones.",
        "모델: 리허설. 정해진 대로 답하는 대역이라 키도 네트워크도 쓰지 않고, 그래서 검색은 "
        "`misconfigured`라고 답합니다. 플로우, 검사, 데이터베이스는 실제 그대로입니다.",
    ),
    "live": ("Models: {models}.", "모델: {models}."),
    "day": ("day {day} of {days}, {date}", "{days}일 중 {day}일째, {date}"),
    "quiet_day": (
        "day {day} of {days}: nothing to tell",
        "{days}일 중 {day}일째: 일어난 일 없음",
    ),
    "quiet_days": (
        "days {first} to {day} of {days}: nothing to tell",
        "{days}일 중 {first}일째부터 {day}일째까지: 일어난 일 없음",
    ),
    "to_show": ("to show: {stage}", "보일 것: {stage}"),
    # a turn
    "said": ("{user} to {crew_name} ({crew})", "{user} → {crew_name} ({crew})"),
    "judge": ("judge: {uses}; {leaves}", "판정: {uses}; {leaves}"),
    "uses": ("uses {tools}", "{tools} 씀"),
    "uses_nothing": ("uses no tool", "도구를 쓰지 않음"),
    "leaves": ("not {tools}", "{tools} 쓰지 않음"),
    "why": ("why {tool}: {why}", "{tool} 까닭: {why}"),
    "guide": ("guide {anchor}: {text}", "지침 {anchor}: {text}"),
    "style_shown": ("style memory shown: {text}", "보여 준 응대법: {text}"),
    "saved": ("kept at once, because the user asked: {text}", "부탁대로 바로 저장함: {text}"),
    "promised_in_turn": ("follow-up {id} at {local}", "다시 말 걸기 {id}, {local}"),
    "rows": (
        "rows: memories {m0} -> {m1}, evidence {e0} -> {e1}; asked: {calls}",
        "행 수: 기억 {m0} -> {m1}, 증거 {e0} -> {e1}; 모델 호출: {calls}",
    ),
    "no_calls": ("no model", "없음"),
    "crisis": ("safety level: {level}", "안전 단계: {level}"),
    # a dream
    "dream": (
        "dream of {user} and {crew_name}: lines read {read}, model calls {calls}, {outcome}",
        "{user} × {crew_name}의 꿈: {read}줄 읽음, 모델 호출 {calls}번, {outcome}",
    ),
    "nightly": ("(nightly)", "(밤)"),
    "planted": ("[planted by the script] ", "[스크립트가 심은 제안] "),
    "create": ("+ new {kind} {id}: {text}", "+ 새 {kind} {id}: {text}"),
    "update": ("~ {kind} {id}: {text}", "~ {kind} {id}: {text}"),
    "remove": ("- {kind} {id} off: {text}", "- {kind} {id} 끔: {text}"),
    "was": ("before: {text} (since {since})", "이전: {text} ({since}부터)"),
    "dates": ("{from_on} to {to_on}, {state}", "{from_on}~{to_on}, {state}"),
    "cites": ('cites "{words}"', "인용 “{words}”"),
    "refused": ("x refused, {reason}: {text}", "x 거절, {reason}: {text}"),
    "verdict": ("the verifier: {why}", "검증: {why}"),
    "withheld": (
        "lines of the user held back, whole or in part, as they tell what was forgotten: {count}",
        "잊은 내용이 담겨 전부 또는 일부를 가린 사용자의 말: {count}줄",
    ),
    # flows without a model, follow-ups
    "review": (
        "temporal review of {user} and {crew_name}, model calls {calls}",
        "{user} × {crew_name}의 시간 리뷰, 모델 호출 {calls}번",
    ),
    "passed": ("{id} version {version}, {state}: {text}", "{id} 버전 {version}, {state}: {text}"),
    "planned": (
        "follow-up planned from the talk: {local}, {intent}",
        "대화에서 계획한 다시 말 걸기: {local}, {intent}",
    ),
    "deferred": (
        "follow-up of {crew_name}, due {local}: gate says wait ({reason}) until {until}",
        "{crew_name}의 다시 말 걸기, 예정 {local}: 관문이 {until}까지 기다리라 함 ({reason})",
    ),
    "sent": (
        "follow-up of {crew_name}, due {local}: sent, outbox {id}",
        "{crew_name}의 다시 말 걸기, 예정 {local}: 보냄, 발신함 {id}",
    ),
    "not_sent": (
        "follow-up of {crew_name}, due {local}: {outcome} ({reason})",
        "{crew_name}의 다시 말 걸기, 예정 {local}: {outcome} ({reason})",
    ),
    "forget": (
        "{user} has {crew_name} forget {id}: {text} (off, with a tombstone)",
        "{user}, {crew_name}에게 {id} 잊게 함: {text} (끄고 묘비를 세움)",
    ),
    "restore": (
        "{user} restores {id}: {text} (version {version}, tombstone lifted)",
        "{user}, {id} 되살림: {text} (버전 {version}, 묘비 걷음)",
    ),
    "missed": (
        "{act}: no memory is clearly meant by `{words}`, so nothing was done",
        "{act}: `{words}`로 뚜렷이 가리키는 기억이 없어 아무것도 하지 않음",
    ),
    "preferred": ("{user} prefers {changed}", "{user}의 설정: {changed}"),
    "now_shown": ("shown: {stage}", "보임: {stage}"),
    # the end
    "summary": ("what was shown", "보인 것"),
    "not_shown": ("not shown", "보이지 않음"),
    "not_marked": ("did not come up", "나오지 않음"),
    "totals": (
        "{turns} turns, {dreams} dreams, {applied} changes applied, {refused} refused, "
        "{messages} messages sent, {calls} model calls, {seconds:.1f} s.",
        "턴 {turns}번, 꿈 {dreams}번, 적용한 변경 {applied}개, 거절 {refused}개, "
        "보낸 말 {messages}개, 모델 호출 {calls}번, {seconds:.1f}초.",
    ),
    "incomplete": (
        "Stages that the script marks and that were not shown: {count}.",
        "스크립트가 표시했지만 보이지 않은 단계: {count}개.",
    ),
    "go_on": ("how to go on", "이어서 해 볼 일"),
    "yes": ("yes", "예"),
    "no": ("no", "아니오"),
}

GO_ON: tuple[tuple[str, str, str], ...] = (
    ("nightcrew chat {crew}", "talk with a crew yourself", "크루와 직접 이야기하기"),
    (
        "nightcrew up",
        "the API, the console and the scheduled flows on port 8700",
        "API, 콘솔, 예약된 플로우를 8700 포트에 띄우기",
    ),
    (
        "crews/{crew}.yaml",
        "change when a tool is used, run the demo again and compare",
        "도구를 언제 쓰는지 고치고 데모를 다시 돌려 비교하기",
    ),
    (
        "nightcrew demo --script FILE",
        "play your own users' turns (docs/demo.md)",
        "우리 사용자의 말로 돌려 보기 (docs/demo.md)",
    ),
    (
        "nightcrew demo --live",
        "the same with the model of NIGHTCREW_MODEL",
        "NIGHTCREW_MODEL의 모델로 똑같이 돌려 보기",
    ),
    ("README.md", "everything else", "나머지 모든 것"),
)

STAGE_NAMES: Mapping[str, tuple[str, str]] = {
    "only_evidence": ("a turn that only leaves evidence", "증거만 남기는 턴"),
    "dream_creates": ("a dream that creates a memory", "기억을 만드는 꿈"),
    "plan_changes": (
        "a dream that changes a plan and adds another",
        "계획을 바꾸고 다른 계획을 더하는 꿈",
    ),
    "refusals": (
        "a change refused in code, one by the verifier",
        "코드가 거절한 변경과 검증이 거절한 변경",
    ),
    "date_passes": ("a plan whose date passes", "날짜가 지난 계획"),
    "two_crews": ("the same words, two crews, opposite ways", "같은 말, 두 크루, 반대 결정"),
    "style_decides": (
        "a style wish that changes a later decision",
        "뒤의 결정을 바꾸는 응대 바람",
    ),
    "night_waits": (
        "a follow-up of the night that waits for morning",
        "밤을 지나 아침까지 기다리는 다시 말 걸기",
    ),
    "forgotten_stays": (
        "forgotten, stays away, restored",
        "잊은 기억이 돌아오지 않고, 되살릴 때 돌아옴",
    ),
}

PROOFS: Mapping[str, tuple[str, str]] = {
    "only_evidence": (
        "memory rows {before} -> {after}, evidence rows +{added}, model calls about memory {calls}",
        "기억 행 {before} -> {after}, 증거 행 +{added}, 기억에 대한 모델 호출 {calls}번",
    ),
    "dream_creates": ('memory {memory} cites "{cited}"', "기억 {memory}, 인용 “{cited}”"),
    "plan_changes": (
        "memory {memory}: {text} / before: {was} (since {since}); added {added_id}: {added}",
        "기억 {memory}: {text} / 이전: {was} ({since}부터); 더함 {added_id}: {added}",
    ),
    "refusals": (
        "code: {code}; verifier: {verifier} (planted: {planted} of 2)",
        "코드: {code}; 검증: {verifier} (2개 가운데 심은 것 {planted}개)",
    ),
    "date_passes": (
        "memory {memory} version {version}, state {state}, model calls {calls}",
        "기억 {memory} 버전 {version}, 상태 {state}, 모델 호출 {calls}번",
    ),
    "two_crews": (
        "{tool}: {one} {one_uses} ({one_guide}); {other} {other_uses} ({other_guide})",
        "{tool}: {one} {one_uses} ({one_guide}), {other} {other_uses} ({other_guide})",
    ),
    "style_decides": (
        "{tool}: {before}, then {after} ({why}); style memory: {style}",
        "{tool}: {before}, 그 뒤 {after} ({why}); 응대법: {style}",
    ),
    "night_waits": (
        "due {due}, gate: quiet_hours until {until}, outbox {message} at {sent}",
        "예정 {due}, 관문: {until}까지 quiet_hours, 발신함 {message}, {sent}",
    ),
    "forgotten_stays": (
        "memory {memory}: {dreams} dreams met it again, none brought it back "
        "(words withheld in {withheld}, refused `buried` in {buried}, planted {planted}); "
        "then restored",
        "기억 {memory}: 꿈 {dreams}번이 다시 들었지만 되살리지 못함 "
        "(말을 가린 꿈 {withheld}번, `buried` 거절 {buried}번, 심은 제안 {planted}개); "
        "그 뒤 되살림",
    ),
}


class Words:
    """The wording of a demo in one language."""

    def __init__(self, lang: Literal["en", "ko"]) -> None:
        self.lang = lang
        self._place = 1 if lang == "ko" else 0

    def __call__(self, key: str, **facts: object) -> str:
        """A line with its facts filled in."""
        return WORDS[key][self._place].format(**facts)

    def stage(self, stage: str) -> str:
        """What a stage is called."""
        return STAGE_NAMES[stage][self._place]

    def proof(self, stage: str, facts: Mapping[str, object]) -> str:
        """What proves that a stage was shown."""
        return PROOFS[stage][self._place].format(**facts)

    def go_on(self, crew: str) -> tuple[tuple[str, str], ...]:
        """What to try next, and what it is for."""
        return tuple((each[0].format(crew=crew), each[1 + self._place]) for each in GO_ON)
