"""The command at a terminal."""

from __future__ import annotations

import os
import pty
import subprocess
import sys
import termios


def on_terminal(*command: str, without: str = "") -> str:
    """What a terminal shows on standard error, standard output going elsewhere."""
    parent, child = pty.openpty()
    termios.tcsetwinsize(child, (24, 80))
    script = f"import sys; sys.modules.update(dict.fromkeys({without.split()!r})); from tingpai.cli import main; main()"
    process = subprocess.Popen([sys.executable, "-c", script, *command], stdout=subprocess.PIPE, stderr=child)
    os.close(child)
    shown = b""
    while True:
        try:
            more = os.read(parent, 4096)
        except OSError:  # the terminal has been closed
            break
        if not more:
            break
        shown += more
    os.close(parent)
    process.communicate(timeout=60)
    assert process.returncode == 0
    return shown.decode("utf-8")
