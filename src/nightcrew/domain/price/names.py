"""Names of cars: one key however a model is spelt, its maker, and the segment it is sold in."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

OTHER_SEGMENT = "other"

# Segment, then maker and its models; further spellings of a model follow it after "=".
_KNOWN = """
경차 | 기아 | 모닝=morning 레이=ray
경차 | 쉐보레 | 스파크=spark
경차 | 현대 | 캐스퍼=casper
소형 | 현대 | 엑센트=accent 베뉴=venue
소형 | 기아 | 프라이드=pride 스토닉=stonic
준중형 | 현대 | 아반떼=아반테=avante=elantra 아이오닉=ioniq i30
준중형 | 기아 | K3=케이3
준중형 | 르노 | SM3
준중형 | 쉐보레 | 크루즈=cruze
중형 | 현대 | 쏘나타=소나타=sonata
중형 | 기아 | K5=케이5
중형 | 르노 | SM5 SM6
중형 | 쉐보레 | 말리부=malibu
준대형 | 현대 | 그랜저=그렌저=그랜져=grandeur
준대형 | 기아 | K7=케이7 K8=케이8
대형 | 기아 | K9=케이9
대형 | 제네시스 | G80 G90
대형 | 현대 | 에쿠스=equus
SUV | 현대 | 투싼=tucson 싼타페=산타페=santafe 코나=kona 팰리세이드=palisade
SUV | 기아 | 스포티지=sportage 쏘렌토=소렌토=sorento 셀토스=seltos 니로=niro 모하비=mohave
SUV | 제네시스 | GV70 GV80
SUV | 르노 | QM3 QM5 QM6 XM3
SUV | 쉐보레 | 트랙스=trax 트레일블레이저=trailblazer
SUV | KG | 티볼리=tivoli 코란도=korando 렉스턴=rexton 토레스=torres
승합 | 기아 | 카니발=carnival
승합 | 현대 | 스타렉스=starex 스타리아=staria
화물 | 현대 | 포터=porter
화물 | 기아 | 봉고=bongo
수입 | BMW | 3시리즈=320d=320i=3series 5시리즈=520d=520i=5series X3 X5
수입 | Mercedes-Benz | C클래스=cclass E클래스=eclass GLC
수입 | Audi | A4 A6
수입 | Volkswagen | 골프=golf 티구안=tiguan
수입 | Toyota | 캠리=camry 프리우스=prius
수입 | Honda | 시빅=civic 어코드=accord CR-V
수입 | Tesla | 모델3=model3 모델Y=modely
"""
_WORDS_AROUND = re.compile(
    r"\([^)]*\)|\[[^\]]*\]|더\s?뉴|디\s?올\s?뉴|올\s?뉴|더\s?올\s?뉴|신형|구형|뉴(?=\s)"
    r"|\b(?:the\s+)?(?:all\s+)?new\b|하이브리드|\bhybrid\b",
    re.IGNORECASE,
)
_NOT_IN_A_KEY = re.compile(r"[\s\-_.·/]+")
_GENERATION = re.compile(r"[a-z]{2}\d{0,2}|n라인")  # 아반떼 AD, 쏘나타 DN8, 그랜저 IG


@dataclass(frozen=True, slots=True, kw_only=True)
class KnownModel:
    """A model as we write it."""

    name: str
    maker: str
    segment: str


def _key(text: str) -> str:
    folded = unicodedata.normalize("NFC", text).casefold()
    return _NOT_IN_A_KEY.sub("", _WORDS_AROUND.sub(" ", folded))


def _read() -> tuple[dict[str, str], dict[str, KnownModel]]:
    keys: dict[str, str] = {}
    models: dict[str, KnownModel] = {}
    for line in _KNOWN.strip().splitlines():
        segment, maker, names = (part.strip() for part in line.split("|"))
        for spellings in names.split():
            name, *others = spellings.split("=")
            key = _key(name)
            models[key] = KnownModel(name=name, maker=maker, segment=segment)
            keys |= {_key(each): key for each in (name, *others)}
    return keys, models


_KEYS, _MODELS = _read()
KNOWN_MODELS: Mapping[str, KnownModel] = _MODELS


@lru_cache(maxsize=4_096)
def model_key(name: str) -> str:
    """One key for all spellings of a model: 더 뉴 아반떼 (CN7), 아반떼AD, Elantra."""
    key = _key(name)
    if key in _KEYS:
        return _KEYS[key]
    for known, meant in _KEYS.items():
        if key.startswith(known) and _GENERATION.fullmatch(key[len(known) :]):
            return meant
    return key


def segment_of(key: str) -> str:
    """The segment of a model; cars of models we do not know stand together."""
    known = KNOWN_MODELS.get(key)
    return known.segment if known else OTHER_SEGMENT
