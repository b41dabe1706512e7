"""What a text says of its thing, as one side of a pair or as a sort of deed, whatever the word."""

from __future__ import annotations

import re
from collections.abc import Mapping

from nightcrew.domain.late_pattern import LatePattern

MARK = "~"  # stands before the name of a sense; no word of a text begins with it


def in_two_languages(korean: str, english: str) -> LatePattern:
    """One pattern for Korean words, wherever they stand, and for whole English ones."""
    return LatePattern(rf"{korean}|\b(?:{english})\b", re.IGNORECASE)


# Each side of a pair denies the other.
_SIDES: Mapping[str, LatePattern] = {
    "fail": in_two_languages(
        r"떨어[졌지질진져]|망[했친쳤]|미끄러[졌지진져]|탈락|낙방|낙선|불합격|실패|물\s?건너"
        r"|빠[졌진지져]|밀[렸려린]|못\s?(?:붙|들)",
        r"fail(?:ed|s|ing)?|turned down|rejected|passed over|flunk(?:ed)?"
        r"|did(?:n['’]t| not) (?:pass|get)",
    ),
    "succeed": in_two_languages(
        r"붙었|붙은|(?<!불)합격|성공|통과|따냈|땄|뽑[혔힌]|됐[어다지습네]|했[어다지습네]",
        r"passed(?! over)|succeed(?:ed|s)?|made it|got in|accepted|promoted|won",
    ),
    "lose": in_two_languages(
        r"잃|날[렸려린릴]|날아[갔가간]|탕진|빼앗|뺏[겼긴]|도둑|분실|말아\s?먹|털[렸린]"
        r"|반\s?토막|손해|사라[졌지진]|없어[졌지진]|떼[였이인]",
        r"los[et]|lost|losing|stolen|wiped out|gone",
    ),
    "keep": in_two_languages(
        r"그대로\s?(?:있|남|갖|가지)|남아\s?있|되찾|찾았|지켰|돌려받|벌었|만회|복구|무사",
        r"still have|kept|found|recovered|got .{1,20}back|intact|earned",
    ),
    "grow": in_two_languages(
        r"늘[었어고은]|늘어|쪘|찌[고는]|찐|불[었어]|올[랐라]|오른|증가|심해|커[졌지]",
        r"gain(?:ed|ing|s)?|increas\w+|grew|grow(?:s|n|ing)?|went up|rose|worse",
    ),
    "shrink": in_two_languages(
        r"줄[었어고은인였]|빠[졌져진]|뺐|빼고|내[렸려린]|내려[갔가]|감소|작아[졌지]",
        r"los[et]|lost|decreas\w+|shrank|dropped|went down|fell",
    ),
    "buy": in_two_languages(
        r"(?<![가-힣])샀|사[왔려]|산[다 ]|구매|구입|사들", r"bought|buys?|buying|purchased?"
    ),
    "sell": in_two_languages(r"팔[았아고]|판매|판다|처분", r"sold|sells?|selling"),
    "more": in_two_languages(
        r"이상[은으씩]?|넘게|초과|많이|마음껏|실컷|더\s?(?:자주|많이|해)|늘려|얼마든"
        r"|몇\s?번이[든라]",
        r"more than|at least|more often|as much as|a lot more|as many",
    ),
    "less": in_two_languages(
        r"이내|이하|안으로|미만|(?:한|두)\s?번만|줄[여이]|자제|덜\s|적게|조금만|삼가",
        r"under|at most|no more than|within|only once|less|fewer|cut down|tone down",
    ),
    "good": in_two_languages(
        r"좋아[졌지]|화해|친해|나아[졌지]|개선", r"got better|better now|good terms|made up with"
    ),
    "bad": in_two_languages(r"나[쁘빠쁜쁩]|엉망|최악", r"bad|poor|worse"),
    "long": in_two_languages(
        r"길게|길어|긴\s|길고|길[다더]|넘[는게겨는]|늘어놓|자세[히하]|상세|장황",
        r"long(?:er)?|detailed|in detail",
    ),
    "apart": in_two_languages(
        r"(?:친구|애인|남친|여친)(?:였|이었)던|사귀(?:었)?던|만나던|헤어[졌지진져]|이별|깨졌"
        r"|차였|갈라[섰서선]|이혼했|(?:랑|와|과|하고)(?:는|은)?\s?(?:다\s?)?끝[났냈]"
        r"|(?:(?<![가-힣])|(?<=(?<![가-힣])[제내])|(?<=우리))전\s?(?=남[자친편]|여[자친]|애인"
        r"|아내|부인|와이프)",
        r"br(?:oke|eak|oken|eaking) up|split up|divorced|dumped|separated"
        r"|ex[- ]?(?:boyfriend|girlfriend|husband|wife|partner)",
    ),
    "together": in_two_languages(
        r"사귀|사귄|사귈|재결합|연애|(?:다시|도로)\s?만[나난났]|남자\s?친구|여자\s?친구|남친"
        r"|여친|애인",
        r"boyfriend|girlfriend|dating|going out with|seeing|back together|partner",
    ),
    "seek": in_two_languages(
        r"찾고\s?있|찾는\s?중|구하[고는려]|구직|알아보[고는]",
        r"(?:look|search|hunt)(?:s|ed|ing)? for|(?:job|house|flat)[- ]?hunt\w*|seeking",
    ),
    "found": in_two_languages(
        r"구했|찾았|얻었|취직했|취업했|합격", r"found|landed|got (?:a|the) new"
    ),
    "given up": in_two_languages(r"자퇴|중퇴|퇴학", r"drop(?:ped|ping)? out|flunked out"),
    "completed": in_two_languages(r"졸업|수료", r"graduat\w+|completed"),
    "write": in_two_languages(
        r"(?:[글시책설]을?|소설을?|기를?)\s?(?:쓰|써|썼|쓴|쓸)|집필|연재",
        r"writ(?:e|es|ing|ten)|wrote",
    ),
    "read": in_two_languages(r"읽[어었는고은다을]|정주행|독서", r"read(?:s|ing)?"),
    "teach": in_two_languages(
        r"가르[치쳐쳤친칩](?!\s?[주줘줬준달])", r"(?:teach(?:es|ing)?|taught)(?! (?:me|us|by))"
    ),
    "learn": in_two_languages(r"배[우웠워운울움웁]", r"learn(?:s|ed|t|ing)?|lessons?"),
    "first": in_two_languages(
        r"(?<!\d)1등|일등|수석|우승|1위", r"first (?:place|prize|in)|top of (?:the|my) class"
    ),
    "last": in_two_languages(
        r"꼴찌|꼴등|최하위", r"last place|dead last|bottom of (?:the|my) class"
    ),
    "both": in_two_languages(
        r"양쪽|양손|양발|양팔|양[귀눈](?=[가-힣\s])|둘\s?다(?![가-힣])", r"both"
    ),
    "single": in_two_languages(
        r"(?:한|왼|오른)\s?쪽(?:\s?(?:귀|눈|손|발|팔|다리|무릎|어깨))?(?:에)?만",
        r"only (?:\w+ ){0,7}(?:one|left|right)|just (?:the )?(?:one|left|right)"
        r"|(?:left|right|one) (?:\w+ )?only",
    ),
    "each": in_two_languages(
        r"매일|매주(?!\s?말고)|날마다",
        r"(?:every(?: single)?|each) (?:day|week|weekend|month|night|morning|evening)|daily|weekly",
    ),
    "alternate": in_two_languages(
        r"격주|격일|2주에\s?(?:한|1)\s?번", r"everyother|biweekly|fortnightly"
    ),
    "paused": in_two_languages(
        r"휴학|휴직|휴업|휴재", r"on (?:\w+ )?leave|taking a (?:break|year off)|paus(?:e|ed|ing)"
    ),
    "resumed": in_two_languages(
        r"복학|복직|재개|복귀", r"back (?:at|to|in) (?:work|school|class|college)|resum(?:e|ed|ing)"
    ),
    "rent": in_two_languages(r"월세|세\s?들어|임대", r"rent(?:s|ed|ing)?|leas(?:e|es|ed|ing)"),
    "own": in_two_languages(r"자가(?:로|에)|매입|내\s?집", r"own(?:s|ed)?|bought"),
    "ahead": in_two_languages(
        r"부터\s?(?:말|얘기|이야기|알려|설명|답|대답|꺼내|보여|적어|써)|먼저|맨\s?(?:앞|처음)|앞에|우선",
        r"first|up ?front|start(?:ing)? with|lead with|at the (?:top|start|beginning)|before",
    ),
    "behind": in_two_languages(
        r"나중에|맨\s?(?:끝|뒤|마지막)|마지막에|끝에|뒤에",
        r"last|later|at the (?:end|bottom)|end with|finish with|after",
    ),
    "short": in_two_languages(r"짧|간결|간단|간략", r"short(?:er)?|brief(?:ly)?|concise(?:ly)?"),
}
_OTHER_SIDE: Mapping[str, str] = {
    one: other
    for pair in (
        ("fail", "succeed"),
        ("lose", "keep"),
        ("grow", "shrink"),
        ("buy", "sell"),
        ("more", "less"),
        ("good", "bad"),
        ("long", "short"),
        ("together", "apart"),
        ("seek", "found"),
        ("given up", "completed"),
        ("write", "read"),
        ("first", "last"),
        ("teach", "learn"),
        ("both", "single"),
        ("each", "alternate"),
        ("ahead", "behind"),
        ("paused", "resumed"),
        ("rent", "own"),
    )
    for one, other in (pair, pair[::-1])
}
_TURNED_BY_DENIAL = frozenset({"keep"})
_UNABLE = LatePattern(
    r"(?<![가-힣])못\s?$|\b(?:never|not|couldn['’]t|didn['’]t|haven['’]t) (?:\w+ )?$"
)
_ENDS = frozenset(MARK + name for name in ("apart", "fail", "lose", "sell", "shrink"))
# Sorts of deeds and of what one deals with: to do one of them with a thing is a claim of its own.
_SORTS: Mapping[str, LatePattern] = {
    "work": in_two_languages(
        r"일[하해한했할합](?![수주])|(?<![가-힣])일을|일자리|근무|알바|아르바이트|취직|취업|입사"
        r"|출근|지원했|직장|직업|장사|사업|농사|운영|고용|회사",
        r"work(?:s|ed|ing)?|job|shifts?|employed|hired|runs?|running a|career|intern(?:ing|ship)?",
    ),
    "study": in_two_languages(
        r"공부|연구|논문|전공|수업|강의|강연|강좌|세미나|배[우웠워운울움웁]|시험|학원"
        r"|가르[치쳐쳤친칩]",
        r"stud(?:y|ies|ied|ying)|learn(?:s|ed|t|ing)?|research(?:es|ed|ing)?|lectures?|lessons?"
        r"|class(?:es)?|course|exams?|teach(?:es|ing)?|taught|thesis",
    ),
    "trade": in_two_languages(
        r"주식|투자|펀드|(?<![가-힣])[샀산살사](?:[고다어지는]|\s|$)|사[왔려]|[을를이가]\s샀"
        r"|샀[어다지]|선물"
        r"|주문|구매|구입|빌[렸려린]|팔[았아고]|판매",
        r"bought|buy(?:s|ing)?|ordered|sold|sell(?:s|ing)?|invest(?:s|ed|ing)?|rent(?:s|ed|ing)?",
    ),
    "retracted": in_two_languages(
        r"철회|번복|무효|취하|취소|없던\s?(?:일|걸로)|백지화|복직|복학|재입학|복귀",
        r"with(?:drew|drawn)|revers(?:ed|al)|cancell?ed|overturned|rescinded|revoked|reinstated"
        r"|took it back|taken back|rehired",
    ),
    "once": in_two_languages(r"적이?\s?있|한때|예전에|옛날에", r"used to|once"),
    "media": in_two_languages(
        r"책|영화|드라마|다큐|뉴스|기사를|기사가|노래|소설|만화|웹툰|유튜브|영상|게임"
        r"|방송(?!국)|광고",
        r"books?|novels?|films?|movies?|documentar(?:y|ies)|songs?|articles?|podcasts?|games?|news",
    ),
}


