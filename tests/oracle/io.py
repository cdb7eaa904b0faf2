# SPDX-License-Identifier: MIT
"""Goldens of core/io: .npy files of every number type, order and version as NumPy writes them, the
bytes of numpy.save, text tables as Python's csv module and numpy.savetxt write them, and archives:
.npz as NumPy writes them, .safetensors written here after the description of the format.

Usage: io.py OUTPUT_FOLDER. Writes npy.json, tables.json and archives.json there."""

import csv
import io
import json
import platform
import struct
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


def arrays():
    """Arrays of the types that models use, by name."""
    return {
        "wte.weight": numpy.array([[0.5, -1.25, 3.0], [1e-7, 65504.0, -0.0]], dtype="<f2"),
        "ln_1.weight": numpy.array([1.0, 0.1, numpy.nan], dtype="<f4"),
        "ln_1.bias": numpy.array([[1e-300], [0.1]], dtype="<f8"),
        "größe": numpy.array(7, dtype="<i8"),
        "empty": numpy.zeros((0, 4), dtype="<f4"),
        "mask": numpy.array([True, False]),
    }


def npz_cases():
    cases = []
    for name, save in (("savez", numpy.savez), ("savez_compressed", numpy.savez_compressed)):
        file = io.BytesIO()
        big = {**arrays(), "zeros": numpy.zeros((40, 50), dtype="<f4")}
        save(file, **big)
        cases.append({"name": name, "file": file.getvalue().hex(), "arrays": described(big)})
    return cases


def described(values):
    return [
        {"name": name, "shape": list(array.shape), "values": bits(array)}
        for name, array in values.items()
    ]


TYPE_NAMES = {"<f2": "F16", "<f4": "F32", "<f8": "F64", "<i8": "I64", "|b1": "BOOL"}


def safetensors(tensors, metadata):
    """The file of (name, type, shape, bytes): eight bytes with the header's length, the header as
    JSON padded with spaces, the tensors one after the other."""
    header, data = {}, b""
    if metadata:
        header["__metadata__"] = metadata
    for name, kind, shape, stored in tensors:
        places = [len(data), len(data) + len(stored)]
        header[name] = {"dtype": kind, "shape": list(shape), "data_offsets": places}
        data += stored
    text = json.dumps(header).encode()
    text += b" " * (-len(text) % 8)
    return struct.pack("<Q", len(text)) + text + data


def safetensors_cases():
    import torch

    values = arrays()
    tensors = [(n, TYPE_NAMES[a.dtype.str], a.shape, a.tobytes()) for n, a in values.items()]
    wide = torch.tensor([1.0, -2.5, 3.1415927, 1e38, float("inf"), 1e-40])
    narrow = wide.to(torch.bfloat16)
    tensors.append(("bf", "BF16", (2, 3), narrow.view(torch.int16).numpy().tobytes()))
    about = described(values)
    about.append({"name": "bf", "shape": [2, 3], "values": bits(narrow.float().numpy())})
    plain = safetensors(tensors, None)
    noted = safetensors(tensors, {"format": "pt"})
    return [
        {"name": "plain", "file": plain.hex(), "arrays": about},
        {"name": "with metadata", "file": noted.hex(), "arrays": about},
    ]


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
    tables = {"about": about, "read": table_cases()}
    archives = {"about": about, "npz": npz_cases(), "safetensors": safetensors_cases()}
    for name, data in (("npy", npy), ("tables", tables), ("archives", archives)):
        (folder / f"{name}.json").write_text(json.dumps(data, indent=1) + "\n", encoding="utf-8")


main()
