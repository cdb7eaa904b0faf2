# Lets others look into it again.
# expected: PermissionError
call("prctl", 4, 1, 0, 0, 0)
