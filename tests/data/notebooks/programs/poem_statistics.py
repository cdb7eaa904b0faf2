import string
import textwrap
from collections import Counter

poem = """
    The woods are lovely, dark and deep,
    But I have promises to keep,
      And miles to go before I sleep,
    And miles to go before I sleep.
"""
text = textwrap.dedent(poem).strip()
print(text)
words = text.lower().translate(str.maketrans("", "", string.punctuation)).split()
print(Counter(words).most_common(4), len(words), len(set(words)))
print(textwrap.indent(text, "> "), string.ascii_letters, string.digits, string.punctuation, string.capwords("hello big world"), sep="\n")
caesar = lambda s, k: "".join(chr((ord(c) - 97 + k) % 26 + 97) if c.islower() else chr((ord(c) - 65 + k) % 26 + 65) if c.isupper() else c for c in s)
print(caesar("Hello, World!", 3), caesar(caesar("Hello, World!", 3), -3), "racecar" == "racecar"[::-1])
freq = Counter(c for c in text.lower() if c.isalpha())
for c, n in sorted(freq.items(), key=lambda p: (-p[1], p[0]))[:5]:
    print(f"{c!r} {n:>3} {'█' * n}")
lines = text.splitlines()
width = max(map(len, lines))
print("+" + "-" * (width + 2) + "+", *[f"| {l:<{width}} |" for l in lines], "+" + "-" * (width + 2) + "+", sep="\n")
print([w.title() for w in words[:3]], " ".join(w[0].upper() + w[1:] for w in words[:4]), text.count("sleep"), text.find("miles"), text.rfind("miles"), text.replace("sleep", "code", 1).split("\n")[2])
enc = [(c, len(list(g))) for c, g in __import__("itertools").groupby("aaabbc")] if False else None
t = string.Template("$who likes ${what}s") if hasattr(string, "Template") else None
print("abc" < "abd", "Z" < "a", "10" < "9", sorted(["b", "A", "a", "B"]), sorted(["b", "A", "a", "B"], key=str.casefold), max("hello"), min("hello"))
print("%s is %d years and %.1f%% done" % ("Bob", 42, 99.5), "{:<10}|{:^10}|{:>10}".format("l", "c", "r"), "{:>{w}.{p}f}".format(3.14159, w=8, p=2), f"{'x':-^{width}}")
