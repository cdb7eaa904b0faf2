TABLE = [(1000, "M"), (900, "CM"), (500, "D"), (400, "CD"), (100, "C"), (90, "XC"), (50, "L"), (40, "XL"), (10, "X"), (9, "IX"), (5, "V"), (4, "IV"), (1, "I")]


def to_roman(n):
    if not 0 < n < 4000:
        raise ValueError(f"{n} has no Roman numeral")
    out = ""
    for value, letters in TABLE:
        times, n = divmod(n, value)
        out += letters * times
    return out


def from_roman(text):
    values = dict((letters, value) for value, letters in TABLE if len(letters) == 1)
    total = 0
    for a, b in zip(text, text[1:] + " "):
        v = values[a]
        total += -v if values.get(b, 0) > v else v
    return total


for n in (1, 4, 9, 14, 40, 90, 400, 1994, 2024, 3999):
    roman = to_roman(n)
    assert from_roman(roman) == n, (n, roman)
    print(f"{n:>5} {roman}")
print(all(from_roman(to_roman(n)) == n for n in range(1, 500)))
for bad in (0, 4000, -3):
    try:
        to_roman(bad)
    except ValueError as e:
        print(e)
print(max(range(1, 100), key=lambda n: len(to_roman(n))), sorted(to_roman(n) for n in range(1, 8)))
