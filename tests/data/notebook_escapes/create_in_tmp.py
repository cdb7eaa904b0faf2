# Makes a file in /tmp.
# expected: PermissionError
open("/tmp/normscope-left-behind", "w")
