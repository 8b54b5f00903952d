"""``--lang zh`` answers in Chinese: reasons, accounts, events and acts have their words, and logs are told in them."""

from __future__ import annotations

import inspect
import json
import re
import string
from collections.abc import Iterator
from pathlib import Path

import pytest

import tingpai as tp
from conftest import ROOT
from scripts import GOLDEN
from tingpai.cli import game_words, main, money_words, narrate
from tingpai.cli.arguments import COMMANDS
from tingpai.cli.words import Words
from tingpai.game import action
from tingpai.game.event import FIELDS
from tingpai.payout.facts import HOUSE
from tingpai.payout.refusals import tariff_of
from tingpai.ruleset.data import plain

LATIN = re.compile(r"[A-Za-z_]{2,}")
IN_LOGS = {"greedy", "random", "Ann", "Ben", "Cho", "Dee", *tp.variant_ids()}
"""Names of players and of rules, which have no language."""


def test_every_reason_of_a_payment_has_a_chinese_word() -> None:
    """The reasons that stand in the source, as the texts of a posting's fourth argument."""
    files = [*(ROOT / "python/tingpai/payout").glob("*.py"), *(ROOT / "python/tingpai/ledger").glob("*.py")]
    files.append(ROOT / "python/tingpai/scorekeeper/wins.py")
    found = set()
    for path in files:
        code = re.sub(r'""".*?"""', "", path.read_text("utf-8"), flags=re.DOTALL)
        for call in re.findall(r"(?:Posting|_from_each|_to_each)\((.*)\)", code):
            found |= set(re.findall(r'"([a-z][a-z\' -]{2,})"', call))
    found -= {*HOUSE, "plain", "credit", "cash", "a chase", "riichi"}
    assert len(found) > 20
    assert found | {"pot", "rake"} <= set(money_words.REASONS_ZH)
    assert set(money_words.ACCOUNTS) == set(HOUSE)


def test_every_fine_is_told_by_its_name() -> None:
    words = Words("zh")
    slips = [slip for id in tp.variant_ids() for slip in tariff_of(tp.rules(id)).slips]
    assert len(slips) > 10
    for slip in slips:
        assert words.reason(slip.en[0].lower() + slip.en[1:], slips) == slip.zh
        phrase = game_words.GAME_PHRASES.get(f"slip_{slip.id}")
        assert phrase in (None, (slip.en[0].lower() + slip.en[1:], slip.zh))


def test_every_event_act_and_death_has_its_phrase() -> None:
    phrases = set(game_words.GAME_PHRASES)
    assert {f"event_{name}" for name in set(FIELDS) - narrate.SILENT} <= phrases
    assert {f"step_{name}" for name in narrate.SILENT} <= phrases
    kinds = set(re.findall(r"``([a-z_]+)[ `]", inspect.getdoc(action) or "")) - {"riichi_open"}
    assert len(kinds) > 20
    assert {f"act_{kind}" for kind in kinds} <= phrases
    assert {f"slip_{id}" for id in action.SLIPS} <= phrases
    game = "".join(path.read_text("utf-8") for path in (ROOT / "python/tingpai/game").glob("*.py"))
    reasons = set(re.findall(r'\("dead", [^"]*"(\w+)"', game))
    assert len(reasons) > 3
    assert {f"dead_{reason}" for reason in reasons} <= phrases


def test_both_languages_of_a_game_say_the_same_things() -> None:
    def named(text: str) -> list[str]:
        return sorted(name for _, name, _, _ in string.Formatter().parse(text) if name)

    assert len(game_words.GAME_PHRASES) > 100
    assert {key for key, (en, zh) in game_words.GAME_PHRASES.items() if named(en) != named(zh)} == set()


@pytest.mark.parametrize("command", [None, *COMMANDS])
def test_help_is_told_in_chinese(command: str | None, capsys: pytest.CaptureFixture[str]) -> None:
    named = [] if command is None else [command]
    assert main([*named, "--help", "--lang", "zh"]) == 0
    usage, _, told = capsys.readouterr().out.partition("\n\n")
    assert usage.startswith("用法:tingpai")
    assert "選項:" in told
    assert re.findall("[A-Za-z]?[a-z]{2,} [a-z]{2,}", told) == []
    assert main([*named, "--help"]) == 0
    assert capsys.readouterr().out.isascii()


def logs() -> Iterator[tuple[str, str]]:
    """The golden logs, under today's digests."""
    for path in sorted(GOLDEN.glob("*.jsonl")):
        first, rest = path.read_text("utf-8").split("\n", 1)
        header = json.loads(first)
        rules = tp.rules(header["rules"], **header["options"])
        header |= {"digest": rules.digest, "options": plain(rules.chosen)}
        yield path.stem, json.dumps(header) + "\n" + rest


def test_logs_are_told_without_english(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    told = 0
    for name, text in logs():
        log = tmp_path / "log"
        log.write_text(text, "utf-8")
        assert main(["replay", str(log), "--all", "--lang", "zh"]) == 0, name
        shown = capsys.readouterr().out
        told += shown.count("\n")
        assert (name, set(LATIN.findall(shown)) - IN_LOGS) == (name, set())
    assert told > 3000
