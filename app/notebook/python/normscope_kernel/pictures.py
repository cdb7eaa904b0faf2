# SPDX-License-Identifier: MIT
"""The backend of matplotlib in cells: figures become pictures under the cell, as Jupyter shows them."""

from itertools import count
from os import PathLike

import matplotlib
from normscope_kernel import cells
from matplotlib._pylab_helpers import Gcf
from matplotlib.backend_bases import FigureManagerBase
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure

#: More pixels a side than any screen has, and fewer than the app refuses.
_MOST_PIXELS = 4000

#: The figures that can be drawn again, by the numbers of their pictures: the latest ones, as long
#: as nothing of them changes.
_kept = {}
_MOST_KEPT = 50
_numbers = count(1)


class FigureCanvas(FigureCanvasAgg):
    """Draws by Agg, and gives its pixels in the format "pixels"."""

    def print_pixels(self, into, **options):
        self.draw()
        into.append(self.buffer_rgba())


FigureManager = FigureManagerBase
if cells.shows_pictures:
    matplotlib.interactive(True)


def _forget_changed(figure, is_stale):
    """Called by matplotlib when something of a figure that was shown changes."""
    if is_stale:
        figure.stale_callback = None
        for number in [number for number, kept in _kept.items() if kept is figure]:
            del _kept[number]


def _keep(figure):
    """The number of the figure's picture, which was drawn just now."""
    number = next(_numbers)
    while len(_kept) >= _MOST_KEPT:
        del _kept[next(iter(_kept))]
    _kept[number] = figure
    figure.stale_callback = _forget_changed
    return number


def _pixels(figure, scale):
    """The figure as it is now, cut to what is drawn on it, as Jupyter cuts it; and their scale."""
    before = figure.canvas
    canvas = before if isinstance(before, FigureCanvas) else FigureCanvas(figure)
    side = max(figure.get_size_inches()) * figure.dpi
    scale = min(scale, _MOST_PIXELS / side)
    drawn = []
    noticed, figure.stale_callback = figure.stale_callback, None
    try:
        canvas.print_figure(drawn, format="pixels", dpi=figure.dpi * scale, bbox_inches="tight",
                            facecolor=figure.get_facecolor(), edgecolor=figure.get_edgecolor())
    finally:
        figure.set_canvas(before)
        figure.stale_callback = noticed
    return drawn[0], scale


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
        return cells.picture(text, after_value, 0, 0, b"", 0, 1)
    pixels, scale = _pixels(figure, cells.picture_scale)
    height, width = pixels.shape[:2]
    cells.picture(text, after_value, width, height, pixels, _keep(figure), scale)


def draw_again(number, scale):
    """Shows a picture again on another scale, if its figure is as it was."""
    figure = _kept.get(number)
    if figure is not None:
        pixels, scale = _pixels(figure, scale)
        height, width = pixels.shape[:2]
        cells.picture("", False, width, height, pixels, number, scale)


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
