# Opens by the newest system call.
# expected: PermissionError
import ctypes

how = (ctypes.c_uint64 * 3)(0, 0, 0)
system_call("openat2", -100, SECRET, how, 24)
