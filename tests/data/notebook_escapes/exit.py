# Leaves Python.
# expected: SystemExit
import sys

sys.exit(3)
