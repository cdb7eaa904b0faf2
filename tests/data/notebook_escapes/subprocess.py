# Runs a program.
# expected: PermissionError
import subprocess

subprocess.run(["/bin/true"])
