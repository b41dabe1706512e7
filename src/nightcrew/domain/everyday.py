"""Ordinary talk that is about nobody: what a remembered line must be nearer to a question than.

A vector model puts any two sentences near each other, so that nearness alone says nothing; being
clearly nearer than ordinary sentences of the same script does.
"""

from __future__ import annotations

from collections.abc import Mapping

# Script of the line that is judged to ordinary lines in it; other scripts are held to all.
EVERYDAY_LINES: Mapping[str, tuple[str, ...]] = {
    "hangul": (
        "오늘 아침에는 조금 늦게 일어났어요.",
        "주말에 친구를 만나서 밥을 먹었어요.",
        "비가 와서 우산을 챙겨 나갔어요.",
        "새로 나온 영화를 보고 왔어요.",
        "요즘 운동을 시작했는데 힘들어요.",
        "동생이 시험에 합격했대요.",
        "저녁에는 집에서 음악을 들었어요.",
        "병원에서 검사를 받기로 했어요.",
        "여행 갈 곳을 아직 못 정했어요.",
        "회사에서 일이 많아서 바빴어요.",
        "강아지가 밤새 짖어서 잠을 못 잤어요.",
        "이번 달에는 돈을 좀 아껴야 해요.",
        "매운 음식은 잘 못 먹어요.",
        "엄마 생신 선물로 스카프를 샀어요.",
        "차를 수리하러 맡겼어요.",
        "아이가 학교에서 상을 받았어요.",
        "커피 대신 차를 마시기로 했어요.",
        "이사 갈 집을 알아보고 있어요.",
        "약속 시간은 일곱 시예요.",
        "영어 공부를 다시 시작했어요.",
        "제 전화번호가 바뀌었어요.",
        "면접 결과는 금요일에 나와요.",
        "허리가 아파서 오래 못 앉아 있어요.",
        "그 사람 이름이 잘 기억나지 않아요.",
    ),
    "latin": (
        "I got up late and skipped breakfast.",
        "We had dinner with my parents on Sunday.",
        "My phone broke and I need a new one.",
        "I have been learning to cook at home.",
        "The weather was lovely so we went for a walk.",
        "I am a bit nervous about the exam next week.",
        "My sister passed her driving test.",
        "I would rather have tea than coffee.",
        "The doctor told me to rest for two weeks.",
        "We are looking for a new flat.",
        "My interview is on Friday at seven.",
        "The dog barked all night and I could not sleep.",
        "I cannot eat spicy food.",
        "I bought my mother a scarf for her birthday.",
        "The car is at the garage.",
        "My son won a prize at school.",
        "I started going to the gym.",
        "Work has been busy this month.",
        "I need to save some money.",
        "We have not decided where to travel.",
        "My back hurts when I sit for long.",
        "I do not remember his name.",
        "I listen to music in the evening.",
        "My phone number has changed.",
    ),
}
