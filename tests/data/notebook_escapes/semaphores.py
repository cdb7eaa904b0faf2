# Makes semaphores.
# expected: PermissionError
call("semget", 1234, 1, 0o1666)
