# Shares memory with others.
# expected: PermissionError
call("shmget", 1234, 4096, 0o1666)
