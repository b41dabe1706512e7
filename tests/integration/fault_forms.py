"""Rows 1 to 6, 12 and 13 of the fault matrix: an answer that has not the form of one."""

from __future__ import annotations

import json
from dataclasses import replace

from tests.integration.fault_rows import (
    CALL,
    CANARY,
    COMPOSE,
    GOOD,
    JSON_PATHS,
    JUDGE,
    MESSAGE,
    MOVE,
    NO_NEEDS,
    PATHS,
    PLAN,
    PROPOSE,
    REPLY,
    STANDS,
    TEXT,
    VERIFY,
    Cell,
    Fault,
    calls,
    changes,
    ends_well,
    fails_on,
    halved,
    others,
    plain,
    told,
    verdicts,
)
from tests.stubs.openai_server import Says

TOO_BIG = 1_000_000
LOOP = "그래서 또 그렇게 " * 400
UNREADABLE = Fault(
    row=1,
    name="not-json",
    cells=fails_on(JSON_PATHS, "bad_json", Says(text=f"그러니까 {CANARY} {{"), 2),
    not_here={REPLY: TEXT},
)
WRAPPED = [
    Fault(
        row=2,
        name=name,
        cells={path: ends_well(path, form.format(GOOD[path])) for path in JSON_PATHS}
        | ({REPLY: ends_well(REPLY, f"<think>{CANARY} hm</think>{GOOD[REPLY]}")} if reply else {}),
        not_here={} if reply else {REPLY: TEXT},
    )
    for name, form, reply in (
        ("fence", "```json\n{}\n```", False),
        ("prose", "Here it is:\n{}\nI hope it helps.", False),
        ("thoughts", f"<think>{CANARY}, hm</think>\n{{}}", True),
    )
]
SLIPS = [
    Fault(
        row=3,
        name=name,
        cells={path: ends_well(path, slip(GOOD[path])) for path in JSON_PATHS},
        not_here={REPLY: TEXT},
    )
    for name, slip in (
        ("trailing-comma", lambda good: f"{good[:-1]},}}"),
        ("single-quotes", lambda good: good.replace('"', "'")),
    )
]
CUT_OFF = [
    Fault(
        row=4,
        name="cut-off",
        cells={
            path: Cell(
                says=(Says(text=GOOD[path][:-3], finish_reason="length"),),
                outcome=each.outcome,
                calls=each.calls,
            )
            for path, each in fails_on(PATHS, "truncated", Says(), halved(1)).items()
        },
        not_here={},
    ),
    Fault(
        row=4,
        name="reads-well-and-is-cut-off",
        cells={
            path: replace(each, says=(Says(text=GOOD[path], finish_reason="length"),))
            for path, each in fails_on(PATHS, "truncated", Says(), halved(1)).items()
        },
        not_here={},
    ),
]
NOTHING_SAID = [
    Fault(
        row=5,
        name=name,
        cells={
            **fails_on((JUDGE, PLAN, COMPOSE), "bad_json", Says(text=text), 2),
            PROPOSE: told(text, "nothing_to_do", evidence="nothing"),
            VERIFY: told(text, "nothing_to_do unverified"),
        }
        | ({} if text else fails_on((REPLY,), "bad_json", Says(text=text))),
        not_here={REPLY: TEXT} if text else {},
    )
    for name, text in (("empty", ""), ("null", "null"), ("empty-object", "{}"))
]
WRONG_SHAPE = Fault(
    row=6,
    name="wrong-schema-and-extra-keys",
    cells={
        JUDGE: told(plain({**NO_NEEDS, "price": {"use": False, "item": 7}, "mood": 1}), "read"),
        PROPOSE: told(
            changes(5, {"action": 7, "text": ["x"]}, {**MOVE, "mood": 1}, mood=CANARY),
            "applied bad_action",
            evidence="applied",
        ),
        VERIFY: told(
            verdicts(5, {"stands": True}, {**STANDS, "mood": 1}, mood=CANARY),
            "applied",
            evidence="applied",
        ),
        PLAN: told(calls(5, {**CALL, "grace_minutes": "soon", "mood": 1}), "planned"),
        COMPOSE: told(plain({**MESSAGE, "why": 5, "mood": CANARY}), "queued"),
    },
    not_here={REPLY: TEXT},
)
TOO_MUCH = [
    Fault(
        row=12,
        name="four-hundred",
        cells={
            PROPOSE: told(changes(*[MOVE] * 400), "nothing_to_do" + " too_many_changes" * 400),
            VERIFY: told(
                verdicts(*({**STANDS, "change": f"c{number}"} for number in range(1, 401))),
                "applied",
                evidence="applied",
            ),
            PLAN: told(
                calls(*({**CALL, "intent": f"이사 준비 {number}"} for number in range(400))),
                "silent",
            ),
        },
        not_here=others("it answers with one thing only", PROPOSE, VERIFY, PLAN),
    ),
    Fault(
        row=12,
        name="a-megabyte",
        cells=fails_on(JSON_PATHS, "bad_json", Says(text=json.dumps({"why": "x" * TOO_BIG})), 2)
        | fails_on((REPLY,), "bad_json", Says(text="가나다라마바사 아자차카. " * (TOO_BIG // 30))),
        not_here={},
    ),
]
LOOPING = Fault(
    row=13,
    name="loop-inside-json",
    cells={
        JUDGE: told(plain({"search": {"use": True, "query": LOOP}}), "judge_unavailable", asked=2),
        REPLY: told(LOOP, "model_unavailable"),
        PROPOSE: told(changes({**MOVE, "text": LOOP[:400]}), "nothing_to_do degenerate"),
        VERIFY: told(verdicts({**STANDS, "why": LOOP}), "bad_json unverified", asked=2),
        PLAN: told(calls({**CALL, "intent": LOOP[:400]}), "bad_json", asked=2),
        COMPOSE: told(plain({**MESSAGE, "text": LOOP}), "deferred", asked=2),
    },
    not_here={},
)
