# SPDX-License-Identifier: MIT
"""Goldens of core/io: .npy files of every number type, order and version as NumPy writes them, the
bytes of numpy.save, and text tables as Python's csv module and numpy.savetxt write them.

Usage: io.py OUTPUT_FOLDER. Writes npy.json and tables.json there."""

import csv
import io
import json
import platform
import sys
import warnings
from pathlib import Path

import numpy

TYPES = ["f2", "f4", "f8", "i1", "i2", "i4", "i8", "u1", "u2", "u4", "u8", "b1"]
SHAPES = [(), (3,), (2, 3), (2, 1, 3), (0,), (2, 0, 3)]
FLOATS = {
    "f2": [0.0, -0.0, 5.9604645e-08, 6.1e-05, -65504.0, 0.333],
    "f4": [0.0, -0.0, 1e-45, 1.1754944e-38, -3.4028235e38, 0.1],
    # Ties, double rounding and the edge of float32's range.
    "f8": [1.0 + 2.0**-24, 1.0 + 2.0**-24 + 2.0**-52, 3.4028235677973366e38, -1e300, 1e-46, 0.1],
}


def numbers(code, count, variant):
    """Six values that reach the type's ends, from a place that depends on the variant."""
    if code == "b1":
        values = [True, False, False, True, True, False]
    elif code[0] == "f":
        values = FLOATS[code] if variant % 2 else [numpy.nan, numpy.inf, -numpy.inf, 1.5, -2.0, 3.0]
    else:
        limits = numpy.iinfo(code)
        # 2^24 + 1 is the first integer that float32 must round.
        middle = min(limits.max, 2**24 + 1)
        values = [limits.min, limits.max, middle, limits.max - 1, limits.min + 1, 7]
    return numpy.array(values, dtype=code)[:count]


def bits(array):
    with warnings.catch_warnings(), numpy.errstate(all="ignore"):
        warnings.simplefilter("ignore")
        floats = numpy.asarray(array).astype(numpy.float32)
    return ["%08x" % b for b in numpy.ravel(floats, order="C").view(numpy.uint32)]


def npy_cases():
    cases = []
    for index, code in enumerate(TYPES):
        for order in "<>" if code[1] != "1" else "|":
            for fortran in (False, True):
                for version in (1, 2, 3):
                    variant = index + version + fortran
                    shape = SHAPES[(variant + (order == ">")) % 4] if version != 3 else (2, 3)
                    count = int(numpy.prod(shape))
                    array = numpy.resize(numbers(code, 6, variant), count).reshape(shape)
                    array = numpy.array(
                        array.astype(order + code), order="F" if fortran else "C"
                    )
                    file = io.BytesIO()
                    with warnings.catch_warnings():
                        warnings.simplefilter("ignore")  # "Stored array in format 3.0"
                        numpy.lib.format.write_array(file, array, version=(version, 0))
                    cases.append(
                        {
                            "name": f"{order}{code} {'F' if fortran else 'C'} version {version}",
                            "file": file.getvalue().hex(),
                            "shape": list(shape),
                            "values": bits(array),
                        }
                    )
    return cases


def saved():
    """What numpy.save writes for float32 arrays, the bytes that our writer must give."""
    cases = []
    shapes = SHAPES + [(1,), (7, 1), (1, 1, 1, 1, 1, 1), (123456789, 0), (0, 123456789012), (1,) * 32]
    for shape in shapes:
        count = int(numpy.prod(shape))
        array = (numpy.arange(count, dtype=numpy.float32) / 3).reshape(shape)
        file = io.BytesIO()
        numpy.save(file, array)
        cases.append({"shape": list(shape), "values": bits(array), "file": file.getvalue().hex()})
    return cases


def refused():
    """Arrays that NumPy saves and that hold no real numbers."""
    arrays = {
        "complex": numpy.array([1j]),
        "text": numpy.array(["a"]),
        "bytes": numpy.array([b"a"]),
        "structured": numpy.array([(1, 2.0)], dtype=[("a", "i4"), ("b", "f4")]),
        "raw": numpy.array([b"ab"], dtype="V2"),
        "date": numpy.array(["2024-01-01"], dtype="M8[D]"),
        "time": numpy.array([1], dtype="m8[s]"),
        "object": numpy.array([None, {}], dtype=object),
        "long double": numpy.array([1], dtype=numpy.longdouble),
    }
    cases = []
    for name, array in arrays.items():
        file = io.BytesIO()
        numpy.save(file, array, allow_pickle=True)
        cases.append({"name": name, "file": file.getvalue().hex()})
    archive = io.BytesIO()
    numpy.savez(archive, a=numpy.zeros(1))
    cases.append({"name": "npz", "file": archive.getvalue().hex()})
    import pickle

    cases.append({"name": "pickle", "file": pickle.dumps([1.0, 2.0]).hex()})
    return cases


def table_cases():
    rows = numpy.array([[1.5, -2.0, 0.1], [numpy.nan, numpy.inf, -numpy.inf], [1e-45, 3.4e38, 7]])
    names = ["alpha", "beta; or b", 'say "c"']
    cases = []

    def add(name, text, **dialect):
        cases.append({"name": name, "text": text, "shape": [3, 3], "values": bits(rows), **dialect})

    def with_csv(name, cells, separator, decimal=".", **options):
        file = io.StringIO()
        writer = csv.writer(file, delimiter=separator, **options)
        for row in cells:
            writer.writerow(row)
        add(name, file.getvalue(), separator=separator, decimal=decimal, columns=[])

    plain = [[repr(float(v)) for v in row] for row in rows]
    comma = [[cell.replace(".", ",") for cell in row] for row in plain]
    with_csv("csv excel", plain, ",")
    with_csv("csv quoted", plain, ",", quoting=csv.QUOTE_ALL)
    with_csv("csv with header", [names] + plain, ",")
    cases[-1]["columns"] = names
    with_csv("csv tab", plain, "\t", dialect="excel-tab")
    with_csv("csv semicolon, decimal comma", comma, ";", ",", lineterminator="\n")
    with_csv("csv semicolon, decimal comma, header", [names] + comma, ";", ",")
    cases[-1]["columns"] = names
    with_csv("csv pipe", plain, "|")
    for separator in " ,;\t":
        file = io.StringIO()
        numpy.savetxt(file, rows, delimiter=separator, header="made by savetxt")
        add(f"savetxt {separator!r}", file.getvalue(), separator=separator, decimal=".", columns=[])
    file = io.StringIO()
    numpy.savetxt(file, rows, fmt="%12.5e")
    text = file.getvalue()
    read_back = numpy.loadtxt(io.StringIO(text))
    add("savetxt aligned", text, separator=" ", decimal=".", columns=[])
    cases[-1]["values"] = bits(read_back)
    return cases


def main():
    folder = Path(sys.argv[1])
    about = {
        "script": "tests/oracle/io.py",
        "numpy": numpy.__version__,
        "python": platform.python_version(),
    }
    npy = {"about": about, "read": npy_cases(), "save": saved(), "refused": refused()}
    for name, data in (("npy", npy), ("tables", {"about": about, "read": table_cases()})):
        (folder / f"{name}.json").write_text(json.dumps(data, indent=1) + "\n", encoding="utf-8")


main()
