# Changes who may read a file.
# expected: PermissionError
import os

os.chmod(SECRET, 0o777)
