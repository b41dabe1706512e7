"""Played stories as JUnit XML, which build servers read."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from xml.etree.ElementTree import Element, SubElement, indent, tostring

from nightcrew.domain.crew import Problem
from nightcrew.domain.story import StoryResult
from nightcrew.domain.story_expectations import Status

SUITE = "nightcrew stories"


def junit(
    results: Sequence[StoryResult],
    problems: Sequence[Problem],
    details: Mapping[str, Sequence[str]],
) -> str:
    """One suite; a file that cannot be read is an error case of its own.

    details: by story, the lines that tell what failed or was skipped.
    """
    errors = [each for each in problems if each.severity == "error"]
    failed = sum(result.status is Status.FAILED for result in results)
    skipped = sum(result.status is Status.SKIPPED for result in results)
    suite = Element(
        "testsuite",
        name=SUITE,
        tests=str(len(results) + len(errors)),
        failures=str(failed),
        errors=str(len(errors)),
        skipped=str(skipped),
        time=f"{sum(result.seconds for result in results):.3f}",
    )
    for result in results:
        _case(suite, result, details.get(result.story.id, ()))
    for each in errors:
        case = SubElement(suite, "testcase", classname="files", name=str(each.place))
        SubElement(case, "error", message=each.message, type=each.id).text = each.hint
    indent(suite)
    return tostring(suite, encoding="unicode", xml_declaration=True)


def _case(suite: Element, result: StoryResult, details: Sequence[str]) -> None:
    story = result.story
    file, line, _ = story.place.rsplit(":", 2)
    case = SubElement(
        suite,
        "testcase",
        classname=".".join(dict.fromkeys(part.crew for part in story.parts)),
        name=story.id,
        file=file,
        line=line,
        time=f"{result.seconds:.3f}",
    )
    told = _sayable("\n".join(details))
    if result.status is Status.FAILED:
        SubElement(case, "failure", message=_sayable(story.title), type="expectation").text = told
    elif result.status is Status.SKIPPED:
        SubElement(case, "skipped", message=told or "nothing was decided")
    elif told:
        SubElement(case, "system-out").text = told


def _sayable(text: str) -> str:
    """Without the control characters that XML has no way to write."""
    return "".join(sign for sign in text if sign >= " " or sign in "\n\t")
