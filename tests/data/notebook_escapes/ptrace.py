# Attaches to the app as a debugger.
# expected: PermissionError
call("ptrace", 16, APP, 0, 0)
