"""`python -m brelan`: the command line, where the command `brelan` is not on the path. The worker processes of a house
that was opened so read this file too, by its path: there it opens nothing.
"""

if __name__ == "__main__":
    from brelan.cli import main

    main()
