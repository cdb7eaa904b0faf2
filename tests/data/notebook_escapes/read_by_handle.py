# Opens a file by its handle.
# expected: PermissionError
import ctypes

handle = (ctypes.c_uint32 * 40)(128)
call("name_to_handle_at", -100, SECRET, handle, ctypes.byref(ctypes.c_int()), 0)
