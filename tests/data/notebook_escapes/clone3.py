# Becomes two processes by clone3.
# expected: OSError
import ctypes

system_call("clone3", (ctypes.c_uint64 * 11)(0, 0, 0, 0, 17), 88)
