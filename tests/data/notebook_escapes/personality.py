# Changes how the system treats it.
# expected: PermissionError
call("personality", 0x0040000)
