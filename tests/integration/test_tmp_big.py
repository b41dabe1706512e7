import time, json
from datetime import timedelta
from tests.desk import Desk
from tests.builders import memory, said
from tests.fakes import NOON
from nightcrew.usecases.move_person import MovePerson
from nightcrew.usecases.copy_memories import CopyMemories
from nightcrew.usecases.rebuild_memories import RebuildMemories
async def test_big(database, tenant):
    desk = Desk(db=database, tenant=tenant)
    pair = await desk.pair()
    async with database.begin(tenant) as c:
        await c.exec_driver_sql("""
insert into messages (tenant_id,id,user_id,crew,speaker,text,said_at,timezone,source)
select %s, gen_random_uuid(), %s, 'travel-mina','user','나는 오늘 '||n||'번째로 말했어', now() + n*interval '1 second','Asia/Seoul','user' from generate_series(1,10000) n""",(tenant,pair.user))
        await c.exec_driver_sql("insert into evidence (tenant_id,id,user_id,crew,speaker,said_at,state) select tenant_id,id,user_id,crew,speaker,said_at,'nothing' from messages")
    for n in range(1000):
        await desk.learn(memory(f"{n}번 모임의 담당자는 {n*7}호 방에 있다"))
    move = MovePerson(db=database, clock=desk.clock, crews=desk.crews)
    t=time.perf_counter(); doc = await move.export(tenant,"user-1"); print("export", time.perf_counter()-t, len(json.dumps(doc,ensure_ascii=False)))
    t=time.perf_counter(); r=await move.import_document(tenant,"user-2",doc); print("import", time.perf_counter()-t, r.created, r.rows)
    t=time.perf_counter(); r=await move.import_document(tenant,"user-2",doc); print("again", time.perf_counter()-t, r.created, r.already_there, r.rows)
    t=time.perf_counter(); r=await CopyMemories(db=database, clock=desk.clock, crews=desk.crews)(tenant,"user-1","travel-mina","study-juno"); print("copy", time.perf_counter()-t, r)
    t=time.perf_counter(); md=await move.markdown(tenant,"user-1"); print("md", time.perf_counter()-t, len(md))
    t=time.perf_counter(); r=await move.import_markdown(tenant,"user-1",md); print("md import", time.perf_counter()-t, r.already_there)
