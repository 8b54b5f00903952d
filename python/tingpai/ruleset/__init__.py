"""Rule sets: rows of data, the vocabulary they are written in, and how to get one."""

from .registry import rules, variant_ids
from .schema import Option, Row, RuleSet, Win

__all__ = ["Option", "Row", "RuleSet", "Win", "rules", "variant_ids"]
