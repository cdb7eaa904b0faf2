# Makes a queue of messages.
# expected: PermissionError
call("msgget", 1234, 0o1666)
