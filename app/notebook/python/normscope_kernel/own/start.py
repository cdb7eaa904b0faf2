# SPDX-License-Identifier: MIT
"""The first code that runs in a Python of one's own, as its argument -c: takes the program's Python files from
the descriptor 4, then serves the app at the descriptor 3 (app/notebook/notebook_kernel/own_python.cpp).
"""
import sys


def _files():
    """The files by name: (file, is a package, source). Each is a line of these words and a size, then the text."""
    files = {}
    with open(4, "rb") as stream:
        for line in iter(stream.readline, b""):
            name, file, is_package, size = line.decode().split()
            files[name] = file, is_package == "1", stream.read(int(size)).decode()
    return files


def _begin(socket, seed, confinement):
    if sys.path[:1] == [""]:  # of -c: the folder in which it begins, which may be a stranger's
        del sys.path[0]
    files = _files()
    module = type(sys)
    known = module("_normscope_files")
    # An IPython that is installed comes before the program's.
    known.find = lambda name: files[name][:2] if name in files and name != "IPython" else None
    known.source = lambda name: files[name][2]
    known.code = lambda name: compile(files[name][2], "<normscope>/" + files[name][0], "exec", dont_inherit=True)
    sys.modules[known.__name__] = known
    importer = module("_normscope_importer")
    exec(known.code(importer.__name__), importer.__dict__)
    importer.install(None)
    from normscope_kernel.own.serve import serve

    serve(int(socket), int(seed), confinement)


if __name__ == "__main__":
    _begin(*sys.argv[1:])
