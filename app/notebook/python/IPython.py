# SPDX-License-Identifier: MIT
"""What notebooks import from IPython, as far as it is text."""

import sys as _sys
from types import ModuleType as _ModuleType

from normscope_kernel.cells import display as _display


def get_ipython():
    return None


class DisplayObject:
    """Text that a notebook shows in its own way; here its data."""

    def __init__(self, data=None, *args, **options):
        self.data = data

    def __repr__(self):
        return f"<IPython.core.display.{type(self).__name__} object>"


class Markdown(DisplayObject):
    """Markdown, not rendered."""


class HTML(DisplayObject):
    """HTML, not rendered."""


class Latex(DisplayObject):
    """LaTeX, not rendered."""


class Math(DisplayObject):
    """A formula in LaTeX, not rendered."""


class Pretty(DisplayObject):
    """Text as it is."""

    def __repr__(self):
        return self.data


def clear_output(wait=False):
    pass


def _submodule(name, names):
    module = _ModuleType(f"{__name__}.{name}")
    module.__dict__.update(names)
    _sys.modules[module.__name__] = module
    return module


__path__ = []
display = _submodule("display", {
    "display": _display, "DisplayObject": DisplayObject, "Markdown": Markdown, "HTML": HTML,
    "Latex": Latex, "Math": Math, "Pretty": Pretty, "clear_output": clear_output,
})
