"""The names under which a server on an address of this machine can be reached."""

from __future__ import annotations

import socket
from contextlib import suppress

#: The address of this machine that only its own programs can reach.
THIS_MACHINE = "127.0.0.1"
#: The addresses that stand for all addresses of this machine, with an address outside of all local
#: networks that is reserved for documentation (RFC 5737 and RFC 3849).
_ALL = {"0.0.0.0": "192.0.2.1", "::": "2001:db8::1"}


def family_of(host: str) -> socket.AddressFamily:
    """Return the family of an address: that of IPv6 if it has a colon."""
    return socket.AF_INET6 if ":" in host else socket.AF_INET


def names_of(host: str) -> list[str]:
    """Return the names of a server that listens on an address, the one to print first.

    An address that stands for all addresses of this machine is replaced by the one with which the
    machine is known in its network.
    """
    if host == THIS_MACHINE:
        return [THIS_MACHINE, "localhost"]
    if host not in _ALL:
        return [_bracketed(host)]
    names = []
    with suppress(OSError), socket.socket(family_of(host), socket.SOCK_DGRAM) as sender:
        # Connecting chooses the address of this machine; nothing is sent.
        sender.connect((_ALL[host], 9))
        names.append(_bracketed(sender.getsockname()[0]))
    return [*names, THIS_MACHINE, "localhost"]


def _bracketed(host: str) -> str:
    """Return an address as it is written in a URL: in brackets if it has a colon."""
    return f"[{host}]" if ":" in host else host
