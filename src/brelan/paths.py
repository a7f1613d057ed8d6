"""Where Brelan keeps what it can make again: compiled rules and solved games."""

import os
from pathlib import Path

from platformdirs import user_cache_path, user_data_path


def cache_folder(*parts: str) -> Path:
    """A folder below the user's cache (`BRELAN_CACHE` moves it), made when missing."""
    root = os.environ.get("BRELAN_CACHE")
    folder = (Path(root) if root else user_cache_path("brelan")).joinpath(*parts)
    folder.mkdir(parents=True, exist_ok=True)
    return folder


def data_folder() -> Path:
    """The folder of what must not be lost: saved games (`BRELAN_DATA` moves it)."""
    root = os.environ.get("BRELAN_DATA")
    folder = Path(root) if root else user_data_path("brelan")
    folder.mkdir(parents=True, exist_ok=True)
    return folder
