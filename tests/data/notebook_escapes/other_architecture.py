# Asks the system in the manner of a 32-bit processor.
# expected: ended
import ctypes
import mmap

# mov eax, 20; int 0x80; ret
code = mmap.mmap(-1, 4096, prot=7)
code.write(bytes([0xB8, 20, 0, 0, 0, 0xCD, 0x80, 0xC3]))
ctypes.CFUNCTYPE(ctypes.c_int)(ctypes.addressof(ctypes.c_char.from_buffer(code)))()
