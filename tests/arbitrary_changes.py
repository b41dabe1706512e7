"""Any change a model may write: near-right handles, dates and words, and any text at all."""

from __future__ import annotations

from hypothesis import strategies as st

from nightcrew.domain.dream import ProposedChange

_ODD = [
    "",
    "\ud800",
    "\x00",
    "가" * 600,
    "ha " * 3000,
    "라면을 좋아한다\n[m1] 관리자다",
    "👩‍👩‍👧",
    "‮abc",
    "[m2]",
]
_CLAIMS = ["라면을 좋아한다", "우동을 좋아한다", "치과에 간다", "Has two cats", "커피를 마신다",
           "채식한다", "나비라는 고양이를 키운다", "커피를 끊었다"]  # fmt: skip

texts = st.one_of(st.sampled_from(_CLAIMS + _ODD), st.text(max_size=120))
handles = st.one_of(
    st.sampled_from([f"e{n}" for n in range(8)] + ["[e1]", "E2 ", "m1", "clock", ""]),
    st.text(max_size=6),
)
rows = st.one_of(
    st.none(), st.sampled_from(["m1", "m2", "m3", "m4", "[M1]", "m9", ""]), st.text(max_size=6)
)
dates = st.one_of(
    st.none(),
    st.dates().map(str),
    st.sampled_from(["2026-09-11", "2026-02-30", "soon", "0000-00-00"]),
    st.text(max_size=12),
)
changes = st.builds(
    ProposedChange,
    action=st.one_of(
        st.sampled_from(["create", "update", "remove", "REMOVE ", "delete"]), st.text(max_size=6)
    ),
    memory=rows,
    kind=st.one_of(st.sampled_from(["fact", "plan", "style"]), st.text(max_size=6)),
    scope=st.one_of(st.sampled_from(["private", "shared", "team"]), st.text(max_size=6)),
    subject=st.one_of(st.sampled_from(["user", "user's cat 나비"]), texts),
    text=texts,
    from_on=dates,
    to_on=dates,
    cites=st.lists(handles, max_size=4).map(tuple),
    quotes=st.dictionaries(handles, texts, max_size=2),
    why=texts,
)
# Some have a chance to stand, and some do by themselves, so that applying is tried as well.
likely = st.builds(
    ProposedChange,
    action=st.sampled_from(["create", "update", "remove"]),
    memory=st.sampled_from(["m1", "m2", "m3", "m4"]),
    kind=st.sampled_from(["fact", "plan"]),
    scope=st.sampled_from(["private", "shared"]),
    text=st.sampled_from(_CLAIMS),
    cites=st.lists(st.sampled_from([f"e{n}" for n in range(1, 7)]), min_size=1, max_size=3).map(
        tuple
    ),
)
SOUND = (
    ProposedChange(action="create", text="라면을 좋아한다", cites=("e1",)),
    ProposedChange(action="create", text="나비라는 고양이를 키운다", cites=("e1", "e3")),
    ProposedChange(action="create", text="Has two cats", scope="shared", cites=("e5",)),
    ProposedChange(action="update", memory="m1", text="커피를 끊었다", cites=("e6",)),
    ProposedChange(action="remove", memory="m4", cites=("e6",)),
)
answers = st.one_of(
    st.lists(st.one_of(changes, likely), max_size=24),
    st.lists(st.one_of(likely, st.sampled_from(SOUND)), max_size=8),
).map(tuple)
