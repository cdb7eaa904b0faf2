# Becomes two processes in the old way.
# expected: nothing
import ctypes

ctypes.set_errno(0)
assert system_call_result("vfork") == -1
print("nothing reached")
