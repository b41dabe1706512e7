"""Sentences in which a crew says that it kept something in mind, or that it forgot something.

A claim is a verb of keeping or forgetting in a form that says the crew did it or will. What is
asked, offered, denied, advised or told of somebody else is none.
"""

from __future__ import annotations

import re

from nightcrew.domain.late_pattern import LatePattern
from nightcrew.domain.memory_requests import asks_to_forget
from nightcrew.domain.words import fold

# How a Korean verb ends when its speaker did it, or promises to: 뒀어요, 놓을게, 드리겠습니다.
_AIDED = (
    r"\s?(?:뒀|두었|둘게|두겠|둘\s?테니|놨|놓았|놓을게|놓겠|놓을\s?테니|드렸|드릴게|드리겠|버렸"
    r"|버릴게)"
)
_DID = rf"(?:했|할게|하겠|할\s?테니|(?:\s?완료)|됐|되었|해{_AIDED})"
# Behind such an ending: who asks, quotes or supposes claims nothing.
_NO_CLAIM = r"(?!\S{0,3}(?:다고|다는|다면|다던|던|는지|나요|냐|니\?|대요|잖|을까|으면|어야))"
_IN_MIND = (
    r"(?:기억|머릿속|머리|마음속?|메모장?|수첩|기록|노트|메모리|프로필)"
    r"(?:\s?(?:목록|리스트|창고|칸))?"
)
_PUT_THERE = (
    r"(?:넣|남(?=[기겨겼긴길])|추가|적|써|(?=쓸|썼)|담|(?=담을)|새(?=[기겨길긴])|올(?=[려렸릴리])|저장|간직"
    r"|집어|꽂|메모|기록|반영|업데이트)"
)
_PAST_OR_PROMISE = (
    rf"\S{{0,3}}(?:{_AIDED}|[었았겼했렸썼]|[을길릴쓸담]게|을\s?게|할게|하겠|[기리]겠|을게)"
)
_KEPT_KO = (
    rf"(?:기억|저장|메모|기록|명심|간직)(?:을|를|은|도)?\s?(?:잘\s|꼭\s|다\s)?{_DID}{_NO_CLAIM}"
    rf"|(?:등록|입력|보관|접수)(?:을|를)?\s?해{_AIDED}{_NO_CLAIM}"
    r"|기억(?:할게|하겠|했[어습]|해\s?둬야)|기억하고\s?있(?:을게|겠|을\s?테니)"
    rf"|(?:외워|외어|적어|메모해|기록해|새겨|담아|써){_AIDED}{_NO_CLAIM}"
    rf"|{_IN_MIND}(?:에다?가?|으로|로|속에)?\s?(?:\S{{1,4}}\s){{0,2}}{_PUT_THERE}"
    rf"{_PAST_OR_PROMISE}{_NO_CLAIM}"
    r"|(?:잊|까먹|잊어버리|까먹어버리)지\s?(?:않|말)(?:을게|겠|고\s?있을|도록\s?(?:할게|하겠))"
    r"|(?:잊|까먹)지\s?않고\s(?:\S+\s){0,3}?\S*(?:[을릴쓸갈줄할길]게|겠)|(?:등록|접수|입력)\s?완료"
    r"|안\s?(?:잊|까먹|잊어버|까먹어버)[을릴]\s?(?:게|테니)|안\s?까먹을게|안\s?잊을게"
    r"|(?:절대|꼭|평생)\s?안\s?(?:잊어|까먹어)|잊을\s?(?:리|일)\s?(?:없|가\s?없)"
)
_I = (
    r"\b(?:i|we)(?:['’]ve|['’]ll|['’]m| have| will| am)?(?: (?:just|also|now|already|always"
    r"|definitely|certainly|surely|be sure to|make sure to|going to))*"
)
_IT = r"(?:that|this|it|those|these|everything)"
_WILL = (
    r"\b(?:i|we)(?:['’]ll| will|['’](?:m|re) going to| am going to| are going to)"
    r"(?: (?:always|definitely|certainly|surely|be sure to|make sure to|try to))*"
)
_KEPT_EN = (
    rf"{_I} (?:remembered|saved|noted|stored|recorded|memori[sz]ed|logged|bookmarked)\b"
    rf"|{_WILL} (?:remember|memori[sz]e|not forget|never forget"
    rf"|(?:note|save|store|record|log) (?:that|this|it|your|down)"
    rf"|(?:keep|bear|hold|have) (?:{_IT} |your [\w ]{{1,24}} )?in (?:mind|memory)"
    rf"|hold on ?to (?:{_IT}|your))\b"
    rf"|(?:{_I} (?:added|put|wrote|written|jotted|tucked|filed|kept|got|made|took|taken|scribbled"
    rf"|pinned)|{_WILL} (?:add|put|write|jot|tuck|file|keep|make|take|pin))\b[^.!?]{{0,32}}"
    r"\b(?:memor(?:y|ies)|(?:mental )?notes?\b(?! app)|records?|written down|down\b|profile"
    r"|on file)"
    rf"|\b(?:{_IT}|your [\w ]{{1,30}})(?:['’]s| is| are| has been| have been|['’]ve been)"
    r"(?: (?:now|all|safely|already|duly))* (?:saved|stored|remembered|noted|recorded|logged"
    r"|memori[sz]ed|on file|(?:in|on) (?:my|your|the) (?:memor(?:y|ies)|notes?|records?|file))\b"
    rf"|\bconsider (?:{_IT}) (?:remembered|saved|noted|stored|filed|memori[sz]ed)\b"
    r"|^(?:(?:got it|okay|ok|alright|all right|sure|done|of course)[,.!:]? )?(?:i(?:['’]ve|"
    r" have) )?(?:duly )?(?:saved|noted|remembered|stored|recorded|logged)\b"
    r"|^(?:(?:okay|ok|got it|done|sure)\W+)?made (?:a |some )?(?:mental )?notes?\b"
    r"|\bhave you down (?:as|for)\b"
    r"|^(?:(?:okay|ok|done|sure)\W+)?(?:(?:memor(?:y|ies)|notes?|profile|records?) updated\b"
    r"|(?:added|filed|put|tucked|logged|written)\b[^.!?]{0,30}\b(?:notes?|memor(?:y|ies)|records?"
    r"|profile|away|down|on file)\b)"
    r"|\bwon['’]t (?:ever )?forget\b|\bcommitted (?:it|that|this) to memory\b"
)
_KEPT = LatePattern(f"{_KEPT_KO}|{_KEPT_EN}", re.IGNORECASE)

