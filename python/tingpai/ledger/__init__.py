"""The book of a table: who paid whom, how much, why.  Balances change by entries only and sum to zero.

>>> import tingpai as tp
>>> from tingpai.ledger import Ledger
>>> from tingpai.payout import Kong, kong
>>> book = Ledger.create(None, tp.rules("baida"), ["Ann", "Ben", "Cho", "Dee"])
>>> entry = book.post(kong(book.rules, Kong(seat=1, kind="concealed_kong")), event="kong")
>>> print(*book.explain(entry), sep="\\n")
Cho pays Ben 2: concealed kong (V1-23)
Dee pays Ben 2: concealed kong (V1-23)
Ann pays Ben 2: concealed kong (V1-23)
>>> book.state.balances[1], sum(book.state.balances.values())
(206, 0)
>>> undone = book.undo()
>>> book.state.balances[1]
200
"""

from .book import Ledger
from .lines import Entry
from .state import Booking, Debt, State, apply, close, results, settle, transfers

__all__ = ["Booking", "Debt", "Entry", "Ledger", "State", "apply", "close", "results", "settle", "transfers"]
