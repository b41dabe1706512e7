"""Texts as comparable words: folding, claim words, keyed hashes, sentences and scripts."""

from __future__ import annotations

import hmac
import re
import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass

from nightcrew.domain.figures import with_plain_numbers
from nightcrew.domain.stems_en import english_stem
from nightcrew.domain.stems_ko import korean_stem, without_particles
from nightcrew.domain.word_tables import COMMON_WORDS, EMPTY_WORDS, NEGATION, SAME_WORDS, turns

_NUMBER = re.compile(
    r"(?P<figures>\d[\d,]*(?:\.\d+)?(?:[-/:]\d+)*(?:[가-힣]+\d[\d,]*)*%?)(?:(?:st|nd|rd|th)(?![a-z]))?"
    r"(?P<unit>[가-힣]*)"
)
_LATIN = re.compile(r"(?P<word>[^\W\d_가-힣]+(?:[-_.'’]?[^\W_가-힣]+)*)(?P<after>[가-힣]*)")
_TOKEN = re.compile(rf"{_NUMBER.pattern}|{_LATIN.pattern}|(?P<hangul>[가-힣]+)")
_HANGUL = re.compile("[가-힣ᄀ-ᇿ]")
_ENGLISH_SENTENCE = re.compile(r"[A-Za-z'’]+ [A-Za-z'’]{2,} [A-Za-z'’]+")
_LETTERS = frozenset("abcdefghijklmnopqrstuvwxyz")  # names in Korean text: A팀, 회사 B
# What follows a verb that is denied or asked for: 들이밀지 말고, 들어 주기.
_LEFT_UNDONE = re.compile(
    r"(?<=[가-힣])지\s?(?:는\s?|도\s?|를\s?)?(?:않|못|마|말)[가-힣]*|(?<=[가-힣])\s주기(?=[\s.,]|$)"
    r"|(?<=[아어여해와워려겨쳐져봐러])\s?주기(?:를|만|는|도)(?=[\s.,]|$)"
)
# 사기로, 감기로: by or of a thing, unless it is decided: 사기로 했어.
_NOUN_IN_GI = re.compile(
    r"(?<![가-힣])(?P<noun>[가-힣]기)로(?:는|도)?(?=\s)"
    r"(?!\s*(?:[하했한해함]|결정|결심|마음|맘|약속|다짐|정[하했한해]|[되됐돼]))"
)
# Runs of letters of one script; ª, º and µ are the only Latin letters below À that are not ASCII.
_IN_HANGUL = re.compile("[가-힣ㄱ-ㆎ]+")
_IN_LATIN = re.compile("[A-Za-zªµºÀ-ÖØ-öø-ɏＡ-Ｚａ-ｚ]+")
_LAUGHS = re.compile("[ㄱ-ㅎㅏ-ㅣᄀ-ᇿ]+").fullmatch
_SPACES = re.compile(r"\s+")
_INVISIBLE = re.compile(
    r"[\x00-\x08\x0e-\x1b\x7f-\x84\x86-\x9f\u00ad\u200b\u200c\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff"
    r"\ud800-\udfff\ufff9-\ufffb\U000e0000-\U000e007f]"
)


def fold(text: str) -> str:
    """NFC, no invisible characters, one space for any run of white space, ends trimmed."""
    composed = unicodedata.normalize("NFC", text)
    if composed.isprintable() and "  " not in composed:
        return composed.strip()  # no white space but single spaces, and nothing invisible
    return _SPACES.sub(" ", seen(composed)).strip()


def seen(text: str) -> str:
    """NFC without invisible characters; spaces and lines stay as they are."""
    return _INVISIBLE.sub("", unicodedata.normalize("NFC", text))


def same_signs(text: str) -> str:
    """The text with one sign for each letter and mark, whatever its width or composition."""
    return unicodedata.normalize("NFKC", fold(text))


def same_form(text: str) -> str:
    """A form in which spacing, case, width and punctuation make no difference."""
    wide = same_signs(text).casefold()
    return "".join(letter for letter in wide if letter.isalnum())


def claim_words(text: str) -> frozenset[str]:
    """The words that carry what a text claims, as stems.

    Names and digits are kept, particles, endings and empty words are not. NEGATION is among them
    when the text says that something is not so.
    """
    words = frozenset(stems(text))
    return words | {NEGATION} if turns(fold(text)) % 2 else words


