# Takes an open file from the app.
# expected: PermissionError
system_call("pidfd_getfd", 3, 0, 0)
