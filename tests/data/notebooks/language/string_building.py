lines = []
for i in range(1, 4):
    lines.append("*" * i + "-" * (3 - i))
print("\n".join(lines))
table = [("name", "value"), ("alpha", 0.1), ("beta", 22.5)]
for a, b in table:
    print(f"{a:<8}|{b:>8}")
print("=" * 20)
for r in range(1, 5):
    print(*[f"{r * c:3d}" for c in range(1, 5)])
out = ""
for ch in "hello world":
    out += ch.upper() if ch in "aeiou" else ch
print(out, out[::-1], out.title())


def caesar(text, k):
    return "".join(chr((ord(c) - 97 + k) % 26 + 97) if c.isalpha() else c for c in text)


print(caesar("layer norm", 3), caesar(caesar("layer norm", 3), -3))
print("racecar" == "racecar"[::-1], "".join(sorted("norm")), " ".join("abc"))
print("a-b_c".replace("-", " ").replace("_", " ").split())
print(str(123)[::-1], int("42"[::-1]), "12" + str(3), "5" * 3, int("5" * 3) + 1)
vowels = sum(1 for c in "normalization" if c in "aeiou")
print(vowels, "{:d} of {:d}".format(vowels, len("normalization")))
print("name: {name!r}, value: {value:>7.2f}".format(name="x", value=3.14159))
print("{0:{1}}|{0:^{1}}|{2[0]}|{3[k]}".format("ab", 6, [7], {"k": 8}))
print("tokens: " + str(["<s>", "a"]) + " " + str({"id": 3}) + " " + str((1.0, None)))
