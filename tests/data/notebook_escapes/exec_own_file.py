# Becomes a program that it has written.
# expected: PermissionError
import os

with open("program", "wb") as program:
    program.write(b"#!/bin/sh\n")
os.execv("./program", ["program"])
