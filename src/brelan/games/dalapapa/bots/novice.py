"""The novice: takes what pays at once, and never replays."""

from ....engine.kernel import below, kernel
from ..rules.board import closed_by, join
from ..rules.state import END, FREE, MARKING, PLACE, mark_code, placement
from .policy import best_land


@kernel
def novice_move(s, rng, work, out, n):
    """Any placement that pays (brings a token or closes something), if there is one; marks what is closed, the largest
    first.
    """
    if s.phase == MARKING:
        land, _ = best_land(s)
        return mark_code(land) if land >= 0 and s.markers[int(s.turn)] else END
    if out[0] < PLACE:
        return out[0]
    paying = 0
    choice = out[below(rng, n)]
    for i in range(n):
        domino, face, turn, x, y = placement(out[i])
        if join(s, domino, face, turn, x, y, work) > FREE or closed_by(work)[0] > 0:
            paying += 1
            if below(rng, paying) == 0:
                choice = out[i]
    return choice
