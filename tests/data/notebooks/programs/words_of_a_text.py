import re
from collections import Counter

text = "Don't panic! The answer is 42, isn't it? E-mail me: a.b@c.org (or not...)."
print(re.findall(r"\w+", text))
print(re.findall(r"\w+|[^\w\s]", text))
print(re.split(r"\s+", text))
print(re.sub(r"[^a-z ]", "", text.lower()))
print(re.sub(r"(\w)(\w*)", lambda m: m.group(1).upper() + m.group(2), text))
preprocessed = re.split(r'([,.:;?_!"()\']|--|\s)', text)
preprocessed = [item.strip() for item in preprocessed if item.strip()]
print(preprocessed)
print(Counter(re.findall(r"[a-z]+", text.lower())).most_common(3))
m = re.search(r"(?P<user>[\w.]+)@(?P<host>[\w.]+)", text)
print(m, m.group(), m.group("user"), m.groupdict(), m.span(), m.start(1), m.end("host"))
print(re.match(r"panic", text), bool(re.match(r"Don", text)))
pat = re.compile(r"(\d+)")
print(pat, pat.pattern, [(m.group(), m.span()) for m in pat.finditer("a1b22c333")])
print(re.fullmatch(r"[A-Z]{2}\d{2}", "AB12") is not None)
print(re.escape("a.b*c"))
print(re.sub(r"(\d+)-(\d+)", r"\2:\1", "10-20 30-40"))
print(re.split(r"[;,]", "a;b,c", maxsplit=1), re.subn("a", "b", "banana"))
