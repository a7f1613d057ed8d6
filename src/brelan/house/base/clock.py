"""The house's clock under its former name, for modules that have not been moved to `base/world.py` yet."""

from .world import keep_up, now, start_at

__all__ = ["keep_up", "now", "start_at"]
