# Copies a tree of mounts.
# expected: PermissionError
system_call("open_tree", -100, "/", 1)
