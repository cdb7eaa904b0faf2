# Becomes two processes by clone.
# expected: PermissionError
system_call("clone", 17, 0, 0, 0, 0)
