# Makes memory that nobody sees.
# expected: PermissionError
system_call("memfd_secret", 0)