_GONE_KO = (
    r"(?:잊(?:었|을게|겠|기로\s?(?:했|할게))|(?:잊어|지워|없애|비워|빼){aided}|지웠|지울게|지우겠|비웠"
    r"|비울게|없앴|없앨게|뺐|뺄게|(?:삭제|제거|초기화)(?:를|을)?\s?(?:했|할게|하겠|\s?완료|됐|되었|해{aided}))"
).format(aided=_AIDED.replace("|버렸|버릴게", "|버렸|버릴게|줄게"))
_OUT_OF_MIND = LatePattern(
    rf"(?:기억|메모|그\s?(?:일|얘기|이야기|내용|말씀?)|알고\s?있던)[^.!?]{{0,12}}{_GONE_KO}{_NO_CLAIM}"
    r"|잊어버렸어요|잊었습니다|잊을게|잊겠습니다|잊어\s?(?:드릴게|드리겠|줄게)"
    r"|(?:없던|못\s?들은)\s?(?:걸로|일로|셈)\s?(?:할게|하겠|칠게|했)"
    r"|(?:더는|이제|더\s?이상)\s?(?:\S+\s)?기억하지\s?않(?:아|습|을게|겠)"
    r"|\b(?:i|we)(?:['’]ve| have)?(?: just| now)? (?:forgotten|deleted|erased|removed|wiped|cleared"
    rf"|scrubbed|purged) (?:{_IT}|the memory|all|your)\b"
    rf"|\b(?:i|we)(?:['’]ll| will)(?: now)? (?:forget|unlearn) (?:{_IT}|about|your)\b"
    r"|\bmemor(?:y|ies)(?: of \S+)?(?: (?:has|have) been|['’]s| is| are| was| were)(?: now)?"
    r" (?:removed|deleted|erased|gone|wiped|cleared)\b"
    r"|\bconsider (?:it|that|this) (?:forgotten|deleted|erased|gone)\b",
    re.IGNORECASE,
)
# The same said of nothing in particular; it speaks of a memory when that is what was asked for.
_GONE = LatePattern(
    rf"{_GONE_KO}{_NO_CLAIM}"
    r"|^(?:(?:okay|ok|alright|all right|sure|done|of course|yes)[,.!:]? )?(?:all )?(?:forgotten"
    r"|deleted|erased|removed|gone|wiped)\b"
    r"|\b(?:i|we)(?:['’]ve| have)?(?: just| now)? (?:forgotten|deleted|erased|removed|wiped"
    r"|cleared)\b"
    r"|\b(?:i|we)(?:['’]ll| will)(?: now)? (?:forget|delete|erase|remove|wipe|drop)\b"
    r"|(?:['’]s| is| are| was| were| has| have)(?: now| all| been| permanently)*"
    r" (?:forgotten|deleted|erased|removed|gone|wiped|cleared)\b"
    r"|\bno longer (?:stored|kept|remembered|there|in my)\b"
    r"|(?:남아\s?있지\s?않|(?:이제|더는|더\s?이상)\s?(?:\S+\s)?없)(?:아요|어요|습니다|아|어)"
    r"|\bi no longer (?:remember|know|have|recall)\b",
    re.IGNORECASE,
)
_OTHER_THING = LatePattern(
    r"알림|알람|약속|예약|일정|사진|파일|앱|계정|글을|댓글|문자|메일"
    r"|\b(?:reminders?|alarms?|appointments?|photos?|pictures?|files?|apps?|accounts?|posts?|e-?mails?"
    r"|check-ins?)\b",
    re.IGNORECASE,
)
_ASKS = LatePattern(
    r"^[^,]*\?\W*$|^(?:shall|should|do|did|can|could|would|may|which|what)\b", re.IGNORECASE
)


def says_it_was_kept(sentence: str) -> bool:
    """Whether a sentence claims that something is remembered from now on."""
    text = fold(sentence)
    return _KEPT.search(text) is not None and _ASKS.search(text) is None


def says_it_was_forgotten(sentence: str, said: str) -> bool:
    """Whether a sentence claims that something is forgotten. said: the line that it answers."""
    text = fold(sentence)
    if _ASKS.search(text):
        return False
    if _OUT_OF_MIND.search(text):
        return True
    asked = asks_to_forget(said) and not _OTHER_THING.search(said)
    return asked and _GONE.search(text) is not None and not _OTHER_THING.search(text)
