# Looks for what the person has in the environment.
# expected: nothing
import os

allowed = {"HOME", "TMPDIR", "MPLCONFIGDIR", "MPLBACKEND", "OPENBLAS_NUM_THREADS"}
# The last are of a Python of the person's own alone; LC_CTYPE it sets itself, to C.UTF-8.
assert set(os.environ) <= allowed | {"OMP_NUM_THREADS", "PYTHONHASHSEED", "PYTHONUSERBASE", "LC_CTYPE"}
assert os.environ.get("LC_CTYPE", "C.UTF-8") == "C.UTF-8"
assert os.environ["HOME"] == os.getcwd()
print("nothing reached")
