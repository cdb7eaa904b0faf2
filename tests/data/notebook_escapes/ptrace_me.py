# Asks to be debugged.
# expected: PermissionError
call("ptrace", 0, 0, 0, 0)
