# Gives orders by a ring.
# expected: PermissionError
system_call("io_uring_setup", 1, 0)
