"""A house with a fault: it shows a move before it is stored. A test must notice."""

import asyncio

import slow_house  # noqa: F401  # the same slow store

from brelan.house import run
from brelan.house.table import tables


async def hasty(self, draft, key, *statements):
    changes = draft.statements()
    if self.status == "playing":
        self.show(draft)
        self.storing = asyncio.ensure_future(self._store.append(self.id, draft.entries, *statements, *changes))
    else:
        await self._store.append(self.id, draft.entries, *statements, *changes)
        self.show(draft)
    return self.seq


tables.Table.commit = hasty

if __name__ == "__main__":
    run.main()
