# Keeps memory from being swapped.
# expected: PermissionError
call("mlockall", 3)
