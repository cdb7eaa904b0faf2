# Looks for what the person has in the environment.
# expected: nothing
import os

allowed = {"HOME", "TMPDIR", "MPLCONFIGDIR", "MPLBACKEND", "OPENBLAS_NUM_THREADS"}
# The last two are of a Python of the person's own alone.
assert set(os.environ) <= allowed | {"OMP_NUM_THREADS", "PYTHONHASHSEED", "PYTHONUSERBASE"}
assert os.environ["HOME"] == os.getcwd()
print("nothing reached")
