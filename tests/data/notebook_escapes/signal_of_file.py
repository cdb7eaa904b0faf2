# Chooses the signal that a file gives.
# expected: PermissionError
import fcntl

fcntl.fcntl(3, fcntl.F_SETSIG, 9)
