"""No address that others wrote leads inside: tables, tricks and servers that misbehave."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from nightcrew.adapters.checked_connections import AllowedHosts, system_resolver
from nightcrew.adapters.guarded_http import GuardedHttp
from nightcrew.adapters.public_addresses import is_public
from nightcrew.domain.errors import Refused
from tests.outgoing_calls import Recorder, code_of, resolves_to
from tests.stubs.local_server import LocalServer, send

BLOCKED = """
127.0.0.1 0.0.0.0 10.1.2.3 172.16.0.1 192.168.0.1 169.254.169.254 100.64.0.1 100.100.100.200
192.0.0.8 192.88.99.1 198.18.0.1 224.0.0.1 240.0.0.1 255.255.255.255 ::1 :: ::ffff:127.0.0.1
::ffff:169.254.169.254 64:ff9b::7f00:1 64:ff9b::a9fe:a9fe 64:ff9b:1::1 2002:7f00:1::
2002:a9fe:a9fe:: fd00:ec2::254 fe80::1 ff02::1 2001::1 ::127.0.0.1 2001:db8::1 fec0::1 5f00::1
"""
INSIDE = BLOCKED.split()
OUTSIDE = ["8.8.8.8", "1.1.1.1", "2606:4700:4700::1111", "93.184.216.34", "100.63.255.255"]


async def numbers_only(host: str, port: int) -> Sequence[str]:
    """This machine's resolver for whatever is a number or this machine; it knows no shop."""
    if "example" in host:
        raise OSError("no such name")
    return await system_resolver(host, port)


def test_the_table_of_addresses_is_whole() -> None:
    assert (len(INSIDE), len(OUTSIDE)) == (31, 5)


@pytest.mark.parametrize("address", INSIDE)
async def test_an_inside_address_is_never_called(address: str, network: Recorder) -> None:
    http = GuardedHttp(resolver=resolves_to([address]), connect=network)

    assert not is_public(address)
    assert await code_of(http, "https://shop.example/") == "address_not_allowed"
    assert network.called == []


@pytest.mark.parametrize("address", OUTSIDE)
async def test_a_public_address_is_called_by_its_name(address: str, network: Recorder) -> None:
    http = GuardedHttp(resolver=resolves_to([address]), connect=network)

    fetched = await http.get("https://shop.example/list", params={"q": "아반떼"})

    assert (fetched.status, fetched.body) == (200, b"ok")
    assert network.called == [(address, 443)]
    assert network.names == ["shop.example"]
    assert b"Host: shop.example\r\n" in network.sent


@pytest.mark.parametrize(
    "url",
    [
        "https://127.1/",
        "https://2130706433/",
        "https://0x7f000001/",
        "https://0177.0.0.1/",
        "https://0/",
        "https://localhost/",
        "https://LOCALHOST./",
        "https://[::1]/",
        "https://[::ffff:127.0.0.1]/",
        "https://[::ffff:7f00:1]/",
        "https://127.0.0.1#@shop.example/",
        "https://127.0.0.1\\@shop.example/",
        "https://shop.example\\@127.0.0.1/",
        "https://shop.example@127.0.0.1/",
        "https://user:word@shop.example/",
        "https://①②⑦.⓪.⓪.①/",
        "https://127。0。0。1/",
        "https://127.0.0.1%2f@shop.example/",
        "https://shop.example:22/",
        "https://shop.example:80/",
        "http://shop.example/",
        "http://169.254.169.254/latest/meta-data/",
        "ftp://shop.example/",
        "file:///etc/passwd",
        "gopher://127.0.0.1:6379/_x",
        "//shop.example/",
        "shop.example",
        "https://",
        "https:///path",
        "https://shop.example/\r\nX-Evil: 1",
        "https://shop.example:99999/",
        "https://" + "a" * 3000,
        "",
    ],
)
async def test_a_trick_in_an_address_reaches_nothing_inside(url: str, network: Recorder) -> None:
    http = GuardedHttp(resolver=numbers_only, connect=network)

    assert await code_of(http, url, seconds=1) in {"bad_url", "address_not_allowed", "unreachable"}
    assert network.called == []


