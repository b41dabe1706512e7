"""Files that are wrong as a whole, and what is told of each."""

from __future__ import annotations

from dataclasses import dataclass

CREW = "crews/tea-bora.yaml"
HOUSE = "crews/house.yaml"
PLAYBOOK = "playbooks/tea-bora.md"


def too_deep() -> str:
    return "x: {deep: " + "[" * 30 + "]" * 30 + "}\n"


@dataclass(frozen=True)
class WholeFile:
    """A file that is wrong as a whole."""

    id: str
    file: str
    content: bytes
    names: tuple[str, ...]


WHOLE = [
    WholeFile("not_utf8", CREW, b"name: \xff\xfe\n", ("UTF-8", "save it again")),
    WholeFile("empty_file", CREW, b"\n", ("empty", "schema:")),
    WholeFile("too_large", CREW, b"# " + b"a" * 300_000, ("256 KB", "playbook")),
    WholeFile("too_deep", CREW, too_deep().encode(), ("20 levels", "flatten")),
    WholeFile("bad_key", CREW, b"? [one, two]\n: three\n", ("plain text", "quotes")),
    WholeFile("no_instruction", PLAYBOOK,
              b"---\nschema: playbook/v1\ncrew: tea-bora\n---\n## Aim\n",
              ("no instruction", "under a heading")),
    WholeFile("wrong_extension", "crews/tea-nari.yml", b"schema: crew/v1\n",
              (".yaml", "tea-nari.yaml")),
    WholeFile("wrong_extension", "crews/tea-nari.yaml.txt", b"schema: crew/v1\n",
              ("ends in .yaml", "`tea-nari.yaml`")),
    WholeFile("wrong_extension", "playbooks/tea-nari.MD", b"---\n",
              ("ends in .md", "`tea-nari.md`")),
    WholeFile("bad_file_name", "crews/Tea_Nari.yaml", b"schema: crew/v1\n",
              ("Tea_Nari", "did you mean tea-nari")),
    WholeFile("unused_playbook", "playbooks/tea-old.md",
              b"---\nschema: playbook/v1\ncrew: tea-bora\n---\n## Aim\n- One. {#one}\n",
              ("no crew uses", "`playbook: tea-old`", "crews/tea-bora.yaml")),
    WholeFile("unused_category", "crews/categories/coffee.yaml",
              b"schema: category/v1\nid: coffee\n", ("no crew", "category: coffee")),
    WholeFile("unused_skill", "playbooks/skills/brew/SKILL.md",
              b"---\nname: brew\ndescription: Use when they brew.\n---\n1. Wait.\n",
              ("no crew has", "brew", "skills:")),
    WholeFile("unused_collection", "playbooks/knowledge/leaves.md", b"# leaves\n",
              ("no crew looks into", "leaves", "knowledge.collections")),
]  # fmt: skip
