# SPDX-License-Identifier: MIT
"""The backend of matplotlib in cells: figures become pictures under the cell, as Jupyter shows them."""

from os import PathLike

import matplotlib
from normscope_kernel import cells
from matplotlib._pylab_helpers import Gcf
from matplotlib.backend_bases import FigureManagerBase
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure

#: More pixels a side than any screen has, and fewer than the app refuses.
_MOST_PIXELS = 4000


class FigureCanvas(FigureCanvasAgg):
    """Draws by Agg, and gives its pixels in the format "pixels"."""

    def print_pixels(self, into, **options):
        self.draw()
        into.append(self.buffer_rgba())


FigureManager = FigureManagerBase
if cells.shows_pictures:
    matplotlib.interactive(True)


def _pixels(figure):
    """The figure as it is now, cut to what is drawn on it, as Jupyter cuts it."""
    before = figure.canvas
    canvas = before if isinstance(before, FigureCanvas) else FigureCanvas(figure)
    side = max(figure.get_size_inches()) * figure.dpi
    scale = min(cells.picture_scale, _MOST_PIXELS / side)
    drawn = []
    try:
        canvas.print_figure(drawn, format="pixels", dpi=figure.dpi * scale, bbox_inches="tight",
                            facecolor=figure.get_facecolor(), edgecolor=figure.get_edgecolor())
    finally:
        figure.set_canvas(before)
    return drawn[0]


def _savefig(figure, path, *arguments, _saved=Figure.savefig, **options):
    """Figure.savefig: cells write no files, so one that names a path is left out, with a note."""
    if not cells.shows_pictures or not isinstance(path, (str, bytes, PathLike)):
        return _saved(figure, path, *arguments, **options)
    cells.notes.append(f"left out: savefig({path!r}) (cells write no files)")


Figure.savefig = _savefig


def show_figure(figure, text=None, after_value=False):
    """Shows a figure; `text` is what stands for it where no pictures are drawn."""
    text = repr(figure) if text is None else text
    if not cells.picture_scale:
        return cells.picture(text, after_value, 0, 0, b"")
    pixels = _pixels(figure)
    height, width = pixels.shape[:2]
    cells.picture(text, after_value, width, height, pixels)


def show(*args, close=True, after_value=False, **options):
    """plt.show(): all figures that there are, which are closed then. A script has none to see them."""
    if not cells.shows_pictures:
        return
    try:
        for manager in Gcf.get_all_fig_managers():
            show_figure(manager.canvas.figure, after_value=after_value)
    finally:
        if close:
            Gcf.destroy_all()


def is_figure(value):
    return isinstance(value, Figure)
