# Lets the system signal the app, in the old way.
# expected: PermissionError
import fcntl

fcntl.ioctl(3, 0x8901, APP.to_bytes(4, "little"))
