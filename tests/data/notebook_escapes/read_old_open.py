# Opens by the old system call.
# expected: PermissionError
system_call("open", SECRET, 0)
