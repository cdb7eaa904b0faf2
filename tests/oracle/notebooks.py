#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Runs the scripts of tests/data/notebooks and writes what each prints.

    ATEN_CPU_CAPABILITY=avx2 OMP_NUM_THREADS=1 /usr/bin/python3 notebooks.py OUTPUT_FOLDER

For TOPIC/NAME.py it writes TOPIC/NAME.out, the bytes of its standard output, and, where it ends in
an exception that nobody caught, TOPIC/NAME.err: the traceback as CPython prints it, with the script's
own frames only (how deep PyTorch's sources are is nothing that a script says). The file of a frame
is the script's bare name. version.txt says what made them. Arguments after the folder choose scripts.

PyTorch is imported once and each script runs in a fork of that process, which takes a few
milliseconds instead of seconds and prints the same: nothing of one script reaches another.
"""
import os
import platform
import signal
import sys
import tempfile
import traceback
import types
import warnings
from pathlib import Path

import torch

SCRIPTS = Path(__file__).resolve().parents[1] / "data" / "notebooks"
# A script that is still running then waits for something that no script should wait for.
SECONDS = 60


def version():
    return (f"PyTorch {torch.__version__}, Python {platform.python_version()}, "
            f"ATEN_CPU_CAPABILITY={os.environ.get('ATEN_CPU_CAPABILITY')}, "
            f"OMP_NUM_THREADS={os.environ.get('OMP_NUM_THREADS')}\n")


def own_frames(kept, name):
    """The traceback without the frames of libraries, and without this file's."""
    links = []
    while kept is not None:
        if kept.tb_frame.f_code.co_filename == name:
            links.append(kept)
        kept = kept.tb_next
    chain = None
    for link in reversed(links):
        chain = types.TracebackType(chain, link.tb_frame, link.tb_lasti, link.tb_lineno)
    return chain


def trim(error, name, seen):
    """Trims an exception and those that it came from."""
    if error is None or id(error) in seen:
        return
    seen.add(id(error))
    error.__traceback__ = own_frames(error.__traceback__, name)
    trim(error.__cause__, name, seen)
    trim(error.__context__, name, seen)


def run_here(name):
    """What `python3 NAME` does in the folder of the file; the exit status."""
    signal.alarm(SECONDS)
    warnings.simplefilter("ignore")  # they go to stderr, beside the traceback
    source = Path(name).read_text(encoding="utf-8")
    try:
        code = compile(source, name, "exec")
    except SyntaxError:
        # Python reads a file line by line, which shows in some errors: let it.
        os.execv(sys.executable, [sys.executable, name])
    main = types.ModuleType("__main__")
    main.__dict__["__builtins__"] = __builtins__
    main.__file__ = name
    sys.modules["__main__"] = main
    # As deep as a script of its own may go: the frames here, and exec's.
    sys.setrecursionlimit(1001 + len(traceback.extract_stack()))
    status = 0
    try:
        exec(code, main.__dict__)
    except BaseException as error:  # a script may raise anything
        trim(error, name, set())
        sys.stdout.flush()
        sys.__excepthook__(type(error), error, error.__traceback__)
        status = 1
    sys.stdout.flush()
    sys.stderr.flush()
    return status


def run(folder, name):
    """(stdout, stderr, status) of a script, run in a fork."""
    with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err:
        sys.stdout.flush()
        child = os.fork()
        if child == 0:
            os.dup2(out.fileno(), 1)
            os.dup2(err.fileno(), 2)
            os.chdir(folder)
            try:
                os._exit(run_here(name))
            finally:
                os._exit(3)
        _, status = os.waitpid(child, 0)
        out.seek(0)
        err.seek(0)
        place = f'File "{folder}{os.sep}'.encode()
        return out.read(), err.read().replace(place, b'File "'), os.waitstatus_to_exitcode(status)


def main():
    folder = Path(sys.argv[1])
    chosen = sys.argv[2:]
    assert os.environ.get("ATEN_CPU_CAPABILITY") == "avx2", "the goldens are those of AVX2"
    assert os.environ.get("OMP_NUM_THREADS") == "1", "the goldens are those of one thread"
    (folder / "version.txt").write_text(version())
    for script in sorted(SCRIPTS.glob("*/*.py")):
        place = script.relative_to(SCRIPTS)
        if chosen and str(place) not in chosen:
            continue
        out, err, status = run(script.parent, script.name)
        assert status in (0, 1), f"{place} ended with status {status}"
        target = folder / place.with_suffix(".out")
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(out)
        if status:
            target.with_suffix(".err").write_bytes(err)


if __name__ == "__main__":
    main()
