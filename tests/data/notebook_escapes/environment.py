# Looks for what the person has in the environment.
# expected: nothing
import os

allowed = {"HOME", "TMPDIR", "MPLCONFIGDIR", "MPLBACKEND", "OPENBLAS_NUM_THREADS"}
assert set(os.environ) <= allowed | {"OMP_NUM_THREADS"}
assert os.environ["HOME"] == os.getcwd()
print("nothing reached")
