#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Runs the notebooks of tests/data/own_python by Debian's nbconvert, and stores what it gives.

    OMP_NUM_THREADS=1 /usr/bin/python3 own_python.py OUTPUT_FOLDER

Their cells are in the manner of lectures, with torch, numpy, matplotlib, pandas and tqdm. Pictures are stored as a
pixel, what goes to standard error is not.
"""
import sys
from pathlib import Path

import nbformat
from nbconvert.preprocessors import ExecutePreprocessor


#: Stands for each picture.
PIXEL = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNkYAAAAAYAAjCB0C8AAAAASUVORK5CYII="


def stored(output):
    if "data" in output:
        pictures = {"image/png": PIXEL} if "image/png" in output["data"] else {}
        output["data"] = {**pictures, "text/plain": output["data"]["text/plain"]}
    if output.output_type == "error":
        output["traceback"] = []
    return output


def main():
    folder = Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)
    for path in sorted((Path(__file__).parents[1] / "data/own_python").glob("*.ipynb")):
        notebook = nbformat.read(path, 4)
        ExecutePreprocessor(timeout=120, kernel_name="python3", allow_errors=True).preprocess(notebook)
        for cell in notebook.cells:
            cell.metadata = {}
            cell.outputs = [stored(output) for output in cell.outputs if output.get("name") != "stderr"]
        notebook.metadata = {"kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"}}
        nbformat.write(notebook, folder / path.name)


if __name__ == "__main__":
    main()
