"""The ordeal: a whole house in one process, one thread and one seed, under a clock of its own, with faults.

Servers, guests, bots and clocks are the house's own code, driven through its ASGI application; the database is SQLite
in memory under PostgreSQL's text. What happens is drawn from the seed and from nothing else, so that a failing seed
fails again. `loop` is the clock, `database` the PostgreSQL, `servers` the processes, `net` what lies between them and
the guests, `people` the guests, `faults` what goes wrong, `checks` what must never be, `plants` defects put in on
purpose to see them found, `world` all of it together. `python -m tests.ordeal --help` runs it.
"""
