# Moves the app to one processor.
# expected: PermissionError
import os

os.sched_setaffinity(APP, {0})
