# Writes to standard error without an end.
# expected: RuntimeError
import sys

while True:
    sys.stderr.write("on and on" * 100)
