"""The names under which the page can be reached."""

from __future__ import annotations

import ipaddress

from simulate.explore.addresses import names_of


def test_the_usual_address_has_the_names_of_this_machine() -> None:
    assert names_of("127.0.0.1") == ["127.0.0.1", "localhost"]


def test_an_address_of_a_network_keeps_its_name() -> None:
    assert names_of("192.168.1.7") == ["192.168.1.7"]
    assert names_of("fe80::1") == ["[fe80::1]"]


def test_the_address_for_all_is_printed_as_one_that_others_can_open() -> None:
    for host in ("0.0.0.0", "::"):
        names = names_of(host)
        assert "127.0.0.1" in names
        for name in names:
            if name != "localhost":
                assert not ipaddress.ip_address(name.strip("[]")).is_unspecified
