"""Documents as people read them, and where they fall apart."""

from __future__ import annotations

import io

import pytest
from pypdf import PdfWriter

from nightcrew.adapters.documents import MAX_DOCUMENT_BYTES, Documents
from nightcrew.adapters.documents_html import html_document
from nightcrew.adapters.documents_text import markdown_document, text_document
from nightcrew.domain.errors import BadInput
from nightcrew.domain.knowledge import Block, KnowledgeKind, Passage, RawDocument
from nightcrew.domain.knowledge_splitting import MOST_CHARACTERS, split


def passages_of(kind: str, text: str) -> list[tuple[str, str]]:
    readers = {"html": html_document, "markdown": markdown_document, "text": text_document}
    return [(each.heading, each.text) for each in split(readers[kind](text.encode()).blocks)]


def test_a_heading_keeps_the_path_above_it() -> None:
    told = "# 검진\n\n## 아기\n\n여덟 번이다.\n\n### 치과\n\n네 번이다.\n\n## 어른\n\n두 해마다."

    assert passages_of("markdown", told) == [
        ("검진 > 아기", "여덟 번이다."),
        ("검진 > 아기 > 치과", "네 번이다."),
        ("검진 > 어른", "두 해마다."),
    ]


def test_a_page_is_read_as_it_is_seen() -> None:
    page = """<html><head><title>t</title><style>.gone{display:none}</style></head><body>
    <nav>차림표</nav><h1>검진</h1><p>하나 <b>둘</b>.</p><!-- 셋 --><p class="gone">넷</p>
    <p hidden>다섯</p><span style="font-size: 0">여섯</span><script>일곱</script>
    <table><tr><td>나이</td><td>40</td></tr></table><noscript>여덟</noscript>
    <p style="position:absolute;left:-9999px">아홉</p><p aria-hidden="true">열</p></body></html>"""

    assert passages_of("html", page) == [("검진", "하나 둘. 나이 40")]


def test_markdown_marks_and_addresses_are_no_text() -> None:
    told = (
        "---\na: b\n---\n제목\n====\n\n**굵게** [여기](https://x.test/a) https://x.test/b 끝.\n"
        "<!-- 숨김 --><script>숨김</script>\n\n- 하나\n- 둘\n"
    )

    assert passages_of("markdown", told) == [("제목", "굵게 여기 끝. 하나 둘")]


def test_a_text_is_cut_at_empty_lines_and_between_sentences() -> None:
    sentence = "이것은 꽤 긴 문장이라서 여러 번 되풀이된다. "

    found = passages_of("text", "짧다.\n\n" + sentence * 60)

    assert all(len(text) <= MOST_CHARACTERS for _, text in found)
    assert all(text.endswith(".") for _, text in found)
    assert len(found) > 1


def test_signs_nobody_sees_are_taken_out() -> None:
    assert passages_of("text", "여\u200b권\U000e0041 안내") == [("", "여권 안내")]


def test_the_same_passage_stands_once() -> None:
    blocks = [Block(text="같은 말이다."), Block(text="A", level=1), Block(text="다르다.")]

    assert len(split([*blocks, Block(text="A", level=1), Block(text="다르다.")])) == 2
    assert (
        Passage(heading="A", text="다르다.").digest == Passage(heading="a", text="다르다. ").digest
    )


def test_korean_text_of_an_older_encoding_is_read() -> None:
    assert text_document("여권 안내".encode("cp949")).blocks == (Block(text="여권 안내"),)
    with pytest.raises(BadInput):
        text_document(b"\xff\xfe\xff\x00\x81")


def test_text_that_windows_calls_unicode_is_read() -> None:
    assert text_document("여권 안내".encode("utf-16")).blocks == (Block(text="여권 안내"),)


@pytest.mark.parametrize("content", ["Kites fly.".encode("utf-16-le"), b"PK\x03\x04\x00\x00 x"])
def test_what_is_no_plain_text_is_not_read_as_some(content: bytes) -> None:
    with pytest.raises(BadInput) as refused:
        text_document(content)

    assert "save it as plain text in UTF-8" in refused.value.hint


def a_pdf(text: str) -> bytes:
    """A page that shows a text, written by hand: the writer makes none."""
    shown = f"BT /F1 12 Tf 72 720 Td ({text}) Tj ET".encode()
    objects = [
        b"<< /Type /Catalog /Pages 2 0 R >>",
        b"<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
        b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R"
        b" /Resources << /Font << /F1 5 0 R >> >> >>",
        b"<< /Length %d >>\nstream\n%s\nendstream" % (len(shown), shown),
        b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
    ]
    whole, places = bytearray(b"%PDF-1.4\n"), []
    for number, each in enumerate(objects, 1):
        places.append(len(whole))
        whole += b"%d 0 obj\n%s\nendobj\n" % (number, each)
    start = len(whole)
    whole += b"xref\n0 6\n0000000000 65535 f \n"
    whole += b"".join(b"%010d 00000 n \n" % place for place in places)
    return bytes(whole + b"trailer << /Size 6 /Root 1 0 R >>\nstartxref\n%d\n%%%%EOF" % start)


async def test_the_text_of_a_pdf_is_read() -> None:
    read = await Documents().read(RawDocument(kind="pdf", content=a_pdf("Chill the rice.")))

    assert [block.text.strip() for block in read.blocks] == ["Chill the rice."]


async def test_a_pdf_is_read_whatever_its_file_is_called() -> None:
    read = await Documents().read(RawDocument(kind="text", content=a_pdf("Chill the rice.")))

    assert [block.text.strip() for block in read.blocks] == ["Chill the rice."]


def a_locked_pdf() -> bytes:
    writer, whole = PdfWriter(clone_from=io.BytesIO(a_pdf("secret"))), io.BytesIO()
    writer.encrypt("secret")
    writer.write(whole)
    return whole.getvalue()


def an_empty_pdf() -> bytes:
    writer, whole = PdfWriter(), io.BytesIO()
    writer.add_blank_page(72, 72)
    writer.write(whole)
    return whole.getvalue()


@pytest.mark.parametrize(
    ("kind", "content", "code", "what_to_do"),
    [
        ("pdf", b"%PDF-1.4 nonsense", "document_unreadable", "save it as PDF anew"),
        ("pdf", b"", "document_unreadable", "save it as PDF anew"),
        ("pdf", an_empty_pdf(), "document_unreadable", "text recognition"),
        ("pdf", a_locked_pdf(), "document_unreadable", "without the password"),
        ("text", b"a" * (MAX_DOCUMENT_BYTES + 1), "document_too_large", "in parts"),
        ("html", b"<p>" * 60_001, "document_unreadable", "save what it shows"),
    ],
)
async def test_what_cannot_be_read_says_why_and_what_to_do(
    kind: KnowledgeKind, content: bytes, code: str, what_to_do: str
) -> None:
    with pytest.raises(BadInput) as refused:
        await Documents().read(RawDocument(kind=kind, content=content))

    assert refused.value.code == code
    assert what_to_do in refused.value.hint


async def test_what_a_broken_pdf_holds_is_written_to_no_log(
    caplog: pytest.LogCaptureFixture, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(BadInput):
        await Documents().read(RawDocument(kind="pdf", content=b"kim@example.com wrote this"))

    assert caplog.records == []
    assert capsys.readouterr() == ("", "")
