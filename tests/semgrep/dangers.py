# Examples for dangers.yaml, read by semgrep and run by nobody.
# ruff: noqa
def told(said: Said, memory: Memory, logger, log):
    # ruleid: words-of-a-user-in-a-log
    logger.info("heard %s", said.message)
    words = said.message.strip()
    # ruleid: words-of-a-user-in-a-log
    logger.warning("lost: words=%s", words)
    # ruleid: words-of-a-user-in-a-log
    log.error(f"not kept {memory.text}")
    # ok: words-of-a-user-in-a-log
    logger.info("kept: memory=%s characters=%d", memory.id, len(said.message))


async def asked(model, logger, request):
    answer = await model.ask(question)
    # ruleid: words-of-a-user-in-a-log
    logger.warning("unreadable answer %s", answer)
    body = await request.body()
    # ruleid: words-of-a-user-in-a-log
    logger.error("body %r", body)


def broken(logger):
    try:
        act()
    except OutsideFailure as failed:
        # ruleid: text-of-an-exception-in-a-log
        logger.warning("away: %s", failed)
    try:
        act()
    except OutsideFailure as failed:
        # ok: text-of-an-exception-in-a-log
        logger.warning("away: code=%s", failed.code)
    try:
        act()
    except OutsideFailure as failed:
        # ruleid: text-of-an-exception-in-a-log
        logger.warning(f"away: {failed}")


def made(settings, logger):
    secret = secrets.token_urlsafe(32)
    # ruleid: a-secret-is-told
    logger.info("new key %s", secret)
    # ruleid: a-secret-is-told
    print(settings.model_api_key)
    # ok: a-secret-is-told
    print(len(secret))


def signed_in(sent, session):
    # ruleid: a-secret-compared-in-telling-time
    if session.csrf == sent:
        return True
    # ok: a-secret-compared-in-telling-time
    return hmac.compare_digest(session.csrf, sent)


async def rows(connection, name):
    # ruleid: a-statement-woven-from-values
    await connection.execute(text(f"select id from memories where text = '{name}'"))
    wanted = "select id from memories where text = '" + name + "'"
    # ruleid: a-statement-woven-from-values
    await connection.execute(text(wanted))
    # ok: a-statement-woven-from-values
    await connection.execute(text("select id from memories where text = :name"), {"name": name})


# ruleid: zone-arithmetic-in-sql
LOCAL = "select due_at at time zone 'Asia/Seoul' from occurrences"
# ruleid: zone-arithmetic-in-sql
MORNING = "select timezone('Asia/Seoul', due_at) from occurrences"
# ruleid: zone-arithmetic-in-sql
THERE = "set local time zone 'Asia/Seoul'"
# ok: zone-arithmetic-in-sql
KEPT = "update users set timezone = coalesce(:timezone, timezone) where id = :id"
# ok: zone-arithmetic-in-sql
DUE = "select due_at from occurrences where due_at <= now()"

# ruleid: a-setting-that-outlives-its-transaction
WHOSE = "select set_config('app.tenant', :tenant, false)"
# ruleid: a-setting-that-outlives-its-transaction
SESSION = "set app.tenant = 'one'"
# ok: a-setting-that-outlives-its-transaction
OURS = "select set_config('app.tenant', :tenant, true)"

# ruleid: rights-beyond-the-caller
ABOVE = "create function count_all() returns int language sql security definer as 'select 1'"
# ruleid: rights-beyond-the-caller
COPY = "create materialized view everything as select * from memories"
# ok: rights-beyond-the-caller
TABLE = "create table memories (id uuid primary key)"


async def dreamt(self, pair):
    async with self.db.begin_pair(pair) as connection:
        rows = await memories.living(connection, pair)
        # ruleid: a-transaction-waits-for-a-model-or-the-network
        proposal = await self.model.ask(rows)
    # ok: a-transaction-waits-for-a-model-or-the-network
    verdict = await self.model.ask(proposal)
    async with self.db.begin(pair.tenant) as connection:
        # ruleid: a-transaction-waits-for-a-model-or-the-network
        vectors = await self.embedder.passages(rows)


async def called(url):
    # ruleid: a-way-out-past-the-checked-one
    async with httpx.AsyncClient() as client:
        await client.get(url)
    # ruleid: a-way-out-past-the-checked-one
    requests.get(url)
    # ruleid: a-way-out-past-the-checked-one
    urllib.request.urlopen(url)
    # ok: a-way-out-past-the-checked-one
    await guarded.get(url)
    # ruleid: a-client-that-lets-itself-be-led
    await guarded.get(url, follow_redirects=True)
    # ruleid: a-client-that-lets-itself-be-led
    await guarded.get(url, verify=False)
    # ok: a-client-that-lets-itself-be-led
    await guarded.get(url, follow_redirects=False)


def dropped():
    # ruleid: an-error-is-dropped
    try:
        act()
    except ValueError:
        pass
    # ruleid: an-error-is-dropped
    try:
        act()
    except:
        mend()
    # ruleid: an-error-is-dropped
    with suppress(Exception):
        act()
    # ok: an-error-is-dropped
    try:
        act()
    except ValueError:
        return Refused("not a number")


def moments(at, zone, seconds):
    # ruleid: a-moment-without-a-zone
    datetime.now()
    # ruleid: a-moment-without-a-zone
    datetime.fromtimestamp(seconds)
    # ok: a-moment-without-a-zone
    datetime.now(UTC)
    # ruleid: elapsed-time-on-a-wall-clock
    later = at.astimezone(zone) + timedelta(hours=24)
    # ok: elapsed-time-on-a-wall-clock
    later = at.astimezone(UTC) + timedelta(hours=24)
    return later


def started(command):
    # ruleid: a-shell-reads-a-command
    subprocess.run(command, shell=True)
    # ruleid: a-shell-reads-a-command
    os.system(command)
    # ok: a-shell-reads-a-command
    subprocess.run([command, "--json"])


def read(text):
    # ruleid: data-read-as-code
    eval(text)
    # ruleid: data-read-as-code
    pickle.loads(text)
    # ruleid: data-read-as-code
    yaml.load(text, Loader=yaml.Loader)
    # ok: data-read-as-code
    yaml.load(text, Loader=yaml.CSafeLoader)


def shown(text, request, answer):
    # ruleid: words-become-a-page
    Markup(text)
    # ruleid: words-become-a-page
    HTMLResponse(f"<p>{text}</p>")
    # ok: words-become-a-page
    HTMLResponse(page.render(text=text))
    back = request.query_params["back"]
    # ruleid: a-page-goes-where-it-was-told
    RedirectResponse(back, 303)
    # ok: a-page-goes-where-it-was-told
    RedirectResponse("/dreams", 303)
    # ruleid: a-cookie-that-scripts-or-others-may-read
    answer.set_cookie("session", text)
    # ok: a-cookie-that-scripts-or-others-may-read
    answer.set_cookie("session", text, httponly=True, samesite="strict")


# ruleid: a-flow-that-keeps-words
@flow(name="dream")
async def dream():
    return await tick("dream", "dream")


# ok: a-flow-that-keeps-words
@flow(name="dream", persist_result=False, log_prints=False)
async def nightly_dream():
    return await tick("dream", "dream")
