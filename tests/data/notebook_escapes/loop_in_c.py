# Goes on in C code.
# expected: ended|interrupted
print("begun")
sum(range(10**18))
