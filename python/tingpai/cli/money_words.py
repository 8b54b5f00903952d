"""Why money moves and what the house's accounts are called, in Chinese; the reasons of postings are English."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ..payout.tariff import Slip

REASONS_ZH: dict[str, str] = {
    # a win, and a drawn hand
    "win": "糊牌", "liable": "包", "self-drawn": "自摸", "discard": "出衝", "another's discard": "他家出衝",
    "robbed kong": "被搶槓", "robbed kong is void": "被搶之槓作廢", "streak": "連莊", "not ready": "無聽",
    "false win": "詐糊",
    # on the spot
    "open kong": "大明槓", "added kong": "明槓", "concealed kong": "暗槓", "concealed kong not shown": "忘記出示暗槓",
    "chased": "被追", "set of flowers": "一枱草花", "opening dice": "呼么喝六", "right guess": "魚蝦蟹猜中",
    "wrong guess": "魚蝦蟹猜錯",
    # riichi, the pot, the fines
    "closed riichi": "立直代價", "open riichi": "開立直代價", "deposit returned": "收回立直代價",
    "riichi is void": "立直不成", "pot": "取走充公", "fines taken": "取罰金", "fines forgotten": "忘記取罰金",
    # chips and debts
    "opening chips": "分籌碼", "rake": "抽水", "debt repaid": "還債", "debt settled": "清債",
    "chips redeemed": "兌回籌碼", "debt paid in cash": "現款清債", "agreed": "議定",
}  # fmt: skip
# account -> (English, Chinese)
ACCOUNTS: dict[str, tuple[str, str]] = {
    "rake": ("rake", "抽水"),
    "pot": ("pot", "充公"),
    "pool": ("fines pool", "牌尾罰金"),
    "bank": ("bank", "銀行"),
}


def reason_zh(reason: str, slips: Iterable[Slip]) -> str:
    """Why something is paid; what a table has written itself stays as it is.

    >>> reason_zh("opening dice", ())
    '呼么喝六'
    """
    fines = {slip.en.casefold(): slip.zh for slip in slips}
    return REASONS_ZH.get(reason) or fines.get(reason.casefold(), reason)
