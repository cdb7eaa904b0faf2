# Exchanges two files, leaves a device behind: renaming with flags.
# expected: nothing
import os

for name in ("a", "b"):
    open(name, "w").write(name)
refused = 0
for flags in (2, 4, 1 | 4, 8, 1 << 32):
    try:
        system_call("renameat2", -100, "a", -100, "b", flags)
    except PermissionError:
        refused += 1
assert refused == 5, refused
# Without flags, and without replacing a file, it is a name of one's own.
system_call("renameat2", -100, "a", -100, "c", 1)
system_call("renameat2", -100, "c", -100, "b", 0)
assert sorted(os.listdir()) == ["b"] and open("b").read() == "a"
print("nothing reached")
