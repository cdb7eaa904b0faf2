# Reads what the machine is made of.
# expected: PermissionError
import os

os.listdir("/sys/class")
