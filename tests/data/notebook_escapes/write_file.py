# Writes over a file of the person.
# expected: PermissionError
open(SECRET, "w").write("gone")
