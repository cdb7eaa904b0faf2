# Changes a module of Python.
# expected: PermissionError
import os

open(os.__file__, "a").write("#")
