"""The README's examples run as written."""

import doctest
from pathlib import Path

ROOT = Path(__file__).parent.parent


def test_the_examples_of_the_readme():
    done = doctest.testfile(
        str(ROOT / "README.md"), module_relative=False, optionflags=doctest.ELLIPSIS | doctest.IGNORE_EXCEPTION_DETAIL
    )
    assert done.attempted > 8 and done.failed == 0


def test_every_page_the_docs_point_to_is_there():
    import re

    for page in [ROOT / "README.md", *(ROOT / "docs").glob("*.md")]:
        for target in re.findall(r"\]\(([^)#]+)\)", page.read_text(encoding="utf-8")):
            assert (page.parent / target).exists(), f"{page.name} points to {target}"
