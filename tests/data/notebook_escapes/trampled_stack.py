# Runs out of stack in C code.
# expected: ended|RecursionError
import ctypes

libc = ctypes.CDLL(None)


@ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_void_p, ctypes.c_void_p)
def again(a, b):
    libc.qsort((ctypes.c_int * 2)(2, 1), 2, 4, again)
    return 0


import sys

sys.setrecursionlimit(10**9)
again(None, None)
