# Sets another filter of system calls.
# expected: PermissionError
system_call("seccomp", 1, 0, 0)
