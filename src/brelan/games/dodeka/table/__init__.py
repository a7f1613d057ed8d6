"""What people see of Dodéka."""

from .drawing import chips, controls, hint, sheet, svg, text, view

__all__ = ["chips", "controls", "hint", "sheet", "svg", "text", "view"]
