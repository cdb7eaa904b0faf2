# SPDX-License-Identifier: MIT
"""The cell that runs: how its pictures are wanted and shown, and what was left out of it."""


class Cell:
    """What the kernel's files know of it, one object for the process."""

    def __init__(self):
        #: Shows a picture; the program's function.
        self.picture = None
        #: Whether cells import the built-in torch; else a Python of the person's own runs them.
        self.is_built_in = True
        self.begin(False, 0.0)

    def begin(self, shows_pictures, picture_scale):
        """Of the next cell: whether there are pictures, and pixels for each of a figure's own (0: only texts)."""
        self.shows_pictures = shows_pictures
        self.picture_scale = picture_scale
        #: Lines that were left out, as sentences.
        self.notes = []


cell = Cell()
