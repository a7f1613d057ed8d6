"""*Mes parties*: a guest's finished games, what they brought and, once reviewed, how much was luck; as a table too."""

import csv
import io
import json
import logging
import zipfile
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from typing import Any

from ...model.words import Say
from ...play import catalogue
from ...play.catalogue import Game
from ...school.review import Review
from ..base.words import level_word
from ..store.store import Store
from ..table.ratings import PLACED, Skill
from .reviews import read_review

WIDTH, HEIGHT, EDGE = 320, 70, 8
MOST_DRAWN = 60  # games of a chart
MOST_RIVALS = 12  # of a game
PARTS = ("start", "luck", "hidden", "loss", "others", "rest", "result", "error", "decisions", "mean_loss")
COLUMNS = ("date", "table", "game", "players", "name", "opponents", "payoff", "place", "unit", *PARTS)
logger = logging.getLogger("brelan.house")


@dataclass(frozen=True)
class Opponent:
    name: str
    level: str  # of a bot; "" for a person


@dataclass(frozen=True)
class Played:
    """One finished game of a guest."""

    table: str
    game: str
    at: float  # when it ended
    seat: int
    name: str
    opponents: tuple[Opponent, ...]
    payoff: int
    place: int  # from 1; equals share one
    review: Review | None
    payoffs: tuple[int, ...] = ()  # of the opponents, in their order

    def data(self) -> dict[str, Any]:
        """Plain data: what the JSON interface tells."""
        found = {key: value for key, value in asdict(self).items() if key not in ("review", "payoffs")}
        found["date"] = date(self.at)
        if self.review is not None:
            own = self.review.seats[self.seat]
            found |= {"unit": self.review.unit, **{part: getattr(own, part) for part in PARTS}}
        return found


def date(at: float) -> str:
    return datetime.fromtimestamp(at, UTC).isoformat(timespec="minutes")


async def played(store: Store, guest: str) -> list[Played]:
    """A guest's finished games, the last one first; a damaged one is left out, and told to the log."""
    found = []
    for row, ending, review, seated in await store.own_games(guest):
        try:
            seat = _seat_of(guest, row.players, seated)
            if ending is not None and seat >= 0:
                found.append(_played(row, json.loads(ending.result), review, seat))
        except Exception as error:
            logger.warning("What is kept of table %s is damaged: %r", row.id, error)
    return found


def _seat_of(guest: str, players: int, entries: list[Any]) -> int:
    """Where a guest sat, by what was written down of the seats."""
    seats = [""] * players
    for entry in entries:
        body = json.loads(entry.body) if entry.body else {}
        if entry.kind == "seat":
            seats[entry.who] = body["guest"]
        elif body.get("drawn"):
            seats = [seats[chair] for chair in body["drawn"]]
    return seats.index(guest) if guest in seats else -1


def _played(row: Any, result: dict[str, Any], review: Any, seat: int) -> Played:
    shown, payoff = json.loads(row.seats), result["payoff"]
    others = tuple(
        Opponent(name, shown[number]["level"] if shown[number]["kind"] == "bot" else "")
        for number, name in enumerate(result["names"])
        if number != seat
    )
    return Played(
        row.id,
        row.game,
        row.touched,
        seat,
        result["names"][seat],
        others,
        payoff[seat],
        1 + sum(other > payoff[seat] for other in payoff),
        read_review(review.body) if review is not None else None,
        tuple(paid for number, paid in enumerate(payoff) if number != seat),
    )


# --- for people


def rivals(own: list[Played], say: Say) -> list[dict[str, Any]]:
    """Whom one has met, the most often first: in how many games, how often ahead of them, how often level."""
    found: dict[str, list[int]] = {}
    for one in own:
        for other, paid in zip(one.opponents, one.payoffs, strict=True):
            name = say("bot, {level}", level=level_word(other.level, say)) if other.level else other.name
            many = found.setdefault(name, [0, 0, 0])
            many[0] += 1
            many[1] += one.payoff > paid
            many[2] += one.payoff == paid
    ordered = sorted(found.items(), key=lambda item: (-item[1][0], item[0]))[:MOST_RIVALS]
    return [{"name": name, "games": games, "ahead": ahead, "level": level} for name, (games, ahead, level) in ordered]


