# Takes the processor from others.
# expected: PermissionError
import os

os.setpriority(os.PRIO_PROCESS, APP, 10)
