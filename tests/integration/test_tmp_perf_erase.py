import time
from datetime import timedelta
from uuid import uuid4
import pytest
from sqlalchemy import insert
from nightcrew.store.tables import messages, evidence, conversations, turns
from nightcrew.usecases.erase_words import EraseWords
from tests.builders import memory, said, CREW
from tests.desk import Desk, USER

async def test_perf(database, tenant):
    desk = Desk(db=database, tenant=tenant)
    first = said("나 라면 좋아해")
    await desk.hear(first)
    pair = await desk.pair()
    talk = uuid4()
    now = desk.clock.now()
    whose = {"tenant_id": pair.tenant, "user_id": pair.user, "crew": pair.crew}
    async with database.begin_pair(pair) as c:
        await c.execute(insert(conversations).values(**whose, id=talk, external_id="x", bundle="", started_at=now, last_turn_at=now))
        for k in range(0, 20000, 1000):
            t=[{**whose,"id":uuid4(),"conversation_id":talk,"turn_id":str(uuid4()),"body_hash":"","state":"done","at":now,"answer":{"reply":"x"},"explain":{"memories":[str(uuid4()) for _ in range(30)],"evidence":[]}} for i in range(500)]
            await c.execute(insert(turns), t)
            m=[{**whose,"id":uuid4(),"conversation_id":talk,"turn":x["id"],"speaker":s,"text":f"오늘은 회사에서 회의가 {i}번 있었고 점심은 국수 먹었어. 저녁에 운동 갈까 고민 중","said_at":now,"timezone":"Asia/Seoul","source":"user"} for i,x in enumerate(t) for s in ("user","assistant")]
            await c.execute(insert(messages), m)
            await c.execute(insert(evidence), [{**whose,"id":x["id"],"speaker":x["speaker"],"said_at":now,"state":"nothing"} for x in m])
    learned = await desk.learn(memory("라면을 좋아한다", cites=(first.id,)))
    e = EraseWords(db=database, clock=desk.clock)
    t0=time.perf_counter(); r = await e.memory(desk.tenant, USER, learned.id); print("memory", time.perf_counter()-t0, dict(r.counts))
    t0=time.perf_counter(); r = await e.conversation(desk.tenant, USER, "x"); print("conversation", time.perf_counter()-t0, dict(r.counts))
    t0=time.perf_counter(); r = await e.person(desk.tenant, USER); print("person", time.perf_counter()-t0, dict(r.counts))
