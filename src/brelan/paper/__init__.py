"""The workshop: every game from the printer. Kits to cut, fold and play from; booklets of finished games; score sheets.

It knows games through the catalogue and the contract alone (`contract.Paper`). Typst sets the pages: the extra
`brelan[print]`.
"""

from .booklet import booklet
from .formats import DUPLEX, PAPERS
from .kit import kit, score_sheet
from .press import can_print
from .quiz import problem_sheet

__all__ = ["DUPLEX", "PAPERS", "booklet", "can_print", "kit", "problem_sheet", "score_sheet"]
