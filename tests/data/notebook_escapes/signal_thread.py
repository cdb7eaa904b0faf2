# Signals a thread of the app.
# expected: PermissionError
system_call("tgkill", APP, APP, 15)
