"""Games played on from a position by bots of one level: a template, bound to a game's rules and bots."""

from typing import TYPE_CHECKING, Any

from ..engine.kernel import CHANCE, NEXT, OVER, reseed, weighted

if TYPE_CHECKING:  # the names a template finds in the game's rules and bots
    STATE: Any
    OPEN: bool
    mover: Any
    chance: Any
    play: Any
    payoff: Any
    hide: Any
    redeal: Any
    choose: Any


def play_on(laid, moves, imagines, games, seed, level, until_next, most, out, weights, tables, ends):
    """Plays `games` games on from the bytes `laid`, once after each of `moves`, all players of one level, and writes
    their payoffs. With a seat that `imagines`, what it cannot see is filled in anew for each.
    """
    n = ends.shape[2]
    buf, dealt, view = laid.copy(), laid.copy(), laid.copy()
    s = buf.view(STATE)[0]
    luck, thought, result = out[:4].copy(), out[:4].copy(), out[:n].copy()
    for g in range(games):
        dealt[:] = laid
        if imagines >= 0:
            reseed(luck, seed + 2, g)
            redeal(dealt.view(STATE)[0], imagines, luck)
        for k in range(ends.shape[0]):
            buf[:] = dealt
            reseed(luck, seed, g)
            reseed(thought, seed + 1, g)
            played = 0
            who = mover(s)
            while who != OVER and played < most:
                if played == 0 and len(moves):
                    move = moves[k]
                elif who == CHANCE:
                    many = chance(s, out, weights)
                    if until_next and out[0] == NEXT:
                        break
                    move = out[weighted(luck, weights, many)]
                elif OPEN:
                    move = choose(level, s, thought, tables)
                else:
                    view[:] = buf
                    blank = view.view(STATE)[0]
                    hide(blank, who)
                    move = choose(level, blank, thought, tables)
                play(s, move)
                played += 1
                who = mover(s)
            payoff(s, result)
            for seat in range(n):
                ends[k, g, seat] = result[seat]
