import re

print(re.I, re.IGNORECASE | re.M, repr(re.X), int(re.S), re.NOFLAG, re.A & re.I, f"{re.I}", bool(re.I & re.M))
p = re.compile(r"(?P<year>\d{4})-(?P<month>\d\d)(-(?P<day>\d\d))?", re.I | re.M)
print(p, p.pattern, p.flags, p.groups, dict(p.groupindex), type(p), type(p.match("2020-01")))
m = p.search("on 2021-03 and 2022-12-31")
print(m, m[0], m["year"], m[2], m["day"], m.groups(), m.groups("-"), m.groupdict(), m.groupdict("?"))
print(m.start(), m.end(), m.span("month"), m.span(3), m.start("day"), m.lastindex, m.lastgroup, m.re is p, m.string[:2], m.pos, m.endpos, m.regs)
print(m.expand(r"\2/\1 \g<month>\n\\"), m.group(1, 2), m.group("year", "month"), bool(m))
print(p.findall("2020-01 2021-02-03"), [x.span() for x in p.finditer("2020-01 2021-02-03")])
print(p.sub(r"<\g<year>>", "2020-01 2021-02-03"), p.subn("x", "2020-01 2021-02-03", count=1))
print(re.sub("x*", "-", "abxd"), re.sub("", "-", "ab"), re.split("x*", "axbc"), re.split("(-)|(,)", "a-b,c"), re.split(r"\W+", "Words, words, words."))
print(re.sub(r"\bthe\b", "THE", "the cat the theme"), re.sub("(a)(b)?", r"[\1\2]", "abaa"), re.sub("a", "\\\\", "banana"), re.sub("a", lambda m: str(m.start()), "banana"))
print(re.escape("a+b (c) [d]-e_é\n#&~"), re.findall(r"(\w)(\d)", "a1 b2"), re.findall("a(b)?", "a ab"))
print(re.match("a", "ba"), re.fullmatch("a|ab", "ab"), p.match("x2020-01", 1), p.search("2020-01", 2), re.compile("b").match("abc", 1, 2))
print(re.findall(r"^\w+", "one two\nthree four", re.M), re.findall(r"\w+$", "one two\nthree four\n"), re.findall(".+", "a\nb", re.S))
verbose = re.compile(r"""
    (?P<int>\d+)      # digits
    (?: \. (?P<frac>\d*) )?   # fraction
    """, re.VERBOSE)
print(verbose.match("12.5").groupdict(), verbose.match("7").groupdict())
print(re.findall(r"(?i)straße|CAFÉ", "Straße café"), re.findall(r"\w+", "naïve ελλά 東京 x_1"), re.findall(r"\w+", "naïve", re.A), re.findall(r"\d+", "٣ 12"))
token = re.compile("|".join(f"(?P<{n}>{r})" for n, r in [("NUM", r"\d+(?:\.\d*)?"), ("ID", r"[A-Za-z_]\w*"), ("OP", r"[-+*/=()]"), ("SKIP", r"[ \t]+"), ("BAD", r".")]))
for m in token.finditer("x1 = 3.5*(y + 42) ?"):
    if m.lastgroup != "SKIP":
        print(m.lastgroup, repr(m.group()), m.span())
print(re.sub(r"(?<=\d)(?=(?:\d{3})+$)", ",", "1234567"), re.findall(r"(?<!\$)\b\d+", "$5 10 $20 30"), re.search(r"(\w)\1", "hello").group())
print(re.sub(r"(.)\1+", lambda m: f"{m[1]}{len(m[0])}", "aaabccdd"), re.split(r"(?<=[.!?])\s+", "Hi. How are you? Fine!"), re.findall(r"<([^>]+)>(.*?)</\1>", "<b>x</b><i>y</i>"))
print(re.compile("a") == re.compile("a"), re.compile("a") is re.compile("a"), hash(re.compile("a")) == hash(re.compile("a")), len({re.compile("a"), re.compile("b")}))
for bad in ["(", ")", "[a", "*a", "a**", "a{3,1}", "(?P<1a>x)", "(?P<a>x)(?P<a>y)", "(?P=zz)", "\\", "\\q", "(?z)", "(?<a)", "(?", "a(?i)b", "[z-a]", "\\1", "(?<=a+)b", "(?P<a", "(?#x", "x{99999999999}", "[\\d-z]", "(a\nb", "\\x1", "(?Pz)"]:
    try:
        re.compile(bad)
        print(bad, "fine")
    except (re.error, OverflowError) as e:
        print(type(e).__name__, e, "|", getattr(e, "msg", None), getattr(e, "pos", None), getattr(e, "lineno", None), getattr(e, "colno", None))
for f in (lambda: re.sub("a", r"\2", "a"), lambda: re.sub("(a)", r"\g<b>", "a"), lambda: re.sub("a", r"\q", "a"), lambda: re.match("a", 5), lambda: re.match(5, "a"), lambda: re.match("a", "a").group(3),
          lambda: re.match("a", "a")["x"], lambda: re.search("z", "a").group(), lambda: re.sub("a", 5, "a"), lambda: re.compile("a").match(b"a"), lambda: re.sub("a", lambda m: 5, "a"), lambda: re.compile(re.compile("a"), re.I), lambda: re.match("a", None)):
    try:
        print(f())
    except Exception as e:
        print(type(e).__name__, e)
print(re.compile(r"(?P<q>['\"]).*?(?P=q)").findall("'a' \"b\""), re.purge())
from re import findall, sub as substitute, IGNORECASE
print(findall("A", "aA", IGNORECASE), substitute("a", "b", "aaa", 2))
