"""What editors say of each key of crew text, in English and Korean."""

from __future__ import annotations

from collections.abc import Mapping

# By path; `*` stands for any one key. Files are told apart where one key means two things.
KEY_NOTES: Mapping[str, str] = {
    "schema": "Which kind of file this is. / 이 파일의 종류",
    "id": "The name of the file without its ending. / 확장자를 뺀 파일 이름",
    "name": "What users call the crew. / 사용자가 부르는 이름",
    "category": "A file below categories/. / categories/ 아래의 파일 이름",
    "locale": "Language and country, such as ko-KR. / 언어와 나라",
    "timezone": "Until the user's own is known. / 사용자의 시간대를 알기 전까지",
    "owner": "The team that answers for it; in no prompt. / 맡은 팀. 프롬프트에 넣지 않음",
    "reviewed_by": "The team that read it last. / 마지막으로 읽어 본 팀",
    "reviewed_at": 'The day it was read, in quotes: "2026-11-20". / 읽은 날, 따옴표로',
    "review_days": "So many days a review holds. / 검토가 유효한 날수",
    "notes": "For people; in no prompt. / 사람이 보는 메모. 프롬프트에 넣지 않음",
    "persona.summary": "Who speaks. / 누가 말하는가",
    "persona.voice": "How it sounds. / 말투",
    "tool_guide": "WHEN each of the five tools is used. / 다섯 도구를 언제 쓰는가",
    "tool_guide.*.lean": "Tilts a judge and never forces it. / 판단을 기울일 뿐 강제하지 않음",
    "tool_guide.*.guide": "When it is used, in two sentences at most. / 언제 쓰는지, 두 문장까지",
    "tool_guide.*.not_when": "When it is not used. / 언제 쓰지 않는지",
    "tool_guide.*.examples": "Sentences of users and what to decide. / 사용자의 말과 판단의 예",
    "tool_guide.*.examples.say": "What a user says. / 사용자의 말",
    "tool_guide.*.examples.use": "Whether the tool is used for it. / 도구를 쓰는지",
    "tool_guide.*.repeats": "May a follow-up come again? / 되풀이해도 되는지",
    "knowledge.collections": "What the crew may look up. / 찾아볼 지식 컬렉션",
    "knowledge.none": "Why it has none, on purpose. / 일부러 두지 않는 까닭",
    "memory": "read: it remembers nothing new. / read면 새로 기억하지 않음",
    "playbook": "A file of playbooks/. / playbooks/의 파일 이름",
    "skills": "Folders below playbooks/skills/. / playbooks/skills/ 아래의 폴더",
    "adults_only": "Minors are refused. / 미성년자는 만날 수 없음",
    "quiet_hours": "When crews keep silent by themselves. / 먼저 말하지 않는 시간",
    "budgets": "How often crews may speak unasked. / 먼저 말하는 횟수",
    "retention_days": "How long text is kept; 0 keeps. / 보관 날수, 0은 계속",
    "safety": "Texts for notice, pause, crisis and adults. / 안내, 쉬어 가기, 위기, 성인 문구",
    "rules": "For every reply of every crew. / 모든 크루의 모든 대답에",
    "x": "Kept and never read. / 남겨 두고 읽지 않음",
    "crew": "The crew it belongs to. / 어느 크루의 것인지",
    "description": "What it does AND when it is used. / 무엇을 하고 언제 쓰는지",
    "covers": "Lines it stands for: crew/tool or crew#anchor. / 확인하는 줄",
    "clock": "A frozen wall clock and its zone. / 멈춰 둔 시계와 시간대",
    "steps": "say, advance, forget or run, one a step. / 한 단계에 하나씩",
    "contrast": "The same words to two crews. / 같은 말을 두 크루에게",
}


def note_of(path: tuple[str, ...]) -> str | None:
    """What is said of the key at a path."""
    exact = ".".join(path)
    general = ".".join((path[0], "*", *path[2:])) if len(path) > 1 else exact
    return KEY_NOTES.get(exact) or KEY_NOTES.get(general)
