"""A house whose bots think in a thread: where servers are killed every few seconds, starting their workers anew each
time would be all that is tested.
"""

import asyncio

from brelan.house import run
from brelan.house.services import bot_workers


async def ask(self, function, *arguments):
    return await asyncio.to_thread(function, *arguments)


if __name__ == "__main__":
    bot_workers.BotWorkers._ask = ask
    run.main()
