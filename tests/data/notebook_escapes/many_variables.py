# Makes more variables than anybody reads.
# expected: nothing
globals().update({f"v{n}": n for n in range(50_000)})
print("nothing reached")
