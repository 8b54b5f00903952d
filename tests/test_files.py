"""``tingpai score-file``: the same file however often it was broken off, and a word on everything that is wrong."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import tingpai as tp
from terminal import on_terminal
from tingpai import arrow
from tingpai.cli import main
from tingpai.files import PARTS, score_file

HONGKONG = tp.rules("hongkong")
HANDS = ["[777z][333m] 555p 88s 22m +8s", "123m 456p 789s 55z 66z +5z", "12x", None, "123m 456p 78s 555z 66z +9p"]
SITUATION = ("--by", "self_draw")
# Broken off by the system at a certain moment: before or after a file takes its place.
BROKEN = """
import os, signal, sys
import tingpai as tp
from tingpai.files import score_file
left, late = int(sys.argv[3]), sys.argv[4] == "late"
replace = os.replace
def broken(*paths):
    global left
    left -= 1
    if late:
        replace(*paths)
    if left < 0:
        os.kill(os.getpid(), signal.SIGKILL)
    if not late:
        replace(*paths)
os.replace = broken
score_file(sys.argv[1], sys.argv[2], tp.rules("hongkong"), rows=64, by="self_draw")
"""


@pytest.fixture
def source(tmp_path: Path) -> Path:
    path = tmp_path / "hands.parquet"
    table = pa.table({"id": range(200), "hand": HANDS * 40, "seat": ["E", "S", None, "W"] * 50})
    pq.write_table(table, path, row_group_size=70)
    return path


def ask(source: Path, target: Path, **asked: Any) -> Any:
    return score_file(source, target, HONGKONG, **{"rows": 64, "by": "self_draw", **asked})


def codes(caught: pytest.ExceptionInfo[tp.IllegalHandError]) -> list[str]:
    return [fault.code for fault in caught.value.faults]


def test_a_file_holds_what_the_table_gives(source: Path) -> None:
    target = source.with_name("scores.parquet")
    begun: list[int | None] = []
    done: list[int] = []
    outcome = ask(source, target, arrangement=True, jobs=2, begin=begun.append, report=done.append)
    expected = pa.table(arrow.score(pq.read_table(source), HONGKONG, keep=True, arrangement=True, by="self_draw"))
    assert pq.read_table(target).to_pylist() == expected.to_pylist()
    assert (begun, sum(done)) == ([200], 200)
    assert (outcome.rows, outcome.bad, outcome.found) == (200, 80, 0)
    assert outcome.wins == sum(expected["wins"].to_pylist().count(True) for _ in "1") > 0
    assert sorted(path.name for path in source.parent.iterdir()) == ["hands.parquet", "scores.parquet"]


@pytest.mark.parametrize("late", ["early", "late"])
def test_a_killed_run_goes_on_and_ends_in_the_same_bytes(source: Path, late: str) -> None:
    whole, target = source.with_name("whole.parquet"), source.with_name("scores.parquet")
    ask(source, whole)
    kills = found = 0
    for moment in range(20):
        run = subprocess.run([sys.executable, "-c", BROKEN, source, target, str(moment), late], timeout=60)
        if run.returncode == 0:
            break
        assert run.returncode == -signal.SIGKILL
        kills += 1
        finished = target.exists()
        assert not finished or target.read_bytes() == whole.read_bytes()
        outcome = ask(source, target)
        found += outcome.found
        assert target.read_bytes() == whole.read_bytes()
        assert not Path(f"{target}{PARTS}").exists()
        target.unlink()
    assert kills >= 7  # the record, four parts, the whole, the target
    assert found > 200


def test_a_part_that_is_not_whole_is_made_again(source: Path) -> None:
    whole, target = source.with_name("whole.parquet"), source.with_name("scores.parquet")
    ask(source, whole)
    subprocess.run([sys.executable, "-c", BROKEN, source, target, "4", "late"], timeout=60)
    parts = sorted(Path(f"{target}{PARTS}").glob("*.arrow"))
    assert len(parts) == 4
    parts[0].write_bytes(parts[0].read_bytes()[:100])
    parts[1].write_bytes(b"")
    outcome = ask(source, target)
    assert 0 < outcome.found <= 200 - 64
    assert target.read_bytes() == whole.read_bytes()


def test_what_has_changed_is_not_gone_on_with(source: Path) -> None:
    target = source.with_name("scores.parquet")
    subprocess.run([sys.executable, "-c", BROKEN, source, target, "3", "late"], timeout=60)
    kept = sorted(Path(f"{target}{PARTS}").iterdir())
    others: list[tuple[dict[str, Any], str]] = [
        ({"by": "discard", "discarder": "N"}, "another by, discarder;"),
        ({"lines": False}, "another lines;"),
        ({"rows": 32}, "another number of rows at once;"),
        ({"keep": ["id"]}, "another keep;"),
    ]
    for other, told in others:
        with pytest.raises(tp.IllegalHandError, match=f"{told} --restart") as caught:
            ask(source, target, **other)
        assert codes(caught) == ["cannot_resume"]
    before = source.read_bytes()
    pq.write_table(pq.read_table(source).slice(1), source)
    with pytest.raises(tp.IllegalHandError, match="another source"):
        ask(source, target)
    assert sorted(Path(f"{target}{PARTS}").iterdir()) == kept
    assert ask(source, target, restart=True).rows == 199
    source.write_bytes(before)
    with pytest.raises(tp.IllegalHandError) as caught:
        ask(source, target)
    assert codes(caught) == ["file_exists"]
    assert pq.read_metadata(target).num_rows == 199
    assert ask(source, target, restart=True).rows == 200


def test_what_stands_in_the_way_is_told(source: Path) -> None:
    target = source.with_name("scores.parquet")
    in_the_way = Path(f"{target}{PARTS}")
    in_the_way.write_text("a letter")
    for restart in (False, True):
        with pytest.raises(tp.IllegalHandError, match="no folder") as caught:
            ask(source, target, restart=restart)
        assert codes(caught) == ["bad_file"]
    assert in_the_way.read_text() == "a letter"
    in_the_way.unlink()
    in_the_way.mkdir()
    (in_the_way / "asked.json").write_text("[1]")
    with pytest.raises(tp.IllegalHandError, match="another source") as caught:
        ask(source, target)
    assert codes(caught) == ["cannot_resume"]
    settings: dict[str, Any] = {"jobs": 0, "rows": 2.5, "restart": 1}
    for name, wrong in settings.items():
        with pytest.raises(tp.IllegalHandError, match=f"^{name}: "):
            ask(source, target, **{name: wrong})
    with pytest.raises(tp.IllegalHandError, match=r"^source: .*; target: "):
        score_file(5, None, HONGKONG)  # type: ignore[arg-type]


def test_two_runs_do_not_work_at_once(source: Path) -> None:
    target = source.with_name("scores.parquet")

    def meanwhile(_: int) -> None:
        for restart in (False, True):
            with pytest.raises(tp.IllegalHandError, match="another run"):
                ask(source, target, restart=restart)

    assert ask(source, target, report=meanwhile).rows == 200


def test_arrow_and_csv_files_are_read_too(source: Path) -> None:
    table = pa.table(
        {"hand": HANDS, "seat": ["E", "S", None, "X", "W"], "last_tile": ["true", "false", "", "maybe", ""]}
    )
    as_csv = source.with_name("hands.csv")
    lines = [",".join(map(str, row.values())) for row in table.to_pylist()]
    as_csv.write_text("\n".join(["hand,seat,last_tile", *lines]).replace("None", ""), "utf-8")
    flags = pa.array([True, False, None, None, None])
    as_arrow = source.with_name("hands.arrow")
    with pa.ipc.new_file(as_arrow, table.schema.set(2, pa.field("last_tile", pa.bool_()))) as writer:
        writer.write_table(table.set_column(2, "last_tile", flags))
    found = {}
    for path in (as_csv, as_arrow):
        target = path.with_suffix(".parquet")
        if target.exists():
            target.unlink()
        assert ask(path, target, keep=[], restart=True).rows == 5
        found[path] = pq.read_table(target).to_pylist()
    told = [row["error"] and row["error"]["code"] for row in found[as_csv]]
    assert told == [None, None, "missing_suit", "not_text", None]
    assert found[as_csv][:3] == found[as_arrow][:3]


def test_everything_wrong_is_told_at_once(source: Path, capsys: pytest.CaptureFixture[str]) -> None:
    wrong = ["score-file", str(source), "/nowhere/scores.txt", "--rules", "hongkong", "--column", "hand=tiles"]
    assert main([*wrong, "--by", "magic", "--keep", "x", "--seat", "E", "--dora", "1m"]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.count("\n") == 1
    for said in (
        ".parquet is expected",
        "no such folder",
        "'tiles'",
        "by: ",
        "keep: ",
        "seat: given as a column",
        "--column seat=",
        "dora",
    ):
        assert said in err, said
    assert main([*wrong, "--lang", "zh"]) == 2
    assert "檔案不能讀寫" in capsys.readouterr().err


@pytest.mark.parametrize(
    "name", ["missing.parquet", "bad.parquet", "bad.arrow", "bad.csv", "hands.xls", "folder.parquet"]
)
def test_a_file_that_cannot_be_read_is_refused(source: Path, name: str) -> None:
    path = source.with_name(name)
    if name.startswith("folder"):
        path.mkdir()
    if name.startswith("bad"):
        path.write_bytes(b"" if name.endswith("csv") else b"no such thing")
    with pytest.raises(tp.IllegalHandError) as caught:
        ask(path, source.with_name("scores.parquet"))
    assert codes(caught) == ["bad_file"]
    assert not source.with_name("scores.parquet.parts").exists()


def damaged(folder: Path, kind: str) -> Path:
    """A file that opens well and turns bad further on."""
    path = folder / f"damaged.{kind}"
    if kind == "csv":
        path.write_bytes(b"hand,note\n" + b"12m,good\n" * 200_000 + b"12m,\xff\n")
        return path
    table = pa.table({"hand": [f"{number}" for number in range(200_000)]})
    pq.write_table(table, path, compression="snappy", use_dictionary=False)
    data = bytearray(path.read_bytes())
    half = len(data) // 2
    data[half : half + 400] = b"\xff" * 400
    path.write_bytes(data)
    return path


@pytest.mark.parametrize("kind", ["csv", "parquet"])
def test_a_file_that_turns_bad_further_on_is_refused_and_nothing_stays(tmp_path: Path, kind: str) -> None:
    target = tmp_path / "scores.parquet"
    with pytest.raises(tp.IllegalHandError) as caught:
        ask(damaged(tmp_path, kind), target)
    assert codes(caught) == ["bad_file"]
    assert [path.name for path in tmp_path.iterdir()] == [f"damaged.{kind}"]


def test_a_source_is_never_written_over(source: Path) -> None:
    before = source.read_bytes()
    for restart in (False, True):
        with pytest.raises(tp.IllegalHandError, match="the source itself") as caught:
            ask(source, source, restart=restart)
        assert codes(caught) == ["bad_file"]
    assert source.read_bytes() == before


def test_the_command_counts_and_shows_how_far_it_is(source: Path, capsys: pytest.CaptureFixture[str]) -> None:
    target = source.with_name("scores.parquet")
    command = ["score-file", str(source), str(target), "--rules", "hongkong", *SITUATION]
    assert main([*command, "--json", "--keep", "id", "--no-payments"]) == 0
    assert json.loads(capsys.readouterr().out) == {"rows": 200, "wins": 80, "bad": 80, "found": 0}
    assert pq.read_schema(target).names == ["id", "total", "wins", "reason", "lines", "error"]
    assert main(command) == 2
    assert "--restart" in capsys.readouterr().err
    assert main([*command, "--restart", "--lang", "zh"]) == 0
    assert capsys.readouterr().out == "手牌:200,糊:80,有誤:80\n"
    assert "200/200 (100%)" in on_terminal(*command, "--restart", "--jobs", "2", without="tqdm")
