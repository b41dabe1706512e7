"""Which words carry no claim of their own, and which turn a claim around."""

from __future__ import annotations

import re
from collections.abc import Mapping

from nightcrew.domain.late_pattern import LatePattern
from nightcrew.domain.stems_en import english_stem

NEGATION = "¬"  # stands among claim words when a claim says that something is not so


def _listed(words: str) -> frozenset[str]:
    return frozenset(words.split())


EMPTY_WORDS = _listed(
    "나 난 저 내 제 내가 제가 네가 니가 나도 저도 너도 나만 저만 내게 제게 우리 너 당신 "
    "그 이 저것 그것 이것 것 거 게 걸 수 때 때문 좀 잘 정말 진짜 "
    "너무 아주 매우 또 더 "
    "꼭 다 그냥 막 혹시 그리고 그런데 하지만 근데 그래서 그래도 그러나 이제 이제는 지금 "
    "요즘 요새 오늘 내일 어제 모레 그저께 "
    "다시 아까 방금 먼저 같이 함께 항상 자주 가끔 매일 매주 보통 원래 아마 역시 특히 제일 "
    "가장 사용자 유저 있 하 되 것이 한다 하고 하며 하는 하러 하려고 해 못한다 못해 못하 된다 되고 "
    "매달 매월 매년 해마다 달마다 날마다 밤마다 "
    "안 못 않 아니 네 응 예 음 아 어 와 뭐 왜 어떻게 누구 언제 어디 이번 다음 지난 동안 "
    "줘 줘요 주세요 주라 줄래 말고 말이야 말인데 말이지 때문에 정도 대해 위해 관련 "
    "사실 당분간 계속 아직 벌써 이미 편 중 뒤 후 전 이런 그런 저런 싶 같 "
    "a an the i me my mine you your he him his she her it its they them their we us our to "
    "of in on "
    "at for with and or but that this these those is am are was were be been being have has "
    "had "
    "do does did will would can could should may might must so very really just too also user "
    "users as from by about into than then there here what when where who how why if not no "
    "yes "
    "never dont don't doesn't didn't isn't aren't wasn't won't can't cannot i'm i've i'd it's "
    "that's he's she's they're haven't hasn't hadn't weren't wouldn't shouldn't couldn't "
    "mustn't needn't ain't "
    "we're we've they've you're you've who's what's there's i'll we'll they'll you'll he'll "
    "she'll now today tomorrow yesterday lately currently again still more "
    "most some any all each every ever always often sometimes usually get s t m re ve ll d"
)
# English prepositions and what joins or softens sentences: a closed class.
LINKS = _listed(
    "behind under above below between among amongst against across along through throughout during "
    "within without beyond toward towards despite per via onto upon since near beside besides "
    "inside outside except because unless although though whether than even only already yet soon "
    "later ago else rather almost nearly hardly barely maybe perhaps please until till instead "
    "anyway actually basically honestly obviously literally apparently exactly lol"
)
# What is done with almost anything.
_VERBS = _listed(
    "accept add agree allow appear apply arrive ask attend begin believe break bring "
    "build buy call "
    "carry catch change check choose clean close come complete cook cost count cover "
    "create cut deal "
    "decide describe do draw drink drive drop eat enjoy enter explain fall feed feel "
    "fight fill find "
    "finish fit fix fly follow forget gain get give go grow handle happen have hear help "
    "hide hit hold "
    "hope imagine improve include join jump keep know laugh lead learn leave lend let "
    "lift like listen "
    "live look lose love make manage mean meet mention mind miss move need notice offer "
    "open order own "
    "pass pay pick plan play practice practise prefer prepare promise pull push put raise "
    "reach read "
    "realize realise receive reduce refuse remain remember remove repeat rest return ride "
    "ring rise run "
    "save say see seem sell send serve set share show sign sing sit sleep smile speak "
    "spend stand start "
    "stay stop study suggest support suppose take talk teach tell thank think throw touch "
    "train travel "
    "try turn understand use visit wait wake walk want wash watch wear win wish work worry write"
)
COMMON_VERBS = frozenset(english_stem(verb) for verb in _VERBS)
# Said of almost anything: they take part in comparison, but never make two claims the same.
COMMON_WORDS = _listed(
    "좋아 좋 싫 즐기 즐겨 사랑 선호 최애 관심 취미 먹 마시 가 오 보 살 사 하 쓰 만들 끓이 "
    "많 적 크 작 없 있 되 알 모르 "
    "주 받 두 놓 다니 생각 느끼 말 얘기 이야기 원 바라 필요 예정 계획 시작 아침 점심 저녁 "
    "밤 낮 새벽 오전 오후 주말 평일 하루 달 주일 "
    "끊 그만두 관두 stop quit hat cancel avoid 날 시간 사람 생활 정도 경우 부분 방식 상황 "
    "문제 요청 기분 마음 적이 적은 적도 데가 데도 때도 때는 때만 뿐 거야 건데 하면 "
    "분이 분은 분도 분을 곳 곳이 곳은 곳도 쪽이 쪽은 함 됨 임 "
    "like lov love enjoy prefer hate dislik favorit favourit fan interest hobby eat drink "
    "go com come "
    "see us use mak make want need plan think feel say tell know giv give tak take buy sell "
    "start "
    "morn morning even evening night weekend day week month year time person thing way lot "
    "good bad "
    "big small new old hav"
) | {english_stem(word) for word in LINKS}
# Long words and what is said in their place, a class that everyday talk keeps small.
_IN_SHORT: Mapping[str, str] = {
    short: whole
    for whole, said in (
        ("룸메이트", "룸메"), ("하우스메이트", "하메"), ("알바", "아르바이트"),
        ("인스타그램", "인스타"), ("카카오톡", "카톡"), ("페이스북", "페북"), ("스타벅스", "스벅"),
        ("맥도날드", "맥날"), ("넷플릭스", "넷플"), ("유튜브", "유튭"), ("고등학교", "고교"),
        ("대학", "대학교"), ("고등학생", "고딩"), ("중학생", "중딩"), ("초등학생", "초딩"),
        ("대학생", "대딩"), ("직장인", "직딩"), ("비밀번호", "비번"), ("자기소개서", "자소서"),
        ("생활기록부", "생기부"), ("검정고시", "검고"), ("주택담보대출", "주담대"),
        ("신용불량자", "신불자"), ("정신건강의학과", "정신과"), ("기초생활수급자", "기초수급자"),
        ("여자사람친구", "여사친"), ("남자사람친구", "남사친"), ("베스트프렌드", "베프"),
        ("예비신랑", "예랑"), ("예비신부", "예신"), ("시어머니", "시엄마"), ("선생님", "쌤"),
        ("디지털카메라", "디카"), ("셀프카메라", "셀카"), ("컴퓨터", "컴"), ("엘리베이터", "엘베"),
        ("프로필사진", "프사"), ("학교폭력", "학폭"), ("데이트폭력", "데폭"), ("가정폭력", "가폭"),
    )
    for short in said.split()
}  # fmt: skip
# Nouns of one syllable, which take these particles as if they were part of them: 눈이, 빚도.
SHORT_NOUNS = _listed(
    "눈 손 발 팔 입 턱 뼈 살 뺨 목 빚 돈 집 술 책 옷 밥 땅 꿈 암 잠 숨 땀 힘 빵 떡 쌀"
)
# Spellings and shortenings of one word.
SAME_WORDS: Mapping[str, str] = {
    "체중": "몸무게", "weight": "weigh", "봉급": "월급", "급여": "월급",
    "알러지": "알레르기", "알러르기": "알레르기", "남친": "남자친구", "여친": "여자친구",
    "어머니": "엄마", "아버지": "아빠", "와이프": "아내", "allergic": "allergy",
    "말해": "말", "말할": "말", "말한": "말", "답해": "답", "답할": "답",
    "일해": "일", "일할": "일",
    **_IN_SHORT,
    **{f"{noun}{particle}": noun for noun in SHORT_NOUNS for particle in "이도의"},
    "딸이": "딸", "딸도": "딸", "형이": "형", "형도": "형", "kid": "child", "children": "child",
    "stepfather": "stepdad", "stepmother": "stepmom", "grandmother": "grandma", "granny": "grandma",
    "grandfather": "grandpa", "granddad": "grandpa", "grandad": "grandpa",
    "할매": "할머니", "할배": "할아버지", "신랑": "남편", "마누라": "아내", "집사람": "아내",
    "딸내미": "딸", "아들내미": "아들",
    "allergi": "allergy", "mother": "mom", "father": "dad", "mum": "mom", "wif": "wife",
}  # fmt: skip
# Who somebody is to the user.
RELATIONS = _listed(
    "남자친구 여자친구 남친 여친 애인 친구 가족 엄마 아빠 아들 딸 아이 남편 아내 동생 언니 "
    "누나 오빠 형 boyfriend girlfriend partner friend family mom dad son daughter child "
    "husband wif brother sister"
)
# Kinds of things: sharing only these is being alike, not being the same claim.
KIND_WORDS = RELATIONS | _listed(
    "알레르기 이사 여행 출장 결혼 이혼 연애 데이트 취직 취업 이직 퇴사 회사 직장 일 업무 "
    "학교 대학 학원 수업 공부 시험 면접 병원 수술 검진 약 치료 다이어트 운동 헬스 강아지 "
    "고양 생일 기념일 취미 직업 이름 나이 고향 주소 전화 차 자동차 집 아파트 월세 전세 대출 "
    "회의 마감 예산 담당자 보고서 배포 프로젝트 음식 요리 노래 음악 영화 책 게임 축구 야구 "
    "버릇 습관 증상 증세 질환 취향 성격 특기 재주 habit symptom "
    "콘서트 공연 예약 알바 가게 식당 allergy mov trip travel vacation holiday wedding marri "
    "marriage divorce dat job work company school college university class study exam test "
    "interview hospital surgery checkup medicin diet exercis gym dog cat birthday "
    "anniversary hobby nam ag address phon car hous apartment rent loan meet deadlin budget "
    "report project food cook song music movi book gam soccer football concert"
)
LIKING = _listed(
    "좋아 좋 즐기 즐겨 사랑 선호 최애 먹 마시 관심 lik like lov love enjoy prefer favorit "
    "favourit fan eat drink"
)
# A like, a dislike, a habit taken up or given up: here yes and no must not be mixed up.
TAKING_SIDES = LIKING | _listed("싫 끊 그만두 관두 hat dislik stop quit hate dislike")
# An end, which is told in many words that deny nothing: called off, fell through, 엎어졌다.
CALLED_OFF = _listed("취소 중단 포기 끊 그만두 관두 cancel stop quit")
# A state that is told as passing.
PASSING = LatePattern(
    r"요즘|요새|당분간|잠시|임시로|지금은|(?<![가-힣])중이[다야에]|하는\s?중|준비\s?중|깁스|까지만"
    r"|\b(?:these days|for now|at the moment|temporar(?:y|ily)|lately|currently|for the time being"
    r"|until|until further notice|right now)\b",
    re.IGNORECASE,
)

_TURNED = LatePattern(
    r"(?<![가-힣])(?:안(?!\s그래도)|못)\s(?=[가-힣])|(?<![가-힣])안(?=[가-힣]{0,2}(?:해|하"
    r"|먹|가|마|좋|써"
    r"|봐))|지\s?(?:않|못|마|말)|않[았는고아을다지]"
    r"|싫|(?<![가-힣])없|(?<=가\s)없|아니[에야었다래라]|아냐|아닌|끊[었는을으고어은다기]|그만\s?두"
    r"|그만뒀|관뒀|관두|중단|포기|취소"
    r"|질[렸려]|물[렸려]|더\s?이상|"
    r"\b(?:not|never|no longer|no|without|hate[sd]?|dislike[sd]?|stop(?:ped|s)?|quit|gave up"
    r"|given up"
    r"|cancel(?:l?ed|s)?|avoid(?:s|ed)?|sick of|tired of|can't stand|cannot)\b|n['’]t\b",
    re.IGNORECASE,
)


def turns(text: str) -> int:
    """How many words of a text turn its claim around; two of them undo each other."""
    return len(_TURNED.findall(text))
