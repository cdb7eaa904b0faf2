# Multiplies without an end.
# expected: ended|interrupted
print("begun")
x = 7 ** (10**8)
