"""Secrets are masked before anything is stored; a plain word that a user asks to keep is kept."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import date

from nightcrew.domain.late_pattern import LatePattern
from nightcrew.domain.readable import readable

MASK = "[masked {kind}]"
_MASKED = LatePattern(r"\[masked (?:private|key|token|card number|resident number)\]")

_PRIVATE = LatePattern(r"<\s*(?P<close>/?)\s*private\b[^>]*>", re.IGNORECASE)
# Shapes as the providers publish them.
_TOKENS: Mapping[str, str] = {
    "openai": r"sk-(?:proj-|svcacct-|admin-)?[A-Za-z0-9_-]{6,}",
    "anthropic": r"sk-ant-[A-Za-z0-9_-]{6,}",
    "openrouter": r"sk-or-[A-Za-z0-9_-]{6,}",
    "github": r"gh[pousr]_[A-Za-z0-9]{16,}|github_pat_[A-Za-z0-9_]{20,}",
    "gitlab": r"gl(?:pat|dt|rt|ptt|soat)-[A-Za-z0-9_-]{12,}",
    "aws": r"(?:AKIA|ASIA|AROA|AIDA|ABIA|ACCA)[A-Z0-9]{16}(?![A-Za-z0-9])",
    "google": r"AIza[A-Za-z0-9_-]{20,}|ya29\.[A-Za-z0-9_-]{20,}|GOCSPX-[A-Za-z0-9_-]{16,}"
    r"|1//0[A-Za-z0-9_-]{20,}",
    "azure": r"(?:AccountKey|SharedAccessKey)=[A-Za-z0-9+/]{30,}={0,2}",
    "slack": r"xox[abeoprs]-[A-Za-z0-9-]{8,}|xapp-\d-[A-Za-z0-9-]{8,}"
    r"|https://hooks\.slack\.com/services/[A-Za-z0-9/]{16,}",
    "stripe": r"[sr]k_(?:live|test)_[A-Za-z0-9]{8,}|whsec_[A-Za-z0-9+/=]{16,}",
    "huggingface": r"hf_[A-Za-z0-9]{16,}",
    "npm": r"npm_[A-Za-z0-9]{30,}",
    "pypi": r"pypi-[A-Za-z0-9_-]{30,}",
    "sendgrid": r"SG\.[A-Za-z0-9_-]{16,}\.[A-Za-z0-9_-]{16,}",
    "twilio": r"(?:AC|SK)[0-9a-f]{32}(?![0-9a-f])",
    "telegram": r"\d{8,10}:AA[A-Za-z0-9_-]{32,}",
    "digitalocean": r"do[opr]_v1_[a-f0-9]{32,}",
    "shopify": r"shp(?:at|ca|pa|ss)_[a-fA-F0-9]{20,}",
    "groq": r"gsk_[A-Za-z0-9]{20,}",
    "nvidia": r"nvapi-[A-Za-z0-9_-]{20,}",
    "linear": r"lin_api_[A-Za-z0-9]{20,}",
    "databricks": r"dapi[a-f0-9]{32}",
    "xai": r"xai-[A-Za-z0-9]{20,}",
    "perplexity": r"pplx-[A-Za-z0-9]{20,}",
    "replicate": r"r8_[A-Za-z0-9]{20,}",
    "notion": r"(?:ntn|secret)_[A-Za-z0-9]{30,}",
    "figma": r"figd_[A-Za-z0-9_-]{20,}",
    "grafana": r"gl(?:sa|c)_[A-Za-z0-9+/=_-]{20,}",
    "postman": r"PMAK-[A-Za-z0-9-]{20,}",
    "vault": r"hv[sbr]\.[A-Za-z0-9_-]{20,}",
    "docker": r"dckr_(?:pat|oat)_[A-Za-z0-9_-]{20,}",
    "atlassian": r"AT(?:ATT3|CTT3|BB)[A-Za-z0-9_=-]{20,}",
    "tailscale": r"tskey-[a-z]+-[A-Za-z0-9-]{12,}",
    "square": r"sq0[a-z]{3}-[A-Za-z0-9_-]{20,}|EAAA[A-Za-z0-9_-]{40,}",
    "facebook": r"EAAC[A-Za-z0-9]{20,}",
    "supabase": r"sb(?:p|_secret|_publishable)_[A-Za-z0-9_-]{20,}",
    "sentry": r"sntry[su]_[A-Za-z0-9_+/=-]{12,}",
    "mailgun": r"key-[a-f0-9]{32}(?![a-z0-9])",
    "mailchimp": r"[a-f0-9]{32}-us\d{1,2}(?!\d)",
    "age": r"AGE-SECRET-KEY-1[A-Z0-9]{40,}",
    "pulumi": r"pul-[a-f0-9]{40}",
    "planetscale": r"pscale_(?:tkn|pw|oauth)_[A-Za-z0-9_.-]{20,}",
    "newrelic": r"NRAK-[A-Z0-9]{20,}",
    "discord": r"[MNO][A-Za-z0-9_-]{23,27}\.[A-Za-z0-9_-]{6}\.[A-Za-z0-9_-]{27,}",
    "nightcrew": r"nck_[A-Za-z0-9_-]{16,}",
}
_TOKEN = LatePattern(
    r"(?<![A-Za-z0-9_-])(?:" + "|".join(f"(?:{shape})" for shape in _TOKENS.values()) + ")"
)
_PEM = LatePattern(
    r"-----BEGIN [A-Z0-9 ]*(?:PRIVATE KEY|CERTIFICATE)[A-Z ]*-----"
    r"(?:[\s\S]*?-----END [A-Z0-9 ]+-----|[\s\S]*)"
)
_JWT = LatePattern(r"(?<![\w-])eyJ[A-Za-z0-9_-]{6,}\.[A-Za-z0-9_-]{6,}\.[A-Za-z0-9_-]{4,}")
_BEARER = LatePattern(r"(?<=bearer )[A-Za-z0-9._~+/-]{20,}=*", re.IGNORECASE)
# A name that says what its value is, as in settings: aws_secret_access_key=…, api_key: "…".
_NAMED = LatePattern(
    r"(?<=[_-])(?:key|secret|token|password|passwd|pwd)(?P<is>[\"']?\s?[:=]\s?[\"']?)"
    r"(?=[A-Za-z+/_.=-]*\d)(?P<value>[A-Za-z0-9+/_.=-]{16,})",
    re.IGNORECASE,
)
# The password in an address: postgres://user:password@host.
_IN_ADDRESS = LatePattern(r"(?<=://)(?P<login>[^\s:/@]{1,64}):(?P<value>[^\s/@]{1,128})(?=@[^\s@])")
# In fours with dots, as cards are written too; other figures between dots are dates and versions.
_CARD = LatePattern(
    r"(?<![\d-])\d(?:[ \-‐‑–－]?\d){12,18}(?![\d-]?\d)|(?<![\d.])\d{4}(?:[.·]\d{4}){3}(?![.·]?\d)"
)
_RESIDENT = LatePattern(
    r"(?<!\d)(?P<born>\d{6})(?:\s?[-‐‑–−－]\s?|\s)?(?P<century>[1-8１-８])\d{6}(?!\d)"
)
_CARD_LENGTHS = frozenset({13, 14, 15, 16, 19})
_CENTURIES: Mapping[str, int] = {
    "1": 1900, "2": 1900, "5": 1900, "6": 1900, "3": 2000, "4": 2000, "7": 2000, "8": 2000,
}  # fmt: skip


@dataclass(frozen=True, slots=True, kw_only=True)
class Masked:
    """A text without its secrets. kinds: what was masked, in order of first appearance by kind."""

    text: str
    kinds: tuple[str, ...] = ()


def mask(text: str) -> Masked:
    """Replace secrets by `[masked …]`; masking a masked text changes nothing."""
    kinds: list[str] = []
    for kind, masked in _MASKS:
        after = masked(text)
        if after != text:
            kinds.append(kind)
        text = after
    return Masked(text=text, kinds=tuple(kinds))


def storable(text: str) -> str:
    """A text as it may be stored: nothing in it that no reader sees, and none of its secrets.

    Unseen signs go first: a secret with one inside would not be known, and be whole once shown.
    Letters are composed (NFC): taken apart, as some systems write Korean, they are other letters
    to whoever compares them and to the model that embeds them.
    """
    return mask(readable(unicodedata.normalize("NFC", text))).text


def is_masked(text: str) -> bool:
    """Whether something in a stored text was masked."""
    return _MASKED.search(text) is not None


def _without_private(text: str) -> str:
    kept: list[str] = []
    depth = done = 0
    for tag in _PRIVATE.finditer(text):
        if depth == 0:
            kept.append(text[done : tag.start()])
        depth = max(0, depth - 1) if tag["close"] else depth + 1
        if depth == 0:
            kept.append(MASK.format(kind="private"))
            done = tag.end()
    if depth:
        return "".join([*kept, MASK.format(kind="private")])
    return "".join([*kept, text[done:]])


def _replaced(pattern: LatePattern, kind: str) -> Callable[[str], str]:
    return lambda text: pattern.sub(MASK.format(kind=kind), text)


def _without_values(pattern: LatePattern) -> Callable[[str], str]:
    """Only the value is a secret; what it is of stays readable."""

    def masked(match: re.Match[str]) -> str:
        before = match.group()[: match.start("value") - match.start()]
        return before + MASK.format(kind="token")

    return lambda text: pattern.sub(masked, text)


def _without_cards(text: str) -> str:
    return _CARD.sub(lambda match: _card(match.group()), text)


def _card(digits: str) -> str:
    plain = re.sub(r"\D", "", digits)
    is_card = len(plain) in _CARD_LENGTHS and len(set(plain)) > 1 and _luhn(plain)
    return MASK.format(kind="card number") if is_card else digits


def _luhn(digits: str) -> bool:
    total = 0
    for place, digit in enumerate(reversed(digits)):
        value = int(digit) * (2 if place % 2 else 1)
        total += value - 9 if value > 9 else value
    return total % 10 == 0


def _without_resident_numbers(text: str) -> str:
    return _RESIDENT.sub(
        lambda match: MASK.format(kind="resident number") if _was_born(match) else match.group(),
        text,
    )


def _was_born(match: re.Match[str]) -> bool:
    born = match["born"]
    year = _CENTURIES[str(int(match["century"]))] + int(born[:2])
    try:
        date(year, int(born[2:4]), int(born[4:]))
    except ValueError:
        return False  # a day no calendar has is an order number, not a birthday
    return True


_MASKS: tuple[tuple[str, Callable[[str], str]], ...] = (
    ("private", _without_private),
    ("key", _replaced(_PEM, "key")),
    ("token", _replaced(_JWT, "token")),
    ("token", _replaced(_TOKEN, "token")),
    ("token", _replaced(_BEARER, "token")),
    ("token", _without_values(_NAMED)),
    ("token", _without_values(_IN_ADDRESS)),
    ("card number", _without_cards),
    ("resident number", _without_resident_numbers),
)
