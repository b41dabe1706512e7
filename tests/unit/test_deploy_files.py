"""The files of deploy/: no engine runs here, so that what they name is looked up instead."""

from __future__ import annotations

import importlib.util
import re
from collections.abc import Iterator
from importlib.metadata import entry_points
from pathlib import Path
from typing import Any

import pytest
import typer
import yaml

from nightcrew.cli.doctor_settings import PREFIX, known_names
from nightcrew.cli.main import app
from nightcrew.cli.options import DEFAULT_PORT
from tests.fakes import ROOT

DEPLOY = ROOT / "deploy"
COMPOSE: dict[str, Any] = yaml.safe_load((DEPLOY / "compose.yaml").read_text(encoding="utf-8"))
CONTAINERFILE = (DEPLOY / "Containerfile").read_text(encoding="utf-8")
SERVICES: dict[str, dict[str, Any]] = COMPOSE["services"]
OURS = {name: each for name, each in SERVICES.items() if each["image"] == "nightcrew"}
RUN_ON = {name: each for name, each in SERVICES.items() if each.get("restart") != "no"}
VARIABLE = re.compile(rf"\b{PREFIX}[A-Z_]+")
# The first part of an image's name is a registry when it holds a dot or a port.
IMAGE = re.compile(r"^(?:FROM|\s*image:)\s+(\S+)", re.MULTILINE)


def test_one_image_serves_every_part_of_ours() -> None:
    assert set(SERVICES) == {"postgres", "upgrade", "api", "prefect", "worker"}
    assert set(OURS) == {"upgrade", "api", "prefect", "worker"}
    for each in OURS.values():
        assert each["build"] == {"context": "..", "dockerfile": "deploy/Containerfile"}
        assert (DEPLOY / each["build"]["context"] / each["build"]["dockerfile"]).is_file()


@pytest.mark.parametrize("name", sorted(OURS))
def test_every_command_is_one_that_exists(name: str) -> None:
    command = SERVICES[name]["command"]
    match SERVICES[name].get("entrypoint", ["nightcrew"]):
        case ["nightcrew"]:
            assert_verb(command)
        case ["python"]:
            assert command[0] == "-m"
            assert importlib.util.find_spec(f"{command[1]}.__main__") is not None
        case [script]:
            assert script in entry_points(group="console_scripts").names


@pytest.mark.parametrize("command", [["serv"], ["serve", "--hots", "x"], ["db", "upgrad"]])
def test_a_command_that_does_not_exist_is_found(command: list[str]) -> None:
    with pytest.raises(Exception, match="|".join([command[-1], "--hots"])):
        assert_verb(command)


def test_the_image_starts_with_a_verb_of_ours() -> None:
    [start] = re.findall(r"^ENTRYPOINT \[(.+)\]$", CONTAINERFILE, re.MULTILINE)
    [arguments] = re.findall(r"^CMD \[(.+)\]$", CONTAINERFILE, re.MULTILINE)

    assert start == '"nightcrew"'
    assert_verb([each.strip().strip('"') for each in arguments.split(",")])


def assert_verb(command: list[str]) -> None:
    """Walk to the verb and read its options as the command line would."""
    verb: Any = typer.main.get_command(app)
    rest = list(command)
    while hasattr(verb, "commands"):
        assert rest[0] in verb.commands, command
        verb = verb.commands[rest.pop(0)]
    verb.make_context(command[0], rest)


@pytest.mark.parametrize("file", ["compose.yaml", "Containerfile", "README.md", "prefect.yaml"])
def test_every_setting_that_is_named_sets_something(file: str) -> None:
    named = set(VARIABLE.findall((DEPLOY / file).read_text(encoding="utf-8")))

    assert named <= known_names(), named - known_names()


def test_the_settings_that_others_need_are_handed_on() -> None:
    shared = {name for name in SERVICES["api"]["environment"] if name.startswith(PREFIX)}

    assert f"{PREFIX}DATABASE_URL" in shared
    for name in ("worker", "upgrade"):
        assert shared <= set(SERVICES[name]["environment"]), name


def test_everything_that_runs_on_says_whether_it_is_well() -> None:
    for name, each in RUN_ON.items():
        # The worker has no door; the flows' ages in /readyz and doctor tell of it.
        assert ("healthcheck" in each) is (name != "worker"), name
        if "healthcheck" in each:
            assert each["healthcheck"]["test"][0] == "CMD"


