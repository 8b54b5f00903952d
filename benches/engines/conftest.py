"""The recipes run where the engines are installed (``tingpai[engines]``); the gate has an environment for them."""

from importlib.util import find_spec

collect_ignore = [] if find_spec("ray") else ["test_frames.py", "test_recipes.py"]
