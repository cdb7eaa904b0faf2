# Adds a key.
# expected: PermissionError
system_call("add_key", "user", "a", "b", 1, -3)