def test_nothing_starts_before_what_it_needs() -> None:
    for name, each in SERVICES.items():
        for needed, how in each.get("depends_on", {}).items():
            assert needed in SERVICES, name
            if how["condition"] == "service_healthy":
                assert "healthcheck" in SERVICES[needed]
            else:
                assert how["condition"] == "service_completed_successfully"
                assert SERVICES[needed]["restart"] == "no"


def test_volumes_are_declared_and_folders_exist() -> None:
    mounted = {place for each in SERVICES.values() for place in each.get("volumes", [])}
    for place in mounted:
        source = place.split(":", 1)[0]
        if source.startswith("."):
            assert (DEPLOY / source).is_dir()
        else:
            assert source in COMPOSE["volumes"]
    assert set(COMPOSE["volumes"]) == {
        place.split(":", 1)[0] for place in mounted if not place.startswith(".")
    }


def test_the_state_lies_where_the_image_says() -> None:
    [data] = re.findall(rf"{PREFIX}DATA=(\S+)", CONTAINERFILE)

    for name in ("api", "worker", "upgrade"):
        assert f"state:{data}" in SERVICES[name]["volumes"]
    assert f"VOLUME {data}" in CONTAINERFILE


def test_the_image_lets_its_user_write_where_a_volume_of_its_own_is_mounted() -> None:
    [owned] = re.findall(r"chown nightcrew (.+)$", CONTAINERFILE, re.MULTILINE)
    mounted = {
        place.split(":")[1]
        for each in OURS.values()
        for place in each.get("volumes", [])
        if not place.startswith(".")
    }

    assert mounted <= set(owned.split())


def test_crews_that_are_mounted_lie_where_the_image_looks_for_them() -> None:
    looked_for = dict(re.findall(rf"{PREFIX}(CREWS|PLAYBOOKS)=(\S+)", CONTAINERFILE))

    for name in ("api", "worker"):
        assert f"../crews:{looked_for['CREWS']}" in SERVICES[name]["volumes"]
        assert f"../playbooks:{looked_for['PLAYBOOKS']}" in SERVICES[name]["volumes"]


def test_a_database_that_is_still_being_made_does_not_count_as_there() -> None:
    assert "--host" in SERVICES["postgres"]["healthcheck"]["test"]


def test_no_log_grows_for_ever() -> None:
    for name, each in SERVICES.items():
        assert "max-size" in each["logging"]["options"], name


def test_the_port_is_open_to_this_machine_only() -> None:
    assert SERVICES["api"]["ports"] == [f"127.0.0.1:{DEFAULT_PORT}:{DEFAULT_PORT}"]
    assert [name for name, each in SERVICES.items() if "ports" in each] == ["api"]


def test_what_runs_may_do_little() -> None:
    assert re.findall(r"^USER (\S+)$", CONTAINERFILE, re.MULTILINE) == ["nightcrew"]
    for each in OURS.values():
        assert each["read_only"] is True
        assert each["cap_drop"] == ["ALL"]


def test_no_secret_and_no_registry_is_named() -> None:
    for file in [*DEPLOY.rglob("*"), ROOT / ".dockerignore"]:
        if not file.is_file() or "__pycache__" in file.parts:
            continue
        for image in IMAGE.findall(file.read_text(encoding="utf-8")):
            first, *rest = image.split("/")
            assert not rest or not re.search(r"[.:]|^localhost$", first), (file, image)
    for name, text in _settings():
        if "PASSWORD" in name or "KEY" in name:
            assert text.startswith("${"), name


def _settings() -> Iterator[tuple[str, str]]:
    for each in SERVICES.values():
        yield from each.get("environment", {}).items()


def test_what_is_copied_into_the_image_is_there_and_no_secret_is() -> None:
    copied = [
        source
        for line in re.findall(r"^COPY (?!--from)(.+)$", CONTAINERFILE, re.MULTILINE)
        for source in line.split()[:-1]
    ]
    ignored = (ROOT / ".dockerignore").read_text(encoding="utf-8").split()

    assert copied
    assert all((ROOT / source).exists() for source in copied)
    assert {"**/.env", ".git", ".nightcrew"} <= set(ignored)
    assert not {Path(source).parts[0] for source in copied} & set(ignored)
