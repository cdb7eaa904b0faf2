# Writes the memory of another process.
# expected: PermissionError
import ctypes

piece = (ctypes.c_uint64 * 2)(0, 0)
call("process_vm_writev", APP, piece, 1, piece, 1, 0)
