"""Which addresses lie in the public internet; everything else is somebody's inside.

Python's own `is_global` lets through NAT64, 6to4, multicast and more, so the list is ours.
"""

from __future__ import annotations

import socket
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network

_IPV4_INSIDE = tuple(
    ip_network(text)
    for text in (
        "0.0.0.0/8",
        "10.0.0.0/8",
        "100.64.0.0/10",
        "127.0.0.0/8",
        "169.254.0.0/16",
        "172.16.0.0/12",
        "192.0.0.0/24",
        "192.0.2.0/24",
        "192.88.99.0/24",
        "192.168.0.0/16",
        "198.18.0.0/15",
        "198.51.100.0/24",
        "203.0.113.0/24",
        "224.0.0.0/3",  # multicast, reserved and broadcast
    )
)
_IPV6_GIVEN_OUT = ip_network("2000::/3")
_IPV6_INSIDE = tuple(
    ip_network(text)
    for text in (
        "2001::/23",  # Teredo, ORCHID and other protocols
        "2001:db8::/32",
        "2002::/16",  # 6to4 carries any IPv4 address
        "3fff::/20",
    )
)


def is_public(address: str) -> bool:
    """Whether an address, as a resolver gave it, may be called from inside."""
    try:
        found = ip_address(address)
    except ValueError:
        return False
    if isinstance(found, IPv6Address) and found.ipv4_mapped is not None:
        found = found.ipv4_mapped
    if isinstance(found, IPv4Address):
        return not any(found in inside for inside in _IPV4_INSIDE)
    return (
        found.scope_id is None
        and found in _IPV6_GIVEN_OUT
        and not any(found in inside for inside in _IPV6_INSIDE)
    )


def is_written_inside(host: str) -> bool:
    """Whether a host needs no look-up to be known as inside: `localhost`, or an address as written.

    Odd spellings too, such as 127.1, 2130706433 or 0x7f000001, which resolvers read as addresses.
    """
    name = host.strip("[]").rstrip(".").lower()
    if name == "localhost" or name.endswith(".localhost"):
        return True
    try:
        address = name if ":" in name else socket.inet_ntoa(socket.inet_aton(name))
    except OSError:
        return False
    return not is_public(address)
