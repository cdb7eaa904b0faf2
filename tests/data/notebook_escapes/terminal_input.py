# Types into the terminal.
# expected: PermissionError|OSError
import fcntl

fcntl.ioctl(0, 0x5412, b"x")
