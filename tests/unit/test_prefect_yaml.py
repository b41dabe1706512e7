"""The flows of several hosts are the flows of one host, with the same schedules."""

from __future__ import annotations

import ast
from collections.abc import Mapping
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
import yaml

from flows.timetable import ANCHOR, every
from nightcrew.settings import Settings

CHECKOUT = Path(__file__).parents[2]
WRITTEN = yaml.safe_load((CHECKOUT / "deploy" / "prefect.yaml").read_text())
DEPLOYMENTS: list[Mapping[str, Any]] = WRITTEN["deployments"]
HELPERS = {
    "__init__",
    "__main__",
    "night_shift",
    "opened_app",
    "prefect_deployments",
    "privacy",
    "ticks",
    "timetable",
}


def the_flow(entrypoint: str) -> ast.AsyncFunctionDef:
    path, _, name = entrypoint.partition(":")
    tree = ast.parse((CHECKOUT / path).read_text())
    found = [node for node in tree.body if isinstance(node, ast.AsyncFunctionDef)]
    return next(node for node in found if node.name == name)


def flow_options(function: ast.AsyncFunctionDef) -> dict[str, Any]:
    [call] = [each for each in function.decorator_list if isinstance(each, ast.Call)]
    return {each.arg or "": ast.literal_eval(each.value) for each in call.keywords}


def entrypoint_of(deployment: Mapping[str, Any]) -> str:
    return str(deployment["entrypoint"])


@pytest.mark.parametrize("deployment", DEPLOYMENTS, ids=entrypoint_of)
def test_a_deployment_names_an_asynchronous_flow_and_gives_what_it_takes(
    deployment: Mapping[str, Any],
) -> None:
    function = the_flow(deployment["entrypoint"])

    takes = {argument.arg for argument in (*function.args.args, *function.args.kwonlyargs)}

    assert set(deployment["parameters"]) == takes


@pytest.mark.parametrize("deployment", DEPLOYMENTS, ids=entrypoint_of)
def test_a_flow_keeps_no_result_and_prints_nothing_to_prefect(
    deployment: Mapping[str, Any],
) -> None:
    options = flow_options(the_flow(deployment["entrypoint"]))

    assert options["persist_result"] is False
    assert options["log_prints"] is False


@pytest.mark.parametrize("deployment", DEPLOYMENTS, ids=entrypoint_of)
def test_a_schedule_ticks_in_utc_as_often_as_on_one_host(deployment: Mapping[str, Any]) -> None:
    name = flow_options(the_flow(deployment["entrypoint"]))["name"]
    usual = Settings.model_fields["tick_seconds"].default

    [schedule] = deployment["schedules"]

    assert schedule["timezone"] == "UTC"
    assert schedule["anchor_date"] == ANCHOR.isoformat()
    assert timedelta(seconds=schedule["interval"]) == every(name, usual)


def test_every_schedule_of_one_host_is_deployed_to_several_and_none_is_limited() -> None:
    written = {Path(each["entrypoint"].partition(":")[0]).stem for each in DEPLOYMENTS}

    schedules = {path.stem for path in (CHECKOUT / "flows").glob("*.py")} - HELPERS

    assert written == schedules
    assert all("concurrency_limit" not in each for each in DEPLOYMENTS)
    assert {each["work_pool"]["name"] for each in DEPLOYMENTS} == {"nightcrew"}


def test_a_run_on_a_work_pool_names_its_command_which_halves_its_cost() -> None:
    commands = {each["work_pool"]["job_variables"]["command"] for each in DEPLOYMENTS}

    assert commands == {"python -m prefect.engine"}


def test_the_first_line_of_every_flow_skips_a_tick_that_is_long_past() -> None:
    for deployment in DEPLOYMENTS:
        function = the_flow(deployment["entrypoint"])
        _, first, *_ = function.body
        assert isinstance(first, ast.If)
        assert isinstance(first.test, ast.Call)
        assert ast.unparse(first.test.func) == "too_late"
