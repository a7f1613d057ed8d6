"""A house whose store is slow: whatever is shown too early is shown long before it is stored."""

import time

from brelan.house import run
from brelan.house.store import committer


def slowly(self, group, commit=committer.Committer.commit):
    time.sleep(0.4)
    return commit(self, group)


committer.Committer.commit = slowly

if __name__ == "__main__":
    run.main()