def told(game: Game, own: list[Played], skill: Skill | None, say: Say) -> dict[str, Any]:
    """One game's part of the page."""
    scale = game.bots.SCALE
    rows = []
    for one in own:
        seat = one.review.seats[one.seat] if one.review is not None else None
        rows.append(
            {
                "table": one.table,
                "at": one.at,
                "date": say.day(datetime.fromtimestamp(one.at, UTC)),
                "opponents": ", ".join(
                    f"{other.name} ({level_word(other.level, say)})" if other.level else other.name
                    for other in one.opponents
                ),
                "place": one.place,
                "of": len(one.opponents) + 1,
                "payoff": say.number(one.payoff),
                "luck": scale.number(seat.luck + seat.hidden, say, sign=True) if seat else "",
                "loss": scale.number(-seat.loss, say, sign=True) if seat else "",
            }
        )
    reviewed = [one for one in reversed(own) if one.review is not None][-MOST_DRAWN:]
    seats = [one.review.seats[one.seat] for one in reviewed if one.review is not None]
    return {
        "name": game.name,
        "title": game.title,
        "unit": scale.says(say),
        "reckoned": scale.reckoned(say),
        "rows": rows,
        "rivals": rivals(own, say),
        "rating": _rated(skill, say),
        "won": sum(one.place == 1 for one in own),
        "unreviewed": len(own) - sum(one.review is not None for one in own),
        "luck": chart([seat.luck + seat.hidden for seat in seats], say("Luck, game after game")),
        "skill": chart([-seat.mean_loss for seat in seats], say("Skill, game after game: less lost is higher")),
    }


def _rated(skill: Skill | None, say: Say) -> str:
    if skill is None:
        return ""
    if skill.games < PLACED:
        return say("standings: games {n} of {needed}", n=skill.games, needed=PLACED)
    rating, margin = say.number(round(skill.rating)), say.number(round(skill.margin))
    return say("rating {rating} ± {margin}", rating=rating, margin=margin)


def chart(values: list[float], title: str) -> str:
    """A small line of how something went from game to game; nothing for fewer than two."""
    if len(values) < 2:
        return ""
    low, high = min(*values, 0.0), max(*values, 0.0)
    span = (high - low) or 1.0

    def y(value: float) -> float:
        return EDGE + (HEIGHT - 2 * EDGE) * (high - value) / span

    step = (WIDTH - 2 * EDGE) / (len(values) - 1)
    points = " ".join(f"{EDGE + step * at:.1f},{y(value):.1f}" for at, value in enumerate(values))
    dots = "".join(
        f'<circle cx="{EDGE + step * at:.1f}" cy="{y(value):.1f}" r="2.5"/>' for at, value in enumerate(values)
    )
    return (
        f'<svg class="little-chart" viewBox="0 0 {WIDTH} {HEIGHT}" role="img" aria-label="{title}">'
        f'<line x1="{EDGE}" x2="{WIDTH - EDGE}" y1="{y(0.0):.1f}" y2="{y(0.0):.1f}"/>'
        f'<polyline points="{points}"/>{dots}</svg>'
    )


def brought_row(row: Any, say: Say) -> dict[str, Any]:
    """A record from elsewhere, in a list."""
    line = next((line for line in row.record.splitlines() if line.startswith("game:")), "")
    name = line.removeprefix("game:").strip()
    title = catalogue.game(name).title if name in catalogue.games() else name
    return {
        "id": row.id,
        "date": say.day(datetime.fromtimestamp(row.at, UTC)),
        "title": title or say("A record from elsewhere"),
    }


# --- to take away


def table(own: list[Played]) -> str:
    """All games as CSV, one a line."""
    out = io.StringIO()
    writer = csv.writer(out)
    writer.writerow(COLUMNS)
    for one in own:
        data = one.data()
        data["players"] = len(one.opponents) + 1
        data["opponents"] = "; ".join(f"{other.name} ({other.level or 'person'})" for other in one.opponents)
        writer.writerow([_plain(data.get(column, "")) for column in COLUMNS])
    return out.getvalue()


def _plain(value: Any) -> Any:
    """A cell a spreadsheet takes for nothing but text or a number: a name may begin with a sign."""
    return "'" + value if isinstance(value, str) and value[:1] in ("=", "+", "-", "@", "\t", "\r") else value


def zipped(rows: list[Any]) -> bytes:
    """The records of all games, one a file. Runs in a thread."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as folder:
        for row, ending, _, _ in rows:
            if ending is not None:
                folder.writestr(f"{date(row.touched)[:10]}-{row.game}-{row.id}.record", ending.record)
    return out.getvalue()
