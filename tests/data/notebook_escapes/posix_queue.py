# Makes a queue with a name.
# expected: PermissionError
system_call("mq_open", "q", 66, 0o666, 0)
