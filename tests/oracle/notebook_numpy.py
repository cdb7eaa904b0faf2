#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Runs the scripts of tests/data/notebook_numpy, which use NumPy and matplotlib, as notebooks.py runs its own.

    ATEN_CPU_CAPABILITY=avx2 OMP_NUM_THREADS=1 /usr/bin/python3 notebook_numpy.py OUTPUT_FOLDER
"""
import os
import sys
from pathlib import Path

os.environ["MPLBACKEND"] = "agg"

import matplotlib.pyplot  # noqa: E402, F401: once, and not in each fork
import notebooks  # noqa: E402

SCRIPTS = Path(__file__).resolve().parents[1] / "data" / "notebook_numpy"


def main():
    folder = Path(sys.argv[1])
    for script in sorted(SCRIPTS.glob("*.py")):
        out, err, status = notebooks.run(SCRIPTS, script.name)
        assert status == 0, f"{script.name} ended with status {status}: {err.decode()}"
        (folder / script.with_suffix(".out").name).write_bytes(out)


if __name__ == "__main__":
    main()
