"""`python -m brelan`: the command line, where the command `brelan` is not on the path."""

from .cli import main

main()
