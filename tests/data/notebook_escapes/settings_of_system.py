# Changes a setting of the system.
# expected: PermissionError
open("/proc/sys/kernel/core_pattern", "w").write("x")
