"""What stands on a page of a PDF of ours. Much of it is drawn, and reading drawings takes as long as reading words."""

import re

from pypdf import PageObject

# A part of a page, from `q` to `Q`, that holds no word (they stand in brackets), no other part and no form (`Do`).
DRAWING = re.compile(rb"\bq [^()qD]*?\nQ\n")


def words_of(page: PageObject) -> str:
    """The text of a page, which is without its drawings from then on."""
    content = page["/Contents"].get_object()
    content.set_data(DRAWING.sub(b"", content.get_data()))
    return page.extract_text()
