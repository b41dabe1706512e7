"""English words without their endings, roughly: the same word, the same stem."""

from __future__ import annotations

import re
from collections.abc import Mapping

_IRREGULAR: Mapping[str, str] = {
    "ate": "eat", "eaten": "eat", "went": "go", "gone": "go", "bought": "buy", "sold": "sell",
    "drank": "drink", "drunk": "drink", "quit": "quit", "gave": "give", "given": "give",
    "took": "take", "taken": "take", "met": "meet", "moved": "move", "left": "leave",
    "became": "become", "began": "begin", "begun": "begin", "got": "get", "told": "tell",
    "said": "say", "made": "make", "saw": "see", "seen": "see", "ran": "run", "knew": "know",
    "known": "know", "wrote": "write", "written": "write", "taught": "teach", "lost": "lose",
    "felt": "feel", "kept": "keep", "broke": "break", "broken": "break", "children": "child",
    "people": "person", "feet": "foot", "teeth": "tooth", "n't": "not", "lives": "live",
    "dying": "die", "lying": "lie", "slept": "sleep", "spoke": "speak", "won": "win",
    "swam": "swim", "flew": "fly", "paid": "pay", "spent": "spend", "sent": "send",
    "going": "go", "doing": "do",
}  # fmt: skip
# One spelling for what is written in two.
_BRITISH = re.compile(r"^(neighb|fav|col|hon|lab|rum|hum|harb|flav|sav|tum|vap|behavi|endeav)our")
_SPELT: Mapping[str, str] = {
    "grey": "gray", "tyre": "tire", "theatre": "theater", "centre": "center", "metre": "meter",
    "litre": "liter", "cheque": "check", "pyjamas": "pajamas", "mum": "mom", "mums": "moms",
    "mummy": "mommy", "tonite": "tonight", "nite": "night", "thru": "through", "tho": "though",
    "gonna": "going", "doughnut": "donut", "yoghurt": "yogurt", "jewellery": "jewelry",
}  # fmt: skip
_DOUBLED = re.compile(r"(.*[aeiou])([bdgklmnprt])\2")


def english_stem(word: str) -> str:
    """The lower-case word without plural, past and -ing endings and without a silent e."""
    word = _BRITISH.sub(r"\1or", _SPELT.get(word, word))
    bare = _IRREGULAR.get(word) or _without_ending(word.removesuffix("'s").removesuffix("’s"))
    return bare.removesuffix("e") if len(bare) > 3 else bare


def _without_ending(word: str) -> str:
    if len(word) > 4 and word.endswith("ies"):
        return word[:-3] + "y"
    for ending in ("ing", "ed"):
        stem = word.removesuffix(ending)
        if stem != word and len(stem) >= 3 and re.search("[aeiouy]", stem):
            doubled = _DOUBLED.fullmatch(stem)
            return doubled[1] + doubled[2] if doubled else stem
    if len(word) > 3 and word.endswith("s") and not word.endswith(("ss", "us", "is")):
        return word[:-2] if word.endswith(("shes", "ches", "xes", "sses", "oes")) else word[:-1]
    return word
