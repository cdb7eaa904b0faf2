# SPDX-License-Identifier: MIT
"""The first code that runs in a Python of one's own, as its argument -c: takes the program's Python files from
the descriptor 4, then serves the app at the descriptor 3 (app/notebook/notebook_kernel/own_python.cpp).
"""
import sys


def _files():
    """The files by name, as the importer has them. Each is a line of these words and a size, then the text."""
    files = {}
    with open(4, "rb") as stream:
        for line in iter(stream.readline, b""):
            name, file, is_package, size = line.decode().split()
            files[name] = file, is_package == "1", stream.read(int(size))
    return files


def _begin(socket, seed, confinement):
    if sys.path[:1] == [""]:  # of -c: the folder in which it begins, which may be a stranger's
        del sys.path[0]
    files = _files()
    importer = type(sys)("_normscope_importer")
    exec(files[importer.__name__][2], importer.__dict__)
    # An IPython that is installed comes before the program's.
    sys.meta_path.append(importer.EmbeddedImporter({"IPython": files.pop("IPython")}))
    importer.install(None, files)
    from normscope_kernel.own.serve import serve

    serve(int(socket), int(seed), confinement)


if __name__ == "__main__":
    _begin(*sys.argv[1:])