def stems(text: str) -> tuple[str, ...]:
    """The stems of the words that carry a claim, in reading order."""
    empty = EMPTY_WORDS - _LETTERS if not in_english(text) else EMPTY_WORDS
    plain = _NOUN_IN_GI.sub(r"\g<noun>", _LEFT_UNDONE.sub(" ", with_plain_numbers(text)))
    found = (_stem(token) for token in tokens(plain) if not (token in empty or _bare(token)))
    return tuple(SAME_WORDS.get(stem, stem) for stem in found if stem not in empty)


def in_english(text: str) -> bool:
    """Whether a text is told in English, with or without a Korean word: 음 I make it ㅎㅎ."""
    return _HANGUL.search(text) is None or _ENGLISH_SENTENCE.search(text) is not None


def hangul_stem(word: str) -> str:
    """The stem of one word in Korean letters or figures; empty when it carries no claim."""
    if word[0].isdigit():
        found = stems(word)
        return found[0] if len(found) == 1 else ""
    if word in EMPTY_WORDS or _bare(word):
        return ""
    stem = korean_stem(word)
    return "" if stem in EMPTY_WORDS else SAME_WORDS.get(stem, stem)


def topic_words(words: Iterable[str]) -> frozenset[str]:
    """The claim words that say what a claim is about, without the ones said of anything."""
    return frozenset(words) - COMMON_WORDS - {NEGATION}


def tokens(text: str) -> tuple[str, ...]:
    """The words of a text in reading order, lower case, numbers without thousands marks.

    A number keeps its unit; particles after a number or a Latin word are left out.
    """
    narrow = same_signs(text).casefold()
    found = (_pieces(match) for match in _TOKEN.finditer(narrow))
    return tuple(piece for pieces in found for piece in pieces if piece)


def wording_hash(text: str, key: bytes) -> str:
    """Keyed HMAC-SHA256 of the whole wording; spacing, case and punctuation make no difference."""
    return keyed_hash(same_form(text), key)


def keyed_hash(word: str, key: bytes) -> str:
    """HMAC-SHA256 in hexadecimal."""
    return hmac.digest(key, word.encode("utf-8", "surrogatepass"), "sha256").hex()


def keyed_hashes(words: Iterable[str], key: bytes) -> frozenset[str]:
    """The hash of each word."""
    return frozenset(keyed_hash(word, key) for word in words)


@dataclass(frozen=True, slots=True, kw_only=True)
class Scripts:
    """How many letters of a text stand in which script; digits and marks are no letters."""

    hangul: int = 0
    latin: int = 0
    other: int = 0

    @property
    def letters(self) -> int:
        """All letters."""
        return self.hangul + self.latin + self.other

    def share(self, script: str) -> float:
        """The part of the letters that stands in `hangul`, `latin` or `other`."""
        return int(getattr(self, script)) / self.letters if self.letters else 0.0

    @property
    def main(self) -> str:
        """The script with most letters; hangul when they are equal."""
        return max(("hangul", "latin", "other"), key=lambda name: int(getattr(self, name)))


def main_script(text: str) -> str:
    """The script with most letters, as `Scripts.main` has it; most texts are told by one count."""
    composed = unicodedata.normalize("NFC", text)
    if 2 * sum(map(len, _IN_HANGUL.findall(composed))) >= len(composed):
        return "hangul"
    return script_of(composed).main


def script_of(text: str) -> Scripts:
    """Count the letters of a text by script."""
    composed = unicodedata.normalize("NFC", text)
    letters = sum(map(str.isalpha, composed))
    hangul, latin = (sum(map(len, runs.findall(composed))) for runs in (_IN_HANGUL, _IN_LATIN))
    return Scripts(hangul=hangul, latin=latin, other=letters - hangul - latin)


def _pieces(match: re.Match[str]) -> tuple[str, ...]:
    if match["figures"]:
        return (match["figures"].replace(",", "") + without_particles(match["unit"]),)
    if match["word"]:
        return match["word"], without_particles(match["after"])
    return (match["hangul"],)


def _bare(token: str) -> bool:
    """Whether a token is laughter or a particle that stands alone, and no word."""
    hangul = "가" <= token[0] <= "힣"
    return _LAUGHS(token) is not None or (hangul and not without_particles(token))


def _stem(word: str) -> str:
    if "가" <= word[0] <= "힣":
        return korean_stem(word)
    return word.removesuffix("원") if word[0].isdigit() else english_stem(word)
