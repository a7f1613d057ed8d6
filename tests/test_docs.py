"""The README's examples run as written, and the documents can be built."""

import doctest
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent


def test_the_examples_of_the_readme():
    done = doctest.testfile(
        str(ROOT / "README.md"), module_relative=False, optionflags=doctest.ELLIPSIS | doctest.IGNORE_EXCEPTION_DETAIL
    )
    assert done.attempted > 8 and done.failed == 0


def test_every_page_the_docs_point_to_is_there():
    for page in [*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")]:
        for target in re.findall(r"\]\(([^)#]+)\)", page.read_text(encoding="utf-8")):
            if not target.startswith("https://"):
                assert (page.parent / target).exists(), f"{page.name} points to {target}"


def test_the_documents_can_be_built_and_load_nothing_from_elsewhere(tmp_path):
    """A page nobody can reach, a link to nothing or a name that is not there fails it: strict, and not quiet, which
    would overlook them.
    """
    pytest.importorskip("mkdocs")
    command = [sys.executable, "-m", "mkdocs", "build", "--strict", "--site-dir", str(tmp_path / "site")]
    done = subprocess.run(
        command, cwd=ROOT, capture_output=True, text=True, env={**os.environ, "NO_MKDOCS_2_WARNING": "1"}
    )
    assert done.returncode == 0, done.stderr
    reference = (tmp_path / "site" / "api" / "state.html").read_text(encoding="utf-8")
    assert "may_call_time" in reference and "Whose turn is it" in reference
    for page in (tmp_path / "site").rglob("*.html"):
        loaded = re.findall(
            r"<(?:script|img|link)[^>]*(?:src|href)=\"(https?:[^\"]*)", page.read_text(encoding="utf-8")
        )
        assert not loaded, f"{page.name} loads {loaded}"
