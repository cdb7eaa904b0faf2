# Takes capabilities.
# expected: PermissionError
system_call("capset", 0, 0)
