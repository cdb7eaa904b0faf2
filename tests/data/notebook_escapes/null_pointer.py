# Reads memory that is not there.
# expected: ended
import ctypes

ctypes.string_at(0)
