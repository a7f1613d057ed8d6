"""A house of another version, as far as other servers can tell: `--other rules` plays Dodéka by other rules, `--other
schema` keeps its database otherwise, and `--other nothing` is the one that is installed.
"""

import sys

if __name__ == "__main__":
    import brelan
    from brelan.house.base import rules_digest
    from brelan.house.store import schema

    at = sys.argv.index("--other")
    _, other = sys.argv[at], sys.argv[at + 1]
    del sys.argv[at : at + 2]
    brelan.__version__ = f"with other {other}"
    if other == "rules":
        real = rules_digest.rules_digests
        other_rules = {brelan.game("dodeka").version: "other rules"}
        rules_digest.rules_digests = lambda game: other_rules if game.name == "dodeka" else real(game)
    elif other == "schema":

        def step(connection):
            connection.exec_driver_sql("ALTER TABLE guests ADD COLUMN colour VARCHAR(8) NOT NULL DEFAULT ''")

        schema.SCHEMA += 1
        schema._STEPS.append(step)

    from brelan.house.run import main

    main()
