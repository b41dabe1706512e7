"""What a line asks of memory itself: to keep something, to forget it, or whether it is known."""

from __future__ import annotations

import re

from nightcrew.domain.late_pattern import LatePattern
from nightcrew.domain.legible import without_gaps
from nightcrew.domain.speech import own_words
from nightcrew.domain.words import claim_words

_ENOUGH = 0.75  # of a proposed wording's words; the rest are endings and names for the user
_GIVE = r"(?:줘|둬|놔|줄|주|두|놓|달라|다오|말아|마)[가-힣]*"
_KEEP = r"(?:기억|메모|저장|기록|적어|외워|잊지|까먹지)[가-힣]*"
_LEADS = r"(?:(?:이건|이거|이것|꼭|제발|좀|잘|(?:우리\s)?팀에도?)\s)*"
_KEEP_EN = r"remember|memori[sz]e|save|note|write down|keep in mind|bear in mind|make a note"
_ALL_KO = (
    r"(?:모든|다른|전체)\s?(?:크루|친구)(?:들)?"
    r"(?:에게|한테|이|가|도|와|랑)?(?:\s?(?:다|모두|전부))?"
)
_POLITE_EN = (
    r"(?:(?:please|just|can you|could you|would you|i(?:['’]d like| want| need) you to)\s)*"
)
_ASKS_TO_KEEP = LatePattern(
    rf"(?:꼭 |잘 )?{_KEEP}(?: ?{_GIVE})?"
    rf"|\b(?:please )?(?:{_KEEP_EN}|do(?: not|n['’]t) forget)\b",
    re.IGNORECASE,
)
# The asking itself, in front of what is to be kept and behind it.
_ASKS_IN_FRONT = LatePattern(
    rf"^{_LEADS}{_KEEP}(?:\s?{_GIVE})?\s?(?:[,.:;!~?-]\s*)+"
    rf"|^(?:{_ALL_KO}\s?(?:알게|알도록|알\s?수\s?있게)?\s)?{_LEADS}"
    r"(?:기억해|메모해|저장해|기록해|적어|외워)\s?(?:줘|둬|놔|주세요|두세요)\s*[,.:!]?\s+(?=\S)"
    rf"|^{_POLITE_EN}(?:{_KEEP_EN}|do(?: not|n['’]t) forget)"
    r"(?:\s(?:that|this|down|of))?(?:\s(?:for|with|across)\s(?:us all|all(?: of)?|every|the|our|my)"
    r"(?:\s\w+){0,3}?(?=\s?[:,-]|\sthat\b))?"
    r"(?:\s?[:,-]\s*|\s)(?:that\s)?(?!to\b)",
    re.IGNORECASE,
)
_ASKS_BEHIND = LatePattern(
    r"[,.!~]?(?:\s|^)*(?:(?:이거|이걸|이건|그거|그걸|꼭|좀|잘|다시|(?:우리\s)?팀에도?)\s)*"
    rf"{_KEEP}(?:\s?{_GIVE})?[\s.!?~]*$"
    r"|[,.;]?\s*(?:\b(?:so|and|please) )*\b(?:remember (?:that|it|this)"
    r"|keep (?:that|this|it) in mind|do(?: not|n['’]t) forget(?: it| that| this)?"
    r"|(?:save|note) (?:that|this|it)(?: down)?)[\s.!?]*$",
    re.IGNORECASE,
)
_NAMED_AS_A_THING = LatePattern(
    r"(?:(?<=다)는|(?<!달)이?라는|(?<=[\d가-힣])인)\s?(?:거|것|걸|점|사실)[은는을를도]?$"
)
_POINTS_BACK = LatePattern(
    r"(?:그거|그것|그걸|이거|이것|이걸|방금|아까|위에|(?<![가-힣])[그이] |말(?:한|해 ?준)|알려 ?준)"
    r"|\b(?:that|this|it|those|these|you (?:just )?(?:said|told|gave|mentioned))\b",
    re.IGNORECASE,
)
_ASKS_WHETHER = LatePattern(
    r"기억(?:해요?|하(?:니|냐|세요|시나요|고\s?있(?:어요?|니|나요|지))|나(?:요|니|세요)?|날까요?)\s*[?？]"
    r"|(?:기억|저장|메모|기록|적어)(?:해|한|하는|하고|된)?\s?(?:둔|놓은|있는)?\s?(?:거|것|게|건|내용)"
    r"\S{0,2}\s(?:\S+\s){0,2}?"
    r"(?:뭐|뭔|무엇|있(?:어|니|나|지|을까))\S*[\s?？!.~]*$"
    r"|\b(?:do|did|don['’]t|didn['’]t) (?:you|u)(?: guys| all)? (?:still |even |ever )?"
    r"(?:remember|recall)\b",
    re.IGNORECASE,
)
# Somebody tells of a memory of their own: "I remember my first bike".
_REMEMBERS_ONESELF = LatePattern(
    r"\b(?:i|we)(?: can| do| still| always| just| vividly| clearly)* (?:remember|recall)\b"
    r"|기억(?:이|은|도)?\s?(?:안\s)?(?:나(?:네|는데|더라|요|지)?|난다|났어|날\s)",
    re.IGNORECASE,
)
_FORGET_KO = (
    r"(?:잊어|지워|삭제해?|없애)\s?(?:줘|주|줄|달라|다오|버려)"
    r"|^(?!.*(?:자꾸|자주|가끔|깜빡|맨날|항상|늘)).*(?<![가-힣])잊어(?:라|요)?[.!~\s]*$"
    r"|없던\s?(?:걸로|일로)\s?(?:해|하|쳐|치)|못\s?들은\s?(?:걸로|셈)"
    r"|(?:기억|저장|기록|메모)하지\s?(?:마|말|않아\s?(?:줘|주|도))|기억에서\s?(?:지|빼|없)"
)
ASKS_TO_FORGET = LatePattern(
    rf"{_FORGET_KO}"
    r"|^(?:(?:please|just|ok(?:ay)?|now|so|and|actually|can you|could you|would you"
    r"|i(?:['’]d like| want| need) you to)[, ]+)*"
    r"(?:(?:forget|delete|erase|unlearn)\b(?= (?:that|what|about|my|everything|all|it|this|me)\b)"
    r"|(?:do not|don['’]t) (?:remember|keep|save|store)\b)",
    re.IGNORECASE,
)
# What is said with these words in the same line is not to be kept, whatever it is.
_NOT_TO_KEEP = LatePattern(
    r"(?:^|[.!?~\n]\s?)(?:아\s|근데\s)?"
    r"(?:(?:이건|이거|이것|[이그]\s(?:얘기|이야기|말)|지금\s(?:하는\s)?말|방금)\S{0,2}\s)?(?:그냥\s|절대\s|굳이\s)?(?:기억|저장|기록|메모)(?:하지\s?(?:마|말|않아)|\s?안\s?해도"
    r"|(?:할|하실)\s?필요\S?\s?없)"
    r"|(?:^|[.!?\n]\s?|\b(?:but|and|so),? )(?:please )?(?:do not|don['’]t|no need to"
    r"|you (?:don['’]t|do not) (?:have|need) to) (?:remember|save|keep|note|store|record)"
    r"(?: (?:this|it|that|any of (?:this|it)))?(?:[,.:;!]|$)"
    r"|\boff the record\b",
    re.IGNORECASE,
)
_FOR_ALL_CREWS = LatePattern(
    rf"(?<![가-힣]){_ALL_KO}(?=\s)|크루\s?(?:모두|전부|다\s)"
    r"|\b(?:for|with|to|across) (?:all|every)(?: of)?(?: (?:my|the|your))?"
    r" (?:crews?|friends|companions|characters)\b",
    re.IGNORECASE,
)
_IS_A = LatePattern(r"(?<=[가-힣])이?인(?=\s?(?:거|것|걸|건|점|사실))")
# A note that somebody asked to keep or to forget, in place of what was to be kept or forgotten.
TELLS_OF_KEEPING = LatePattern(
    rf"{_KEEP}\s?(?:달라|주길|주기를|줬으면|주었으면|주세요|주시|줘)"
    r"|^(?:기억해|메모해|저장해)\s?(?:[:：,]|둬|줘)"
    rf"|{_FORGET_KO}"
    r"|^(?:please )?(?:remember|keep in mind|bear in mind|note that|note:|make a note"
    r"|do(?: not|n['’]t) forget|forget (?:that|what|about|my|everything))\b(?! to\b)"
    r"|\b(?:ask|asks|asked|want|wants|wanted|request|requests|requested|wish|wishes)\b[^.]{0,40}"
    r"\b(?:to (?:remember|forget|delete|erase|keep in mind|make a note|be forgotten)"
    r"|not to (?:forget|remember)|(?:forgotten|deleted|erased))\b",
    re.IGNORECASE,
)


