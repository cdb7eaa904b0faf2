total = 1 + \
    2 + \
    3
print(total)
values = [
    1, 2,   # first
    3,

    4,  # with a trailing comma
]
print(values, sum(
    v
    for v in values
    if v > 1
))
text = ("implicit "
        "concatenation "
        f"with {total}")
print(text)
result = (total
          + 10
          - 3)
print(result)
d = {
    "a": 1,
    "b":
        2,
}
print(d); x = 1; y = 2; print(x, y);
print("semicolon", end=";"); print()
if total == 6 and \
        result == 13:
    print("both")
s = """a
b\
c"""
print(s)


def long_signature(
        first,
        second=(1,
                2),
        **options):
    return first, second, options


print(long_signature(
    1,
    **{
        "k": 2,
    }))
assert total == 6, \
    "continued"
print([
    (i, j)
    for i in range(2)
    for j in range(2)
][-1])
