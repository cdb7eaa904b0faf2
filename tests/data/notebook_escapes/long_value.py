# Shows a value that is too long.
# expected: nothing
print("nothing reached")
"x" * (64 << 20)
