"""Whether a user told their own name: greeting somebody by a name tells nothing about oneself."""

from __future__ import annotations

import re
from collections.abc import Iterable

from nightcrew.domain.words import fold

_SAYS_A_NAME = re.compile(
    r"^(?:사용자(?:의|는|님의)?\s?)?(?:(?:본인|자신)의?\s?)?이름(?:은|이)\s?['\"‘“]?"
    r"(?P<korean>[가-힣A-Za-z]{1,12}?)['\"’”]?(?:이?다|이며|이고|이라고|라고|으로|로)?(?=[\s.,]|$)"
    r"|^(?:사용자는\s?)?['\"‘“]?(?P<called>[가-힣A-Za-z]{1,12}?)['\"’”]?(?:이?라고)\s?(?:불|한다|부른)"
    r"|^(?:the )?(?:user(?:['’]s)? )?(?:name is|is (?:called|named)|goes by)"
    r" ['\"‘“]?(?P<english>[A-Z][\w-]+)",
    re.IGNORECASE,
)
_BEFORE = (
    r"(?:이름(?:은|이)?|(?<![가-힣])(?:저는|나는|난|전|제가|내가|저|나|본명은|닉네임은|별명은)"
    r"|\b(?:my (?:\w+ )?name(?:['’]s| is)|name(?:['’]s| is)|i(?:['’]m| am)|call me|this is"
    r"|i go by|i(?:['’]m| am) (?:called|named)))[\s,:]*(?:[가-힣]{1,4}\s)?['\"‘“]?"
)
_AFTER = (
    r"['\"’”]?(?:이?라고\s?(?:해|합|하|불러|부르|부릅|불리)|이?라\s?(?:해|합)|예요|이에요|입니다"
    r"|이라는)"
)


def strange_name(told: str, said: Iterable[str]) -> str:
    """The user's name as a text tells it, if the user never introduced themselves so."""
    match = _SAYS_A_NAME.search(fold(told))
    if match is None:
        return ""
    name = match["korean"] or match["called"] or match["english"]
    words = fold(" ".join(said))
    written = re.escape(name)
    introduced = re.search(f"{_BEFORE}{written}|{written}{_AFTER}", words, re.IGNORECASE)
    return "" if introduced else name
