# Sends with an address.
# expected: PermissionError
import ctypes

call("sendto", 3, b"x", 1, 0, None, 0)
