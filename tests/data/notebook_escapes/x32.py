# Asks the system by the numbers of x32.
# expected: ended
system_call_number(0x40000000 | 39)
