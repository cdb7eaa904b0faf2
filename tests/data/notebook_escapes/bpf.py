# Loads a program into the system.
# expected: PermissionError
system_call("bpf", 0, 0, 0)
