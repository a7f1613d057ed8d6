"""Modules that documents named before there were folders: `brelan.errors` is `brelan.model.errors`.

Other people's programs, games and pickles find them by the old path, and get the same module. Nothing of ours does.
"""

import importlib
import importlib.util
import sys
from collections.abc import Sequence
from importlib.abc import InspectLoader, MetaPathFinder
from importlib.machinery import ModuleSpec
from types import CodeType, ModuleType

_FOLDERS = {
    "model": ("contract", "errors", "options", "referee", "whole", "words"),
    "engine": ("kernel",),
    "play": ("catalogue", "fairness", "player", "record", "state", "story"),
    "draw": ("cutouts", "drawing"),
    "dev": ("follow", "testing"),
}
ROOT = __name__.partition(".")[0]
FORMER = {f"{ROOT}.{name}": f"{ROOT}.{folder}.{name}" for folder, names in _FOLDERS.items() for name in names}


class _Former(MetaPathFinder, InspectLoader):
    """Asked when no file is found."""

    def find_spec(
        self, name: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        return importlib.util.spec_from_loader(name, self, is_package=False) if name in FORMER else None

    def create_module(self, spec: ModuleSpec) -> ModuleType:
        module = importlib.import_module(FORMER[spec.name])
        spec.loader_state = module.__spec__
        return module

    def exec_module(self, module: ModuleType) -> None:
        """It has been run. Python has just told it the old name: it keeps its own."""
        if module.__spec__ is not None and module.__spec__.loader is self:
            module.__spec__ = module.__spec__.loader_state

    def get_code(self, fullname: str) -> CodeType:
        """For `python -m`."""
        run = f"import runpy\nrunpy.run_module({FORMER[fullname]!r}, run_name=__name__, alter_sys=True)"
        return compile(run, fullname, "exec")

    def get_source(self, fullname: str) -> None:
        return None

    def is_package(self, fullname: str) -> bool:
        return False


sys.meta_path.append(_Former())
