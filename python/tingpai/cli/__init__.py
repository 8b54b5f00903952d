"""The ``tingpai`` command: what it prints is in CONTRACT 3 of the project.

Exit status: 0 an answer was printed (also for a hand that does not win), 2 bad input with one line on standard error,
130 an interrupt broke it off (``simulate`` has told by then what was played).  Everything a subcommand does not need
stays unimported, so that the first answer comes at once.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from contextlib import suppress
from io import StringIO

BAD_INPUT = 2
INTERNAL_ERROR = 1
INTERRUPTED = 130


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command line and return its exit status.

    >>> main(["distance", "hongkong", "123m 456m 789p 55s 22z"])
    0: ready
    0
    """
    try:
        return _run(list(sys.argv[1:] if argv is None else argv))
    except BrokenPipeError:
        # The reader has left. Python flushes standard output once more at exit: let that go nowhere.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except KeyboardInterrupt:
        return INTERRUPTED


def _run(argv: list[str]) -> int:
    from ..errors import TingpaiError
    from .arguments import BadCommand, parse

    closed = sys.stdout is None
    if closed:
        sys.stdout = StringIO()
    elif hasattr(sys.stdout, "reconfigure"):  # a terminal that lacks a character gets its number, not a traceback
        sys.stdout.reconfigure(errors="backslashreplace")
    try:
        arguments = parse(argv)
        from .commands import COMMANDS

        for line in COMMANDS[arguments.command](arguments):
            print(line)
        sys.stdout.flush()
    except SystemExit:  # --help and --version have printed
        sys.stdout.flush()
    except BadCommand as error:
        from .usage import asks_for_chinese

        return _complain(error.said(asks_for_chinese(argv)), BAD_INPUT)
    except TingpaiError as error:
        if arguments.lang != "zh":
            return _complain(str(error), BAD_INPUT)
        from .faults import in_chinese

        return _complain(in_chinese(error), BAD_INPUT)
    except BrokenPipeError:
        raise
    except KeyboardInterrupt:
        sys.stdout.flush()
        raise
    except OSError as error:  # standard output cannot be written
        return _complain(str(error), INTERNAL_ERROR)
    except Exception as error:
        if sys.flags.dev_mode:
            raise
        return _complain(f"internal error, please report it: {type(error).__name__}: {error}", INTERNAL_ERROR)
    return _complain("standard output is closed", INTERNAL_ERROR) if closed else 0


def _complain(message: str, status: int) -> int:
    """One line on standard error, if somebody reads it, and the exit status."""
    with suppress(OSError):
        if sys.stderr is not None:
            print("tingpai:", " ".join(message.split()), file=sys.stderr, flush=True)
    return status
