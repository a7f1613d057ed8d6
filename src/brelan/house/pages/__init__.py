"""The HTML pages, with their templates, scripts and style."""
