# SPDX-License-Identifier: MIT
"""The backend of matplotlib in cells: figures become pictures under the cell, as Jupyter shows them."""

import pickle
from itertools import count
from os import PathLike

import matplotlib
from normscope_kernel.running import cell
from matplotlib._pylab_helpers import Gcf
from matplotlib.backend_bases import FigureManagerBase
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure

#: More pixels a side than any screen has, and fewer than the app refuses.
_MOST_PIXELS = 4000

#: What draws the latest pictures again as they were shown, whatever became of their figures: each
#: figure and matplotlib's settings, pickled, by the number of its picture.
_kept = {}
_MOST_KEPT_BYTES = 1 << 28
_numbers = count(1)

#: Pixels for each of a figure's own where nothing could be kept: enough for most screens.
_FINE = 4


class FigureCanvas(FigureCanvasAgg):
    """Draws by Agg, and gives its pixels in the format "pixels"."""

    def print_pixels(self, into, **options):
        self.draw()
        into.append(self.buffer_rgba())


FigureManager = FigureManagerBase
if cell.shows_pictures:
    matplotlib.interactive(True)


def _keep(figure):
    """The number of the figure's picture, which is about to be drawn; 0: it cannot be drawn again."""
    canvas = figure.canvas
    manager, canvas.manager = canvas.manager, None  # unpickled, it is none of pyplot's figures
    try:
        kept = pickle.dumps((figure, dict(matplotlib.rcParams)))
    except Exception:  # whatever the figure's objects raise; mostly because of a lambda
        return 0
    finally:
        canvas.manager = manager
    if len(kept) > _MOST_KEPT_BYTES:
        return 0
    while sum(map(len, _kept.values())) + len(kept) > _MOST_KEPT_BYTES:
        del _kept[next(iter(_kept))]
    number = next(_numbers)
    _kept[number] = kept
    return number


def _pixels(figure, scale):
    """The figure as it is now, cut to what is drawn on it, as Jupyter cuts it; and their scale."""
    before = figure.canvas
    canvas = before if isinstance(before, FigureCanvas) else FigureCanvas(figure)
    side = max(figure.get_size_inches()) * figure.dpi
    scale = min(scale, _MOST_PIXELS / side)
    drawn = []
    try:
        canvas.print_figure(drawn, format="pixels", dpi=figure.dpi * scale, bbox_inches="tight",
                            facecolor=figure.get_facecolor(), edgecolor=figure.get_edgecolor())
    finally:
        figure.set_canvas(before)
    return drawn[0], scale


def _savefig(figure, path, *arguments, _saved=Figure.savefig, **options):
    """Figure.savefig: cells write no files, so one that names a path is left out, with a note."""
    if not cell.shows_pictures or not isinstance(path, (str, bytes, PathLike)):
        return _saved(figure, path, *arguments, **options)
    cell.notes.append(f"left out: savefig({path!r}) (cells write no files)")


Figure.savefig = _savefig


def show_figure(figure, text=None, after_value=False):
    """Shows a figure; `text` is what stands for it where no pictures are drawn."""
    text = repr(figure) if text is None else text
    if not cell.picture_scale:
        return cell.picture(text, after_value, 0, 0, b"", 0, 1)
    number = _keep(figure)
    scale = cell.picture_scale if number else max(cell.picture_scale, _FINE)
    _show_pixels(figure, text, after_value, number, scale)


def _show_pixels(figure, text, after_value, number, scale):
    pixels, scale = _pixels(figure, scale)
    height, width = pixels.shape[:2]
    cell.picture(text, after_value, width, height, pixels, number, scale)


def draw_again(number, scale):
    """Shows a picture again on another scale, as it was shown first; nothing if that is not kept."""
    kept = _kept.get(number)
    if kept is None:
        return
    with matplotlib.rc_context():
        figure, settings = pickle.loads(kept)
        dict.update(matplotlib.rcParams, settings)
        _show_pixels(figure, "", False, number, scale)


def show(*args, close=True, after_value=False, **options):
    """plt.show(): all figures that there are, which are closed then. A script has none to see them."""
    if not cell.shows_pictures:
        return
    try:
        for manager in Gcf.get_all_fig_managers():
            show_figure(manager.canvas.figure, after_value=after_value)
    finally:
        if close:
            Gcf.destroy_all()


def is_figure(value):
    return isinstance(value, Figure)