@pytest.mark.parametrize(
    "host",
    ["127.0.0.1", "127.1", "2130706433", "0x7f000001", "[::1]", "[64:ff9b::7f00:1]",
     "localhost", "shop.localhost", "169.254.169.254", "10.0.0.1"],
)  # fmt: skip
def test_an_address_that_is_written_as_one_inside_may_not_even_be_written_down(host: str) -> None:
    with pytest.raises(Refused) as refused:
        GuardedHttp().check(f"https://{host}/hook")

    assert refused.value.code == "address_not_allowed"


def test_a_public_address_or_a_name_may_be_written_down() -> None:
    for host in (
        "8.8.8.8",
        "[2606:4700:4700::1111]",
        "shop.example",
        "localhost.example",
        "127.shop",
    ):
        GuardedHttp().check(f"https://{host}/hook")


async def test_one_inside_address_among_public_ones_spoils_the_name(network: Recorder) -> None:
    http = GuardedHttp(resolver=resolves_to(["8.8.8.8", "10.0.0.1", "1.1.1.1"]), connect=network)

    assert await code_of(http, "https://shop.example/") == "address_not_allowed"
    assert network.called == []


async def test_a_name_that_turns_inside_between_two_calls_is_caught(network: Recorder) -> None:
    http = GuardedHttp(resolver=resolves_to(["8.8.8.8"], ["127.0.0.1"]), connect=network)

    await http.get("https://shop.example/", headers={"Connection": "close"})

    assert await code_of(http, "https://shop.example/") == "address_not_allowed"
    assert network.called == [("8.8.8.8", 443)]


async def test_the_checked_address_is_the_called_one(network: Recorder) -> None:
    http = GuardedHttp(resolver=resolves_to(["8.8.8.8"], ["127.0.0.1"]), connect=network)

    await http.get("https://shop.example/")

    assert network.called == [("8.8.8.8", 443)]


async def test_a_name_without_an_address_is_unreachable(network: Recorder) -> None:
    http = GuardedHttp(resolver=resolves_to([]), connect=network)

    assert await code_of(http, "https://shop.example/") == "unreachable"


@pytest.mark.parametrize(
    ("listed", "host", "port", "allowed"),
    [
        ("", "127.0.0.1", 80, False),
        ("127.0.0.1", "127.0.0.1", 8080, True),
        ("127.0.0.1", "127.0.0.2", 8080, False),
        ("127.0.0.1", "localhost", 8080, False),
        ("127.0.0.1:8080", "127.0.0.1", 8080, True),
        ("127.0.0.1:8080", "127.0.0.1", 8081, False),
        (" Search.Internal , ::1", "search.internal", 1, True),
        (" Search.Internal , ::1", "::1", 1, True),
        ("[::1]:8080", "::1", 8080, True),
        ("[::1]:8080", "::1", 8081, False),
        ("internal", "search.internal", 80, False),
    ],
)
def test_an_operator_lists_hosts_one_by_one(
    listed: str, host: str, port: int, allowed: bool
) -> None:
    assert AllowedHosts.of(listed).allow(host, port) is allowed


async def test_a_listed_private_host_is_called_over_plain_http(local: GuardedHttp) -> None:
    with LocalServer(lambda request: send(request, b'{"a":1}')) as server:
        fetched = await local.get(f"{server.url}/x", params={"q": "제주 맛집"})

    assert (fetched.status, fetched.body, fetched.complete) == (200, b'{"a":1}', True)
    assert fetched.headers["content-type"] == "application/json"
    assert server.paths == ["/x?q=%EC%A0%9C%EC%A3%BC+%EB%A7%9B%EC%A7%91"]


async def test_an_unlisted_local_server_gets_no_byte(network: Recorder) -> None:
    http = GuardedHttp()
    with LocalServer(lambda request: send(request, b"secret")) as server:
        for url in (server.url, f"https://127.0.0.1:{server.port}/", "https://127.0.0.1/"):
            assert await code_of(http, url) == "address_not_allowed"

    assert server.paths == []
