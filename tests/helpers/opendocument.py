"""OpenDocument spreadsheets for tests, written cell by cell."""

from __future__ import annotations

import io
import zipfile

_NAMESPACES = " ".join(
    f'xmlns:{name}="urn:oasis:names:tc:opendocument:xmlns:{name}:1.0"'
    for name in ("office", "style", "table", "text")
)
_CALC = 'xmlns:calcext="urn:org:documentfoundation:names:experimental:calc:xmlns:calcext:1.0"'


def opendocument(tables: str, before: str = "", styles: str = "") -> bytes:
    """Return the bytes of a spreadsheet (.ods).

    Parameters
    ----------
    tables
        The XML of its tabs; `tab_of` makes one.
    before
        The XML before the root element, such as a document type.
    styles
        The XML of the formats of its cells.
    """
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        kind = "application/vnd.oasis.opendocument.spreadsheet"
        archive.writestr("mimetype", kind, zipfile.ZIP_STORED)
        manifest = "urn:oasis:names:tc:opendocument:xmlns:manifest:1.0"
        archive.writestr("META-INF/manifest.xml", f'<m:manifest xmlns:m="{manifest}"/>')
        archive.writestr(
            "content.xml",
            f'<?xml version="1.0" encoding="UTF-8"?>{before}<office:document-content {_NAMESPACES} '
            f"{_CALC}>{styles}<office:body><office:spreadsheet>{tables}</office:spreadsheet></office:body>"
            "</office:document-content>",
        )
    return file.getvalue()


def tab_of(*rows: str, name: str = "Cards") -> str:
    """Return the XML of a tab with some rows."""
    return f'<table:table table:name="{name}">{"".join(rows)}</table:table>'


def row_of(*cells: object, repeated: int = 1) -> str:
    """Return the XML of a row; XML of cells is kept, and other values become cells."""
    written = "".join(map(cell_of, cells))
    return f'<table:table-row table:number-rows-repeated="{repeated}">{written}</table:table-row>'


def cell_of(value: object) -> str:
    """Return the XML of a cell with a number, a text or nothing (None)."""
    if value is None:
        return "<table:table-cell/>"
    if isinstance(value, int | float):
        return f'<table:table-cell office:value-type="float" office:value="{value}"/>'
    text = str(value)
    if text.startswith("<table:"):
        return text
    return (
        f'<table:table-cell office:value-type="string"><text:p>{text}</text:p></table:table-cell>'
    )
