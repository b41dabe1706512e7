"""Character cards of other products: V1, V2 and V3, as JSON or inside a PNG picture."""

from __future__ import annotations

import base64
import binascii
import json
import struct
import zlib
from collections.abc import Iterator, Mapping
from typing import Any

from nightcrew.domain.crew_card import CharacterCard
from nightcrew.domain.errors import BadInput

MOST_BYTES = 20 * 1024 * 1024  # of a picture
MOST_TEXT = 1024 * 1024  # of the card in it, unpacked
_PNG = b"\x89PNG\r\n\x1a\n"
_KEYWORDS = (b"ccv3", b"chara")  # the newer card stands for both
_READ = ("name", "description", "personality")
_LEGACY = frozenset({"name", "description", "personality", "scenario", "first_mes", "mes_example"})


def read_card(content: bytes) -> CharacterCard | None:
    """The card of a file; None when it is neither a picture nor the JSON of a card.

    Raises: BadInput for a picture without a card, and for a card that cannot be read.
    """
    if len(content) > MOST_BYTES:
        raise _bad("card_too_large", f"a card has at most {MOST_BYTES // 1024 // 1024} MB")
    if content.startswith(_PNG):
        return _card(_json(_in_picture(content)))
    try:
        found = json.loads(content)
    except (ValueError, RecursionError):
        return None
    return _card(found) if _is_card(found) else None


def _is_card(found: Any) -> bool:
    if not isinstance(found, dict):
        return False
    spec = str(found.get("spec", ""))
    return spec.startswith("chara_card_") or found.keys() >= _LEGACY


def _card(found: Any) -> CharacterCard:
    if not isinstance(found, dict) or not _is_card(found):
        raise _bad("bad_card", "this is no character card of V1, V2 or V3")
    data = found.get("data", found)
    if not isinstance(data, dict) or not str(data.get("name") or "").strip():
        raise _bad("bad_card", "the card names no character")
    texts = {name: str(data.get(name) or "").strip() for name in _READ}
    unread = {
        name: value
        for name, value in data.items()
        if name not in _READ and not _says_nothing(value)
    }
    return CharacterCard(spec=str(found.get("spec") or "v1"), **texts, unread=unread)


def _says_nothing(value: Any) -> bool:
    return value in (None, "", [], {})


def _json(text: bytes) -> Any:
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        raise _bad("bad_card", "the card in this picture is no JSON") from None


def _in_picture(content: bytes) -> bytes:
    texts = dict(_texts(content))
    for keyword in _KEYWORDS:
        if keyword in texts:
            try:
                return base64.b64decode(texts[keyword], validate=False)
            except binascii.Error:
                raise _bad("bad_card", "the card in this picture is damaged") from None
    raise _bad("no_card", "there is no character card in this picture")


def _texts(content: bytes) -> Iterator[tuple[bytes, bytes]]:
    """Every text of a picture by its keyword. Raises: BadInput for a damaged picture."""
    for kind, data in _chunks(content):
        keyword, mark, rest = data.partition(b"\0")
        if not mark or keyword not in _KEYWORDS:
            continue
        if kind == b"tEXt":
            yield keyword, rest
        elif kind == b"zTXt":
            yield keyword, _unpacked(rest[1:])
        elif kind == b"iTXt":
            yield keyword, _international(rest)


def _chunks(content: bytes) -> Iterator[tuple[bytes, bytes]]:
    at = len(_PNG)
    while at + 12 <= len(content):
        length, kind = struct.unpack_from(">I4s", content, at)
        data, end = content[at + 8 : at + 8 + length], at + 12 + length
        if end > len(content):
            raise _bad("bad_card", "the picture is cut off")
        (told,) = struct.unpack_from(">I", content, end - 4)
        if kind in (b"tEXt", b"zTXt", b"iTXt") and zlib.crc32(kind + data) != told:
            raise _bad("bad_card", "the picture is damaged")
        yield kind, data
        if kind == b"IEND":
            return
        at = end


def _international(rest: bytes) -> bytes:
    """The text of an iTXt chunk, behind its two flags, its language and its translated keyword."""
    packed, after = rest[:1] == b"\x01", rest[2:]
    _, _, after = after.partition(b"\0")
    _, _, text = after.partition(b"\0")
    return _unpacked(text) if packed else text


def _unpacked(packed: bytes) -> bytes:
    unpacker = zlib.decompressobj()
    try:
        text = unpacker.decompress(packed, MOST_TEXT)
    except zlib.error:
        raise _bad("bad_card", "the card in this picture is damaged") from None
    if unpacker.unconsumed_tail:
        raise _bad("card_too_large", f"a card has at most {MOST_TEXT // 1024} kB of text")
    return text


def _bad(code: str, message: str) -> BadInput:
    hint = "export it again as JSON or PNG from where it comes"
    return BadInput(code, message, hint=hint, field="file")


def plain(value: Any) -> Any:
    """What of a card can stand in a YAML file: texts, lists and mappings."""
    if isinstance(value, Mapping):
        return {str(key): plain(each) for key, each in value.items() if each is not None}
    if isinstance(value, list):
        return [plain(each) for each in value if each is not None]
    return ("true" if value else "false") if isinstance(value, bool) else str(value)