OVER = MARK + "over"  # the claim tells of an end itself
LOST = MARK + "lose"
SOLD = MARK + "sell"
RETRACTED = MARK + "retracted"  # an end that was taken back
ONCE = MARK + "once"  # the sort of what was so once


def sides(text: str) -> frozenset[str]:
    """On which side of a pair a text stands, as marks; who is parted from was a partner before."""
    found = {
        MARK + _as_meant(name, sense, text) for name, sense in _SIDES.items() if sense.search(text)
    }
    return frozenset(found - {MARK + "together"} if MARK + "apart" in found else found)


def _as_meant(name: str, sense: LatePattern, text: str) -> str:
    """The other side, when what is lost or kept is so of nothing but by a denial: 못 돌려받았어."""
    if name not in _TURNED_BY_DENIAL:
        return name
    denied = all(_UNABLE.search(text[: match.start()]) for match in sense.finditer(text))
    return _OTHER_SIDE[name] if denied else name


def sorts(text: str) -> frozenset[str]:
    """Which sorts of deeds a text tells of, as marks."""
    return frozenset(MARK + name for name, sense in _SORTS.items() if sense.search(text))


def other_side(mark: str) -> str:
    """The mark that denies this one."""
    return MARK + _OTHER_SIDE[mark.removeprefix(MARK)]


def ends_among(marks: frozenset[str]) -> frozenset[str]:
    """Those of these sides on which one tells of an end."""
    return marks & _ENDS


def every_side() -> tuple[str, ...]:
    """All marks of sides, to tell them among hashes."""
    return tuple(MARK + name for name in _SIDES)


def every_sort() -> tuple[str, ...]:
    """All marks of sorts, to tell them among hashes."""
    return (*(MARK + name for name in _SORTS), OVER)
