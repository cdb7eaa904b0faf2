# Mounts by the newer system calls.
# expected: PermissionError
system_call("fsopen", "tmpfs", 0)
