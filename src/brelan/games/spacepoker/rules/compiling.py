"""How the rules are compiled, apart from what they say: they read the same with a plain `@kernel` everywhere."""

from ....engine.kernel import inner_kernel

# What is done at every move is written out inside the loop that plays (60 million random moves a second, 23 with plain
# kernels). What is done once a hand or less is a plain `@kernel`.
at_every_move = inner_kernel


@inner_kernel
def wide(field):
    """A small field as the integer Python passes: what it is handed on to is compiled once, not once more for bytes."""
    return 0 + int(field)
