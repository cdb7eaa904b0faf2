# Makes a device.
# expected: PermissionError
import os

os.mknod("disk", 0o60600, os.makedev(8, 0))