def asks_to_forget(sentence: str) -> bool:
    """Whether a sentence wants something forgotten; what it names is not told by it."""
    return ASKS_TO_FORGET.search(sentence.strip()) is not None


def waives_keeping(line: str) -> bool:
    """Whether a line says of itself that it is not to be kept: `off the record`."""
    return _NOT_TO_KEEP.search(line.strip()) is not None


def what_to_forget(query: str) -> str:
    """What is named, as it would be told: 왼손잡이인 거 is what 왼손잡이다 tells."""
    return _IS_A.sub("이다", query)


def is_for_all_crews(said: str) -> bool:
    """Whether a line wants every crew to know: `모든 크루에게`, `for all my crews`."""
    return _FOR_ALL_CREWS.search(own_words(said)) is not None


def tells_of_keeping(text: str) -> bool:
    """Whether a memory's text only says that something was to be kept or to be forgotten."""
    return TELLS_OF_KEEPING.search(text.strip()) is not None


def wording_to_keep(proposed: str, said: str, before: str) -> str:
    """What to keep of a line that asks to be remembered; empty when it is not clear what.

    The proposed wording if its words stand in the user's own line, or in the crew's line before
    it to which the user points; else the line as it was said. The asking itself is never kept, and
    a line that only asks whether something is known, or tells what comes to mind, keeps nothing.
    Quoted and pasted words count only when the user asks for them outside the quotes.
    """
    asks = _ASKS_TO_KEEP.search(own_words(said)) is not None
    own = said.strip() if asks else own_words(said)
    if _only_wonders(own):
        return ""
    points = asks and _POINTS_BACK.search(own) is not None
    if _stands_in(proposed, f"{own} {before}" if points else own):
        return without_the_asking(proposed.strip())
    content = _POINTS_BACK.sub(" ", _ASKS_TO_KEEP.sub(" ", own))
    return without_the_asking(own) if claim_words(content) else ""


def _only_wonders(line: str) -> bool:
    wonders = _ASKS_WHETHER.search(line) or _REMEMBERS_ONESELF.search(line)
    if wonders is None:
        return False
    rest = f"{line[: wonders.start()]} {line[wonders.end() :]}"
    return _ASKS_TO_KEEP.search(rest) is None


def without_the_asking(line: str) -> str:
    """A line without the words that ask to keep it; the line itself when nothing else is left."""
    line = without_gaps(line)
    asks_first = _ASKS_IN_FRONT.match(line) is not None
    rest = _ASKS_BEHIND.sub("", _ASKS_IN_FRONT.sub("", line))
    if rest == line:
        return line
    # The question was the asking: "Can you remember my sister is called June?"
    rest = rest.rstrip("? ") if asks_first else rest
    return _NAMED_AS_A_THING.sub("", rest.strip(" ,")).strip() or line


def _stands_in(proposed: str, text: str) -> bool:
    wanted = claim_words(proposed)
    return bool(wanted) and len(wanted & claim_words(text)) >= len(wanted) * _ENOUGH
