"""What a plan costs that PostgreSQL keeps: `python bench/stale_plan.py [--rounds N]`.

A server reads what its awake tables lack by one statement, which the driver prepares after five executions; PostgreSQL
then may keep the plan it made while the log was small, until it has analyzed the table anew. Here two connections do so
while the log grows to 200,000 entries of sixty tables: one by a plain join, as it once was, one as `follower.py` has
it, in turn. What counts is their ratio; the last line is after ANALYZE. It starts a PostgreSQL of its own.
"""

import argparse
import statistics
import tempfile
import time
from pathlib import Path
from typing import Any

import psycopg
from kill import Postgres

from brelan.house.cluster.follower import _AFTER
from brelan.house.store.store import Store

PLAIN = """
    SELECT e.table_id, e.seq, e.kind, e.who, e.code, e.body, e.key, e.at
    FROM unnest(%s::text[], %s::int[]) AS known(name, seq)
    JOIN entries e ON e.table_id = known.name AND e.seq > known.seq
    ORDER BY e.table_id, e.seq
"""
GROW = """
    INSERT INTO entries (table_id, seq, kind, who, code, body, at)
    SELECT 'table' || n %% 60, n / 60 + 1, 'move', 0, 1, '{}', 0 FROM generate_series(%s::int, %s::int) AS n
"""
SIZES = (0, 2_000, 20_000, 100_000, 200_000)


def reading(connection: Any, statement: str, size: int) -> float:
    """Seconds to read what two tables lack, a few entries each."""
    lacking = [["table1", "table2"], [max(0, size // 60 - 3)] * 2]
    began = time.perf_counter()
    connection.execute(statement, lacking).fetchall()
    return time.perf_counter() - began


def measured(url: str, rounds: int) -> None:
    Store(url).close()
    with psycopg.connect(url, autocommit=True) as old, psycopg.connect(url, autocommit=True) as new:
        done = 0
        for size in SIZES:
            if size > done:
                with psycopg.connect(url, autocommit=True) as writer:
                    writer.execute(GROW, [done, size - 1])
                done = size
            compare(f"{size:>7,} entries", old, new, size, rounds)
        old.execute("ANALYZE entries")
        compare("analyzed", old, new, done, rounds)


def compare(what: str, old: Any, new: Any, size: int, rounds: int) -> None:
    took = [(reading(old, PLAIN, size), reading(new, _AFTER, size)) for _ in range(rounds)]
    plain, lateral = (1000 * statistics.median(each) for each in zip(*took, strict=True))
    ratios = sorted(one / other for one, other in took)
    low, high = ratios[rounds // 10], ratios[-1 - rounds // 10]
    print(
        f"{what:>15}: {plain:6.2f} ms by a plain join, {lateral:5.2f} ms now, "
        f"{statistics.median(ratios):5.1f} : 1 ({low:.1f} to {high:.1f} in four of five readings)"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=15)
    rounds = parser.parse_args().rounds
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        Path(folder).chmod(0o755)
        database = Postgres(Path(folder))
        database.start()
        try:
            measured(database.url, rounds)
        finally:
            database.kill()


if __name__ == "__main__":
    main()
