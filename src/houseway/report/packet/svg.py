"""Small pieces of SVG, written by hand so that the same values give the same bytes."""

from __future__ import annotations

from xml.sax.saxutils import escape, quoteattr

FONT = "DejaVu Sans, Verdana, sans-serif"


def number(value: float) -> str:
    """A coordinate with at most one decimal."""
    return f"{value:.1f}".removesuffix(".0")


def element(name: str, attributes: dict[str, str], content: str = "") -> str:
    written = "".join(f" {key}={quoteattr(value)}" for key, value in attributes.items())
    return f"<{name}{written}>{content}</{name}>" if content else f"<{name}{written}/>"


def text(x: float, y: float, words: str, size: float, *, anchor: str = "middle", weight: str = "normal") -> str:
    attributes = {
        "x": number(x),
        "y": number(y),
        "font-size": number(size),
        "text-anchor": anchor,
        "font-weight": weight,
        "font-family": FONT,
    }
    return element("text", attributes, escape(words))


def document(width: float, height: float, parts: list[str], *, scale: float = 1.0) -> str:
    """A picture in millimetres; at `scale` 10 it is printed at 1 : 10."""
    attributes = {
        "xmlns": "http://www.w3.org/2000/svg",
        "width": f"{number(width / scale)}mm",
        "height": f"{number(height / scale)}mm",
        "viewBox": f"0 0 {number(width)} {number(height)}",
    }
    return element("svg", attributes, "\n" + "\n".join(parts) + "\n") + "\n"
