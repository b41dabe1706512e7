"""Grave matters of a life as marks: they are told in many words, and mean the same in each."""

from __future__ import annotations

import re
from collections.abc import Mapping

from nightcrew.domain.late_pattern import LatePattern
from nightcrew.domain.senses import MARK, in_two_languages

_WORD = re.compile(r"\S+")


# What people ask most to be forgotten: illness, death, love, law, work lost. No sorts of things.
_MATTERS: Mapping[str, LatePattern] = {
    "death": in_two_languages(
        r"죽[었은을]|돌아가[셨시신]|세상을?\s?(?:떠|뜨|뜬|떴)|하늘나라|무지개\s?다리|사망|별세"
        r"|떠나보[냈내]|여의었",
        r"died|dead|death|passed away|passing",
    ),
    "pregnancy": in_two_languages(
        r"임신|임산부|아[기이]를?\s?가[졌진질]|아[기이]가\s?(?:생[겼긴]|들어[섰선])|(?:엄마"
        r"|아빠)가\s?(?:돼|된|될|됐|되)"
        r"|배\s?속|뱃속|만삭|입덧|태아|(?:출산|분만)\s?예정|아[기이]\s?낳을",
        r"pregnan\w+|expecting(?: a baby)?|due date|having a baby|baby bump"
        r"|(?:will|to) give birth|baby(?:['’]s| is)? due",
    ),
    "bullying": in_two_languages(
        r"따돌[림려리]|왕따|은따"
        r"|괴롭[힘혀히힌]|학폭|학교\s?폭력",
        r"bull(?:y|ied|ies|ying)|picked on",
    ),
    "prison": in_two_languages(
        r"감옥|교도소|수감|복역|징역|옥살이|감방|구치소",
        r"prison|jail(?:ed)?|behind bars|locked up|serving (?:a sentence|time|\w+ years)|doing time"
        r"|inmate|incarcerated",
    ),
    "proposal": in_two_languages(
        r"프[러로]포즈|청혼",
        r"propos(?:e|es|ed|ing) to|proposal to|marry me|pop(?:ping)? the question"
        r"|ask \w+ to marry|engagement ring",
    ),
    "divorce": in_two_languages(r"이혼|갈라[서섰선]|파경", r"divorc(?:e|ed|ing)"),
    "affair": in_two_languages(
        r"바람을?\s?[피핀폈났]|외도|불륜|양다리",
        r"cheat(?:s|ed|ing)? on|an affair"
        r"|unfaithful|two-timing",
    ),
    "crush": in_two_languages(r"짝사랑|마음을?\s?품", r"(?:a )?crush on|in love with|feelings for"),
    "resignation": in_two_languages(
        r"퇴사|사직|사표|회사를?\s?그만\s?[두둔뒀둬]|직장을?\s?그만\s?[두둔뒀둬]",
        r"resign(?:s|ed|ing|ation)?|(?:quit|quitting|leaving|leave) (?:my|the) (?:job|company|firm)"
        r"|hand(?:ed|ing)? in (?:my|her|his) notice",
    ),
    "dismissal": in_two_languages(
        r"해고|[잘짤]렸|권고\s?사직|정리\s?해고",
        r"(?:got|was|been) fired|laid off|sacked|let go"
        r"|(?:kicked|thrown|booted|forced) out of (?:\w+ ){0,3}job|lost (?:my|his|her) job",
    ),
    "bankruptcy": in_two_languages(r"파산|개인\s?회생|부도", r"bankrupt\w*|insolven\w+"),
    "depression": in_two_languages(
        r"우울증|우울\s?장애|항우울", r"depression|depressed|antidepressants?"
    ),
    "panic": in_two_languages(r"공황", r"panic (?:attacks?|disorder)"),
    "insomnia": in_two_languages(
        r"불면|수면제"
        r"|잠을?\s?(?:통\s?)?못\s?[자잤이]",
        r"insomnia\w*|can['’]t sleep|sleeping pills?",
    ),
    "dementia": in_two_languages(r"치매|알츠하이머", r"dementia|alzheimer\w*"),
    "cancer": in_two_languages(
        r"(?<![가-힣])암(?=[이을에은래 ]|$)|[위간폐]암|유방암|대장암|췌장암|갑상선암|항암"
        r"|악성\s?종양",
        r"cancer|chemo\w*|tumou?r",
    ),
    "eating": in_two_languages(
        r"거식|폭식|섭식", r"eating disorder|anorexi\w+|bulimi\w+|bing(?:e|es|ing)"
    ),
    "miscarriage": in_two_languages(
        r"유산[했하됐되]|낙태|중절", r"miscarr\w+|abortion|lost the baby"
    ),
    "infertility": in_two_languages(r"난임|불임|시험관\s?(?:시술|아기)", r"infertil\w+|ivf"),
    "self-harm": in_two_languages(
        r"자해|자살|극단적\s?선택|손목을?\s?[그긋]",
        r"self[- ]harm\w*|suicid\w+"
        r"|cut(?:ting)? myself",
    ),
    "violence": in_two_languages(
        r"폭행|학대|가정\s?폭력|손찌검|때[린렸려]",
        r"abus(?:e|ed|es|ive|ing)"
        r"|beats? (?:me|her|him|up)|hits me",
    ),
    "stalking": in_two_languages(r"스토[킹커]|따라다[녀니녔]", r"stalk(?:s|ed|er|ing)?"),
    "gambling": in_two_languages(
        r"도박|노름|카지노|스포츠\s?토토|베팅", r"gambl(?:e|es|ed|er|ing)|bet(?:s|ting)?|casinos?"
    ),
    "drinking": in_two_languages(
        r"알코올\s?(?:중독|의존)"
        r"|술\s?중독|주정|금주",
        r"alcoholi\w+|drinking problem|sober",
    ),
    "drugs": in_two_languages(
        r"마약|대마|필로폰", r"drugs|cocaine|heroin|weed|marijuana|overdos\w+"
    ),
    "smoking": in_two_languages(r"담배|흡연|금연", r"smok(?:e|es|ed|er|ing)|cigarettes?|tobacco"),
    "orientation": in_two_languages(
        r"게이|레즈비언|동성애|양성애|커밍아웃|성소수자|트랜스젠더",
        r"gay|lesbian|bisexual|queer|transgender|c[ao]m(?:e|ing) out (?:to|as)",
    ),
    "lawsuit": in_two_languages(
        r"소송|고소[를장했할당하인]|재판|법정",
        r"su(?:e|es|ed|ing)|lawsuit"
        r"|legal action|taking \w+ to court",
    ),
    "arrest": in_two_languages(r"체포|입건|구속|연행", r"arrest(?:ed|s)?"),
    "adoption": in_two_languages(r"입양", r"adopt(?:ed|ion|ive)"),
    "stutter": in_two_languages(r"말을?\s?더듬|말더듬", r"stutter\w*|stammer\w*"),
    "baldness": in_two_languages(
        r"탈모|대머리|머리숱",
        r"bald(?:ing|ness)?|hair loss"
        r"|losing (?:my|his|her) hair",
    ),
    "dropping out": in_two_languages(
        r"자퇴|중퇴|학교를?\s?그만\s?[두둔뒀둬]", r"drop(?:ped|ping)? out|expelled"
    ),
}


def matters(text: str) -> frozenset[str]:
    """Which matters a text tells of, as marks that no word of a text equals."""
    return frozenset(MARK + name for name, told in _MATTERS.items() if told.search(text))


def matter_words(text: str) -> str:
    """The words of a text that name a matter."""
    spans = [match.span() for told in _MATTERS.values() for match in told.finditer(text)]
    words = (
        word.group()
        for word in _WORD.finditer(text)
        if any(start < word.end() and word.start() < end for start, end in spans)
    )
    return " ".join(words)


def every_matter() -> tuple[str, ...]:
    """All marks of matters, to tell them among hashes."""
    return tuple(MARK + name for name in _MATTERS)
