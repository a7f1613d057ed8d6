"""The players of SpacePoker."""

LEVELS = ("novice",)
