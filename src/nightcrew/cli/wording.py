"""What the command line says, in English and Korean."""

from __future__ import annotations

from typing import Literal

WORDING: dict[str, tuple[str, str]] = {
    "starting": ("starting {what} ...", "{what} 시작하는 중 ..."),
    "ready": ("{what} is ready after {seconds:.1f} s", "{what} 준비됨 ({seconds:.1f}초)"),
    "open": ("open {url}", "여기를 여세요: {url}"),
    "all_up": (
        "everything is up after {seconds:.1f} s: {url} (Ctrl-C ends all of it)",
        "모두 켜졌습니다 ({seconds:.1f}초): {url} (Ctrl-C로 전부 끝냅니다)",
    ),
    "no_schedules": (
        "time travel is on, so the schedules are not started; `nightcrew run FLOW` runs a flow",
        "시간 여행이 켜져 있어 예약 작업은 시작하지 않습니다. `nightcrew run FLOW`로 실행하세요",
    ),
    "first_key": (
        "your key, shown once and kept in {path} for you only: {key}",
        "당신의 키입니다. 한 번만 보여 드리고 {path}에 본인만 읽게 저장했습니다: {key}",
    ),
    "died": (
        "{what} ended ({code}); starting it again in {wait:.0f} s",
        "{what}이(가) 끝났습니다({code}). {wait:.0f}초 뒤 다시 시작합니다",
    ),
    "restarted": ("{what} was started again", "{what}을(를) 다시 시작했습니다"),
    "still_away": ("{what} does not come back: {why}", "{what}이(가) 돌아오지 않습니다: {why}"),
    "leftovers_ended": (
        "ended {count} programs that an earlier `up` had left running",
        "이전 `up`이 남긴 프로그램 {count}개를 끝냈습니다",
    ),
    "stopping": ("stopping {what} ...", "{what} 멈추는 중 ..."),
    "stopping_early": ("stopping before everything was up", "다 켜지기 전에 멈춥니다"),
    "stopped": ("stopped", "모두 멈췄습니다"),
    "key_shown_once": (
        "keep it: it is shown once. Its id is {id}",
        "한 번만 보여 드리니 보관하세요. 키 번호: {id}",
    ),
    "revoked": ("revoked", "폐기됨"),
    "key_revoked": ("the key opens nothing any more", "이 키는 더 이상 쓸 수 없습니다"),
    "chat_begins": (
        "{name} listens; an empty line ends the talk",
        "{name}이(가) 듣고 있어요. 빈 줄을 넣으면 끝납니다",
    ),
    "chat_ends": ("until next time", "다음에 또 만나요"),
    "memories": ("{shown} of {total} memories", "기억 {total}개 중 {shown}개"),
    "forgotten": (
        "forgotten; it stays away until it is restored",
        "잊었습니다. 되살리기 전에는 돌아오지 않습니다",
    ),
    "erased": (
        "erased on {at} (UTC); rows by table:",
        "{at}(UTC)에 지웠습니다. 표마다 지운 줄 수:",
    ),
    "not_reached": (
        "not reached yet: {place}, until {until}",
        "아직 남는 곳: {place}, {until}까지",
    ),
    "brought_in": (
        "{created} created, {changed} changed, {off} switched off, {already_there} there already,"
        " {withheld} withheld, {refused} refused",
        "새로 {created}개, 바뀜 {changed}개, 꺼짐 {off}개, 이미 있음 {already_there}개,"
        " 감춤 {withheld}개, 거절 {refused}개",
    ),
    "rebuilt": (
        "{replayed} changes replayed: {equal} memories equal, {rewritten} mended, {recreated} back,"
        " {withheld} withheld, {left} left alone",
        "변경 {replayed}개를 다시 적용: 같음 {equal}개, 고침 {rewritten}개, 되찾음 {recreated}개,"
        " 감춤 {withheld}개, 그대로 둠 {left}개",
    ),
    "reindexing": ("{done} of {total} vectors made", "벡터 {total}개 중 {done}개"),
    "reindexed": (
        "{indexed} lines and {memories} memories are in the index anew",
        "대화 {indexed}줄과 기억 {memories}개를 새로 색인했습니다",
    ),
    "redream": (
        "{waiting} lines wait for a dream again",
        "{waiting}줄이 다시 꿈을 기다립니다",
    ),
    "listings_loaded": (
        "{read} rows read in {seconds:.1f} s: {stored} new, {replaced} replaced, {dropped} dropped",
        "{read}줄을 {seconds:.1f}초에 읽음: 새로 {stored}대, 바뀜 {replaced}대, 빠짐 {dropped}대",
    ),
    "listings_dirt": (
        "  left out, {kind}: {count} (rows {rows})",
        "  뺀 줄, {kind}: {count}개 ({rows}번째 줄)",
    ),
    "knowledge_loaded": (
        "{title}: {items} items, {created} new, {already_there} there already, {waiting} waiting"
        " for a review, {replaced} replaced",
        "{title}: {items}개 항목, 새로 {created}개, 이미 있음 {already_there}개,"
        " 검토 대기 {waiting}개, 교체 {replaced}개",
    ),
    "knowledge_not_counted": (
        "it answers, but does not count for coverage: that needs --reviewed-by and a source,"
        " --url https://...",
        "답에는 쓰이지만 검토된 항목으로 세지 않습니다. --reviewed-by와"
        " 출처 --url https://...를 주세요",
    ),
    "knowledge_unasked": (
        "{unasked} items say nowhere how people ask for them and are found by their own words at"
        " best; write five or six lines `> …?` under each in Markdown and load it again",
        "{unasked}개 항목에는 사람들이 묻는 말이 없어 적힌 낱말로만 겨우 찾힙니다."
        " 마크다운에서 항목 아래에 `> …?` 줄을 대여섯 개 쓰고 다시 불러오세요",
    ),
    "knowledge_nothing_found": ("nothing found", "찾은 것이 없습니다"),
    "knowledge_empty": (
        "the collection is empty; `nightcrew knowledge load` fills it",
        "비어 있는 모음입니다. `nightcrew knowledge load`로 채우세요",
    ),
    "knowledge_researched": (
        "{sources} sources read: {waiting} items wait for a review, {already_there} are there"
        " already, {refused} were thrown away",
        "자료 {sources}개를 읽음: 검토 대기 {waiting}개, 이미 있음 {already_there}개,"
        " 버림 {refused}개",
    ),
    "knowledge_covered": ("{covered} of {total} crews", "크루 {total}개 중 {covered}개"),
    "knowledge_none": ("none on purpose:", "일부러 두지 않음:"),
    "knowledge_waiting": (
        "{shown} of {total} items that wait for a review",
        "검토를 기다리는 항목 {total}개 중 {shown}개",
    ),
    "knowledge_accepted": ("let in; it answers from now on", "받아들였습니다. 이제 답에 쓰입니다"),
    "knowledge_rejected": (
        "turned down; it is not proposed again",
        "돌려보냈습니다. 다시 올라오지 않습니다",
    ),
    "follow_ups": ("{shown} of {total} follow-ups", "후속 연락 {total}개 중 {shown}개"),
    "no_times": ("there are no times to show: {code}", "보여 드릴 시각이 없습니다: {code}"),
    "upgraded": ("up to date, {count} steps taken", "{count}단계를 올려 최신입니다"),
    "up_to_date": ("up to date", "최신입니다"),
    "rewritten": (
        "{count} tables written anew: {before} bytes before, {after} now",
        "표 {count}개를 새로 썼습니다: 전에는 {before}바이트, 이제 {after}바이트",
    ),
    "pending": (
        "{count} steps behind; `nightcrew db upgrade` takes them",
        "{count}단계 뒤처져 있습니다. `nightcrew db upgrade`로 올리세요",
    ),
    "backing_up": ("saving the tables ...", "표를 저장하는 중 ..."),
    "backed_up": (
        "saved {file} ({size} bytes); {erased} erasures were known at that moment",
        "{file}에 저장했습니다({size}바이트). 이때까지 지운 기록: {erased}건",
    ),
    "bringing_back": ("bringing the tables back ...", "표를 되돌리는 중 ..."),
    "brought_back": (
        "brought back {file} and upgraded it by {steps} steps",
        "{file}을(를) 되돌리고 {steps}단계를 올렸습니다",
    ),
    "erased_again": (
        "{count} of {known} erasures in the journal were done again, before anything was served",
        "지운 기록 {known}건 중 {count}건을 다시 지웠습니다. 그 전에 내보낸 것은 없습니다",
    ),
    "no_journal": (
        "the journal {path} is empty: bring it from the old machine, then restore again",
        "지운 기록의 사본 {path}이(가) 비어 있습니다. 옛 기계에서 가져온 뒤 다시 되돌리세요",
    ),
    "doctor_unknown_setting": (
        "unknown_setting: nothing is set by {about}; docs/settings.md lists every name",
        "unknown_setting: {about}: 없는 설정입니다. 이름은 docs/settings.md에 있습니다",
    ),
    "doctor_partly_rehearsal": (
        "partly_rehearsal: {about} still rehearse; set NIGHTCREW_MODEL for all roles",
        "partly_rehearsal: {about} 역할은 아직 연습입니다. NIGHTCREW_MODEL로 모두 정하세요",
    ),
    "doctor_model_without_key": (
        "model_without_key: no key for {about}; set NIGHTCREW_MODEL_API_KEY or that variable",
        "model_without_key: {about} 키가 없습니다. NIGHTCREW_MODEL_API_KEY나 그 변수를 정하세요",
    ),
    "doctor_search_host_refused": (
        "search_host_refused: {about} is private; name it in NIGHTCREW_ALLOW_PRIVATE_HOSTS",
        "search_host_refused: {about}: 사설 주소입니다. NIGHTCREW_ALLOW_PRIVATE_HOSTS에 적으세요",
    ),
    "doctor_search_unknown": (
        "search_unknown: no provider is called {about}; docs/search.md lists them, and a SearXNG"
        " address begins with http",
        "search_unknown: {about}: 없는 검색입니다. 이름은 docs/search.md에 있고, SearXNG 주소는"
        " http로 시작합니다",
    ),
    "doctor_search_without_key": (
        "search_without_key: no key for {about}; set that variable",
        "search_without_key: {about} 키가 없습니다. 그 변수를 정하세요",
    ),
    "doctor_no_playbooks": (
        "no_playbooks: there is no folder {about}; set NIGHTCREW_PLAYBOOKS to the folder of"
        " playbooks",
        "no_playbooks: {about} 폴더가 없습니다. NIGHTCREW_PLAYBOOKS를 플레이북 폴더로 정하세요",
    ),
    "doctor_model_unreachable": (
        "model_unreachable: nobody listens at {about}; check NIGHTCREW_MODEL_BASE_URL and that the"
        " model runs",
        "model_unreachable: {about}에서 아무도 듣지 않습니다. NIGHTCREW_MODEL_BASE_URL과 모델을"
        " 확인하세요",
    ),
    "doctor_quiet_longer_than_wait": (
        "quiet_longer_than_wait: {about} s, so no dream waits for quiet;"
        " lower NIGHTCREW_QUIET_BEFORE_DREAM",
        "quiet_longer_than_wait: {about}초라 조용해지기 전에 꿈꿉니다."
        " NIGHTCREW_QUIET_BEFORE_DREAM을 줄이세요",
    ),
    "doctor_secrets_readable": (
        "secrets_readable: others may read {about}; chmod 600 it",
        "secrets_readable: {about}을(를) 남이 읽을 수 있습니다. chmod 600을 하세요",
    ),
    "doctor_database_full": (
        "database_full: the database's disk is full and nothing is kept; free some of it, work then"
        " goes on by itself",
        "database_full: 데이터베이스의 디스크가 가득 차 아무것도 남지 않습니다. 자리를 비우면"
        " 저절로 이어집니다",
    ),
    "doctor_database_read_only": (
        "database_read_only: the database takes no writes; point NIGHTCREW_DATABASE_URL at the"
        " primary, or turn default_transaction_read_only off",
        "database_read_only: 데이터베이스에 쓸 수 없습니다. NIGHTCREW_DATABASE_URL을 주 서버로"
        " 돌리거나 default_transaction_read_only를 끄세요",
    ),
    "doctor_no_crews": (
        "no_crews: {about} holds no crew; set NIGHTCREW_CREWS to the folder of crews",
        "no_crews: {about}에 크루가 없습니다. NIGHTCREW_CREWS를 크루 폴더로 정하세요",
    ),
    "doctor_no_key": (
        "no_key: no key opens the API; `nightcrew keys create --scopes turn,memory` makes one",
        "no_key: API를 열 키가 없습니다. `nightcrew keys create --scopes turn,memory`로 만드세요",
    ),
    "doctor_skill_never_chosen": (
        "skill_never_chosen: {about} has skills and chose none in 200 turns; say WHEN in the"
        " description of its SKILL.md",
        "skill_never_chosen: {about}은(는) 기술이 있는데 200번 동안 고른 적이 없습니다."
        " SKILL.md의 description에 언제 쓰는지 적으세요",
    ),
    "doctor_vectors_of_another_model": (
        "vectors_of_another_model: {about} rows; `nightcrew memory reindex` makes them anew",
        "vectors_of_another_model: {about}줄이 다른 모델의 것입니다. `nightcrew memory reindex`로"
        " 다시 만드세요",
    ),
    "doctor_well": ("nothing stands in the way", "문제가 없습니다"),
    "doctor_rehearsal": (
        "rehearsal: no model is configured, so every reply is a rehearsal; set NIGHTCREW_MODEL",
        "rehearsal: 모델이 없어 모든 답이 연습입니다. NIGHTCREW_MODEL을 정하세요",
    ),
    "doctor_same_model_verifies": (
        "same_model_verifies: the model that proposes also refutes; set NIGHTCREW_MODEL_VERIFY",
        "same_model_verifies: 제안한 모델이 반박도 합니다. NIGHTCREW_MODEL_VERIFY를 정하세요",
    ),
    "doctor_crew_broken": (
        "crew_broken: {about} does not serve; `nightcrew crews lint` says why",
        "crew_broken: {about} 크루가 쉬고 있습니다. `nightcrew crews lint`를 보세요",
    ),
    "doctor_crew_stale": (
        "crew_stale: {about} serves its last good text; `nightcrew crews lint` says why",
        "crew_stale: {about} 크루가 이전 글로 답합니다. `nightcrew crews lint`를 보세요",
    ),
    "doctor_search_misconfigured": (
        "search_misconfigured: search answers `misconfigured`; set NIGHTCREW_SEARCH",
        "search_misconfigured: 검색이 설정되지 않았습니다. NIGHTCREW_SEARCH를 정하세요",
    ),
    "doctor_time_travel": (
        "time_travel: requests may choose the moment and no schedule runs; not for real users",
        "time_travel: 요청이 시각을 고르고 예약 작업은 돌지 않습니다. 실제 사용자에게는 끄세요",
    ),
    "doctor_flows_never_ran": (
        "flows_never_ran: nothing dreams until `nightcrew up` runs the schedules",
        "flows_never_ran: `nightcrew up`이 예약 작업을 돌려야 꿈을 꿉니다",
    ),
    "doctor_flows_not_running": (
        "flows_not_running: the last dream tick is {about} s old; start `nightcrew up`",
        "flows_not_running: 마지막 꿈이 {about}초 전입니다. `nightcrew up`을 켜세요",
    ),
    "doctor_webhooks_failing": (
        "webhooks_failing: {about} take nothing lately; GET /v1/webhooks names them",
        "webhooks_failing: 받지 않는 웹훅 {about}개. GET /v1/webhooks에서 확인하세요",
    ),
    "doctor_webhooks_disabled": (
        "webhooks_disabled: {about} switched off; POST /v1/webhooks/{{id}}/enable, or delete them",
        "webhooks_disabled: 꺼진 웹훅 {about}개. POST /v1/webhooks/{{id}}/enable로 켜거나 지우세요",
    ),
    "doctor_webhooks_dead_letters": (
        "webhooks_dead_letters: {about} given up; GET /v1/webhooks/{{id}}/deliveries?status=dead",
        "webhooks_dead_letters: 포기 {about}건. GET /v1/webhooks/{{id}}/deliveries?status=dead",
    ),
}


class Words:
    """The wording in one language."""

    def __init__(self, lang: Literal["en", "ko"]) -> None:
        self._place = 1 if lang == "ko" else 0

    def __call__(self, key: str, /, **facts: object) -> str:
        """A message with its facts filled in."""
        return WORDING[key][self._place].format(**facts)
