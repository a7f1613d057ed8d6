"""Reviews of finished games: walked through by the bots' workers, piece by piece beside play, then stored."""

import asyncio
import json
import logging
import time
from collections import OrderedDict
from dataclasses import dataclass

from ...model.errors import BrelanError
from ...model.words import N_
from ...play.record import Record
from ...play.state import State
from ...school.review import Review, refuse_unless_whole
from ..base.errors import NotReady, TooFast, TooLarge
from ..base.ids import new_id
from ..store.store import Store
from .bot_workers import BotWorkers

REMEMBERED = 64  # reviews
MOST_WAITING = 24  # games asked for and not yet looked over
MOST_MOVES = 5000  # of a game that is looked over
MOST_BROUGHT = 200  # records of one guest
WAYS = 3  # how reviews are made: a stored one made otherwise is made again
PAUSE = 2.0  # seconds between two looks whether the master is ready
PATIENCE = 1200.0  # seconds after which a game that does not get ready is given up
logger = logging.getLogger("brelan.house")


@dataclass
class Going:
    """A review under way."""

    done: int = 0
    total: int = 0  # 0: not begun yet
    problem: BrelanError | None = None
    waits: BrelanError | None = None  # what it waits for before it begins


class Reviews:
    """The house's reviews. Whoever asks for one that is being made is told how far it is."""

    def __init__(self, store: Store, workers: BotWorkers) -> None:
        self._store = store
        self._workers = workers
        self._known: OrderedDict[str, Review] = OrderedDict()
        self._going: dict[str, Going] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self._one = asyncio.Lock()  # one at a time: the others play on meanwhile

    def close(self) -> None:
        for task in self._tasks:
            task.cancel()

    async def found(self, name: str) -> Review | None:
        """A review that is there."""
        if name in self._known:
            self._known.move_to_end(name)
            return self._known[name]
        row = await self._store.review(name)
        review = read_review(row.body) if row is not None else None
        if review is not None:
            self._keep(name, review)
        return review

    def _keep(self, name: str, review: Review) -> None:
        self._known[name] = review
        if len(self._known) > REMEMBERED:
            self._known.popitem(last=False)

    async def ask(self, name: str, state: State, guest: str = "", record: str = "") -> Review | Going:
        """The review of a finished game: there, or under way from now on."""
        review = await self.found(name)
        if review is not None:
            return review
        going = self._going.get(name)
        if going is not None and going.problem is not None:  # told once; who asks again tries again
            del self._going[name]
            raise going.problem
        if going is None:
            refuse_unless_whole(state)
            if len(state.log) > MOST_MOVES:
                raise TooLarge(N_("Games of up to {most} moves are reviewed here."), most=MOST_MOVES)
            if len(self._going) >= MOST_WAITING:
                raise TooFast(N_("Many games wait for their review. Try again in a moment."))
            going = self._going[name] = Going()
            task = asyncio.ensure_future(self._make(name, state, going, guest, record))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)
        return going

    async def _make(self, name: str, state: State, going: Going, guest: str, record: str) -> None:
        try:
            await self._ready(state, going)
            async with self._one:
                walk = await self._workers.walk_on(state, name)
                while not walk.finished:
                    going.done, going.total = walk.done, walk.total
                    walk = await self._workers.walk_on(walk, name)
            review = walk.review()
            await self._store.keep_review(name, guest, record, written(review))
            self._keep(name, review)
            del self._going[name]
        except BrelanError as error:
            going.problem = error
        except Exception as error:
            logger.error("The review of %s failed: %r", name, error, exc_info=error)
            going.problem = NotReady(N_("The review did not succeed. Try again."))

    async def _ready(self, state: State, going: Going) -> None:
        """Waits until the master is compiled and has solved what it plays by; others' reviews go on meanwhile."""
        until = time.monotonic() + PATIENCE
        while True:
            try:
                self._workers.refuse_unready(state)
                going.waits = None
                return
            except NotReady as error:
                if time.monotonic() > until:
                    raise
                going.waits = error
            await asyncio.sleep(PAUSE)

    async def bring(self, guest: str, text: str) -> str:
        """Takes a record from elsewhere; answers the name of its review."""
        state = await asyncio.to_thread(whole_game, text)
        if len(state.log) > MOST_MOVES:
            raise TooLarge(N_("Games of up to {most} moves are reviewed here."), most=MOST_MOVES)
        if len(await self._store.brought(guest)) >= MOST_BROUGHT:
            raise TooFast(N_("You have brought {most} records: no more are kept."), most=MOST_BROUGHT)
        name = new_id(12)
        await self._store.keep_review(name, guest, text, "")
        return name


def whole_game(text: str) -> State:
    """The finished game of a record. Runs in a thread."""
    record = Record.parse(text)
    if record.viewer is not None:
        raise BrelanError(N_("A review needs the whole game: this record holds only what one seat saw."))
    state = record.replay()
    refuse_unless_whole(state)
    return state


def written(review: Review) -> str:
    return json.dumps({"ways": WAYS, **review.data()}, ensure_ascii=False)


def read_review(body: str) -> Review | None:
    """A stored review, None where there is none yet, or it was made in another way."""
    data = json.loads(body) if body else {}
    return Review.of(data) if data.pop("ways", 0) == WAYS else None
