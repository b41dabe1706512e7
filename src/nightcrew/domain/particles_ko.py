"""Korean particles and forms of the copula, by what they follow."""

from __future__ import annotations


def _listed(words: str) -> tuple[str, ...]:
    return tuple(words.split())


AFTER_CONSONANT = _listed(
    "으론 으로부터 으로요 이라는 이라고 이랑 이나 으로는 으로도 으로 이란 은 을 이 과 아"
)
AFTER_VOWEL = _listed("로부터 라는 라고 랑 는 를 가 와 야 다")
AFTER_ANY = _listed(
    "에게서는 한테서는 에서부터 에게서 한테서 에서는 에서도 에게는 "
    "에게도 한테는 한테도 까지는 까지만 부터는 에서 에게 한테 까지 "
    "부터 처럼 보다 마다 밖에 조차 마저 하고 께서 에는 에도 에만 "
    "보단 까진 부턴 에겐 한텐 에선 께선 한테선 에게선 "
    "에 엔 의 도 만 뿐 뿐만 로 님 씨 들 쯤 째 로요 에서요 에게요 한테요 까지요 부터요 에요"
)
COPULA = _listed(
    "이었습니다 이었어요 입니다 이에요 이예요 예요 에요 이었다 이었어 "
    "였어요 였다 였어 이라서 이거든 이지만 이야 이지 이고 이며 인데 "
    "이다 이래 이네 라서 이죠 이요 이거든요 거든요 이네요 이래요 인데요 "
    "이니까 이었던 였던 이라면 이면 거든 "
    "이라니까 라니까 이라니까요 라니까요 이라니깐 라니깐 이래도 래요 이라며 라며 이라면서 라면서 "
    "이라던데 라던데 이더라 이더라고 더라고 이더라고요 더라고요 이더라구 더라구 "
    "이구나 구나 이군요 군요 이잖아 잖아 이잖아요 잖아요 이란다 란다 이랍니다 랍니다 이거든요 "
    "인가봐 인가봐요 인걸요 이니깐 니깐 이었거든 였거든 이었는데 였는데 "
    "이시다 이셔 이세요 이십니다 이랬어 랬어"
)
PARTICLES = frozenset((*COPULA, *AFTER_ANY, *AFTER_CONSONANT, *AFTER_VOWEL))
SHORT_STEM_PARTICLES = frozenset(
    _listed("은 는 을 를 에 에서 에게 한테 으로 이랑 하고 까지 부터 보다")
)
