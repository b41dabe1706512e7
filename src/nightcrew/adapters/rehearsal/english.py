"""An English claim of a user about themselves, told of the user: I'm → The user is."""

from __future__ import annotations

import re

from nightcrew.adapters.rehearsal.table import words

_SHORT = (
    (re.compile(r"\bI['’]?m\b|\bI am\b|^im\b", re.IGNORECASE), "The user is"),
    (re.compile(r"\bI['’]ve\b", re.IGNORECASE), "The user has"),
    (re.compile(r"\bI['’]d\b", re.IGNORECASE), "The user would"),
    (re.compile(r"\bI['’]ll\b|\bI will\b", re.IGNORECASE), "The user will"),
    (re.compile(r"\bI don['’]?t\b", re.IGNORECASE), "The user does not"),
    (re.compile(r"\bI haven['’]?t\b", re.IGNORECASE), "The user has not"),
    (re.compile(r"\bwe['’]re\b|\bwe are\b", re.IGNORECASE), "The user and company are"),
)
_OWN = (
    (re.compile(r"\bmy\b"), "the user's"),
    (re.compile(r"\bMy\b"), "The user's"),
    (re.compile(r"\bour\b"), "their"),
    (re.compile(r"\bOur\b"), "The user's"),
    (re.compile(r"\b(?:me|myself)\b"), "them"),
    (re.compile(r"\bmine\b"), "the user's"),
)
_SELF = re.compile(r"\bI((?:\s+[A-Za-z]+ly)?(?:\s+[A-Za-z']+){1,3})", re.IGNORECASE)
_GOING = re.compile(r"^(?:gonna|going to)\b", re.IGNORECASE)
_BARE_ING = re.compile(
    r"^(?:going|moving|flying|planning|thinking|working|living|getting|starting)\b", re.I
)
_BARE_VERB = re.compile(r"^(?:can['’]?t|cannot|never|love|hate|like|prefer|enjoy)\s", re.IGNORECASE)
_BARE_HAVE = re.compile(r"^(?:got|have|allergic|vegan|vegetarian|single|married)\b", re.IGNORECASE)


def told(clause: str) -> str:
    """The clause in the third person, one sentence with a full stop."""
    text = _opened(clause.strip(" \t,;-–—!.?…~"))
    if _GOING.search(text):
        text = _GOING.sub("The user is going to", text)
    elif _BARE_ING.search(text):
        text = f"The user is {text}"
    elif _BARE_VERB.search(text):
        text = f"The user {third_person(text.split()[0].lower())} {text.partition(' ')[2]}"
    elif _BARE_HAVE.search(text):
        text = f"The user {_bare(text)}"
    for pattern, form in _SHORT:
        text = pattern.sub(form, text)
    text = _SELF.sub(lambda found: _third(found.group(1)), text)
    for pattern, form in _OWN:
        text = pattern.sub(form, text)
    text = re.sub(r"(?<!^)(?<![.!?] )\bThe user\b", "the user", text)
    return f"{text[:1].upper()}{text[1:]}." if text else text


def _opened(text: str) -> str:
    """Without greetings and fillers in front."""
    while True:
        head = re.match(r"([A-Za-z']+)([\s,!.~]+)(?=\S)", text)
        if head is None or head.group(1).lower() not in words("english", "before_the_claim"):
            return text
        text = text[head.end() :]


def _bare(text: str) -> str:
    first, _, rest = text.partition(" ")
    form = {"got": "has", "have": "has"}.get(first.lower())
    return f"{form} {rest}" if form else f"is {text}"


def _third(words_after: str) -> str:
    """The verb after `I`, with its ending: `really love` → `really loves`."""
    parts = words_after.split()
    for place, part in enumerate(parts):
        if part.lower() in words("english", "adverbs") or part.lower().endswith("ly"):
            continue
        parts[place] = third_person(part)
        break
    return " ".join(["The user", *parts])


def _past(verb: str) -> bool:
    """`burned`, and not `need` or `succeed`."""
    return verb.endswith("ed") and not verb.endswith("eed")


def third_person(verb: str) -> str:
    """A verb as it is said of somebody else: have → has; a past form stays."""
    low = verb.lower()
    if low in words("english", "unchanging") or _past(low) or "'" in low:
        return verb
    irregular = {"have": "has", "do": "does", "go": "goes", "am": "is"}
    if low in irregular:
        return irregular[low]
    if re.search(r"(?:s|sh|ch|x|z|o)$", low):
        return f"{verb}es"
    return f"{verb[:-1]}ies" if re.search(r"[^aeiou]y$", low) else f"{verb}s"
