# Sends through a descriptor that is no socket of the kernel.
# expected: PermissionError
import ctypes

call("sendmsg", 0, (ctypes.c_uint64 * 7)(), 0)
