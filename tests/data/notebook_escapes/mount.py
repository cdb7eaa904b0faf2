# Mounts a file system.
# expected: PermissionError
call("mount", "none", ".", "tmpfs", 0, 0)
