"""What the Rust tests read says what Python says."""

from __future__ import annotations

from kernel_fixture import FIXTURE, text


def test_the_fixture_is_current() -> None:
    assert FIXTURE.read_text("utf-8") == text(), "run python tests/kernel_fixture.py"
