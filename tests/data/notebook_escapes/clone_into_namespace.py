# Makes a thread in a namespace of its own.
# expected: PermissionError
system_call("clone", 0x3D0F00 | 0x10000000, 0, 0, 0, 0)
