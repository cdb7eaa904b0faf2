# The methods of str on many texts, escapes and percent formats.
s = "Hello, World"
print(s.upper(), s.lower(), s.title(), s.swapcase(), s.capitalize(), s.casefold(), s.center(20, "*"), s.ljust(15) + "|", s.rjust(15) + "|", s.zfill(15), "-5".zfill(5), "+5".zfill(5), "abc".zfill(2))
print(s.find("o"), s.rfind("o"), s.find("o", 5), s.find("z"), s.index("W"), s.rindex("o"), s.count("l"), s.count(""), s.count("o", 5), s.count("l", 0, 4), "aaa".count("aa"), "".count(""), "abc".find("", 3), "abc".find("", 4))
print(s.split(), s.split(","), s.split("o"), s.split("o", 1), s.rsplit("o", 1), " a  b ".split(), " a  b ".split(" "), "a,b,,c,".split(","), "".split(), "".split(","), "a b c".split(None, 1), " a b c ".rsplit(None, 1), "a\nb\r\nc\rd\x0be\x0cf\x1cg\u2028h".splitlines(), "a\nb\n".splitlines(True), "".splitlines(), "\n".splitlines())
print(s.partition(", "), s.rpartition("o"), s.partition("z"), s.rpartition("z"), s.replace("l", "L"), s.replace("l", "L", 2), s.replace("", "-"), s.replace("", "-", 3), "".replace("", "x"), "aaa".replace("aa", "b"), s.replace("l", "", -1))
print(s.startswith("Hell"), s.startswith(("a", "H")), s.endswith("d"), s.startswith("W", 7), s.endswith("o", 0, 5), s.startswith(""), "".startswith(""), s.startswith("", 20))
print("  a ".strip() + "|", "  a ".lstrip() + "|", "  a ".rstrip() + "|", "xxaxx".strip("x"), "xyaxy".strip("yx"), "abc".strip(""), "\t\na\u3000".strip(), "abc".lstrip("ab"), "abc".rstrip("bc"))
print("abc".isalpha(), "ab1".isalpha(), "ab1".isalnum(), "12".isdigit(), "²".isdigit(), "²".isdecimal(), "½".isnumeric(), "12".isdecimal(), " \t".isspace(), "".isspace(), "Abc Def".istitle(), "ABC".isupper(), "abc".islower(), "aB".isupper(), "1".isupper(), "abc".isidentifier(), "1a".isidentifier(), "".isidentifier(), "def".isidentifier(), "é".isidentifier(), "abc".isprintable(), "a\n".isprintable(), "".isprintable(), "abc".isascii(), "é".isascii(), "".isascii())
print("a\tb\tc".expandtabs(), "a\tb".expandtabs(4), "abcdefgh\ti".expandtabs(), "a\nb\tc".expandtabs(4), "\t".expandtabs(0), "abc".removeprefix("ab"), "abc".removesuffix("bc"), "abc".removeprefix("x"), "abc".removesuffix(""))
t = str.maketrans("abc", "xyz", "d")
print(t, "aabbccdd".translate(t), "abc".translate({97: None, 98: "BB", 99: 100}), str.maketrans({"a": 1, 98: "q"}), str.maketrans({"a": None}))
print("-".join(["a", "b"]), "-".join("abc"), "-".join([]), "-".join(x for x in "ab"), "".join(map(str, range(5))), ", ".join({"a": 1, "b": 2}))
print("abc" < "abd", "abc" < "abcd", "Z" < "a", "" < "a", "é" > "z", "abc" == "abc", "a" != "b", "😀" > "\uffff")
print("abc"[::-1], "abc"[-1], "abcdef"[1:4], "abcdef"[::2], "abcdef"[-3:-1], "abcdef"[10:], "abcdef"[4:1:-1], "abcdef"[:-10:-2], "abc" * 3, 0 * "abc", -1 * "a", "b" in "abc", "" in "", "ac" in "abc", "héllo"[1], len("😀é"), "😀é"[0], "😀é"[::-1])
print(repr("a'b"), repr('a"b'), repr("a'b\"c"), repr("\\"), repr("\t\r\n\0\x1b"), repr("\ud800") if False else "", repr("\u00ad\u0600\ufeff\U000e0001"), "\a\b\f\v\x41\101\u0041\U00000041\
continued")
print(r"a\nb", r'\'', R"\\", "a\
b", '''x
y''', """a "quoted" b""", "\q" if False else "", "tab\there", 'it''s', "a" 'b' """c""")
print("%s %r %a %d %i %5d %-5d| %05d %+d % d %x %X %#x %o %#o %e %.3f %10.2f %-10.2f| %g %G %c %c %% %5s %-5s| %.2s %*d %.*f" % ("s", "r'", "é", 3, 4.7, 5, 6, 7, 8, 9, 255, 255, 255, 8, 8, 12345.678, 3.14159, 2.5, 2.5, 1e-10, 1e20, "x", 65, "ab", "ab", "abcdef", 5, 3, 2, 1.23456))
print("%(a)s %(b)05.1f" % {"a": 1, "b": 2.25}, "%s" % (1,), "%s" % [1, 2], "%s %s" % ("a", (1, 2)), "%d" % 3.99, "%d" % True, "%s" % None, "%5.1f%%" % 99.55, "%r" % "a\n", "%s" % {"a": 1}, "%.0f" % 0.5, "%.0f" % 1.5, "%i" % -0.5, "%x" % -255, "%#.3g" % 1.0, "%+.2e" % 12345, "%e" % 0, "%08.3f" % -3.14159, "% 08d" % 42, "%-08d|" % 42)
