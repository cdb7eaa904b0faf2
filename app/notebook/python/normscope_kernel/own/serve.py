# SPDX-License-Identifier: MIT
"""The beginning of a Python of one's own."""

import json
import sys

from normscope_kernel.own.frames import Frames
from normscope_kernel.running import cell
from normscope_kernel.serve import refuse, serve as answer

_OLDEST = 3, 9


def serve(socket, seed, confinement):
    """Serves the app at a socket; random numbers of torch begin at the seed."""
    frames = Frames(socket)
    if sys.version_info < _OLDEST:
        found = ".".join(map(str, sys.version_info[:3]))
        refuse(frames, "this is Python {}; cells run in Python {}.{} and newer".format(found, *_OLDEST))
    cell.is_built_in = False
    is_confined = not json.loads(confinement)["confinement"].get("trusted")

    def records():
        from normscope_kernel.own import libraries
        from normscope_kernel.own.records import Records

        made = Records()
        libraries.prepare(made, seed, is_confined)
        return made

    answer(frames, confinement, records)
