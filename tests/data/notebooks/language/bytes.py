# SPDX-License-Identifier: MIT
b = b"Hello, \x00\xff\n'\"\\"
print(b, repr(b), str(b), len(b), type(b))
print(b'it"s', b"it's", b'\'"', rb"\x00\n", b'a' b"b")
print(list(b"abc"), b"abc"[0], b"abc"[-1], b"abc"[::-1], b"abc"[1:])
print(bytes([1, 2, 255]), bytes(3), bytes(), bytes("é", "utf-8"), bytes(range(5)), bytes(b"x"))
print("é€😀".encode(), "é€😀".encode("utf-8").decode("utf-8"), "abc".encode("ascii"), "é".encode("latin-1"))
print(b"a" + b"b", b"ab" * 3, 2 * b"z", b"a" < b"b", b"a" == "a", b"a" == b"a", b"a" != b"b")
print(98 in b"abc", b"bc" in b"abc", hash(b"a") == hash(b"a"), {b"k": 1}[b"k"])
print(b"a,b,,c".split(b","), b" a b ".split(), b"x\r\ny\nz".splitlines(), b"x\ny".splitlines(True))
print(b"-".join([b"a", b"b"]), b"abc".replace(b"b", b"XX"), b"abc".find(b"c"), b"abc".find(99), b"abc".index(b"c"))
print(b"  x ".strip(), b"xxax".strip(b"x"), b"abc".startswith(b"a"), b"abc".endswith((b"z", b"c")))
print(b"abc".upper(), b"ABC".lower(), b"hello world".title(), b"ab".center(6, b"*"), b"7".zfill(3))
print(b"abc".hex(), b"abc".hex(" "), b"abcde".hex("-", 2), bytes.fromhex("61 62 63"))
print(b"123".isdigit(), b"abc".isalpha(), b"\xe9".isalpha(), b"\x1c".isspace(), b" \t".isspace(), b"a1".isalnum(), b"abc".isascii())
print(b"a=b=c".partition(b"="), b"a=b=c".rpartition(b"="), b"banana".count(b"a"), b"banana".rfind(b"a"))
print(b"prefix-x".removeprefix(b"prefix-"), b"\xff\xfe".decode("latin-1"))
for v in (b"\xff", b"abc\xe2\x82", b"\xe2\x28\xa1", b"\xf0\x9f\x98", b"\x80abc", b"\xed\xa0\x80", b"\xc0\xaf"):
    try:
        print(v.decode())
    except UnicodeDecodeError as e:
        print(type(e).__name__, e, e.start, e.end, e.reason, e.encoding, e.object)
    print(v.decode("utf-8", errors="replace"), v.decode("utf-8", "ignore"), v.decode(errors="backslashreplace"))
for s, enc in (("é", "ascii"), ("éa€", "ascii"), ("aé€€b", "latin-1"), ("\ud800", "utf-8")):
    try:
        s.encode(enc)
    except UnicodeEncodeError as e:
        print(e, e.args[2:], repr(e))
    print(s.encode(enc, "replace"), s.encode(enc, "ignore"), s.encode(enc, "backslashreplace"))
tests = [lambda: b"a" + "b", lambda: "a" + b"b", lambda: bytes("a"), lambda: bytes([256]), lambda: bytes([-1]), lambda: bytes(-1),
         lambda: bytes(1.5), lambda: bytes(["a"]), lambda: b"abc"["x"], lambda: b"abc"[5], lambda: "a" in b"abc", lambda: 256 in b"abc",
         lambda: b"a".join(["x"]), lambda: b"a".join(3), lambda: b"a".split(","), lambda: b"a".find("a"), lambda: b"a".startswith("a"), lambda: b"a".index(b"z"),
         lambda: b"a".replace("a", "b"), lambda: b"a" < "a", lambda: b"a".encode(), lambda: "a".decode(), lambda: "a".encode("nope"),
         lambda: b"a".decode("nope"), lambda: b"a".decode("utf-8", "nope") or b"\xff".decode("utf-8", "nope"), lambda: bytes.fromhex("6g"), lambda: bytes.fromhex("123"),
         lambda: b"abc".hex("--"), lambda: str(b"abc", "utf-8"), lambda: str("a", "utf-8"), lambda: str(5, "utf-8"), lambda: bytes("a", "utf-8", "strict"), lambda: bytes(None), lambda: b"abc" - b"a",
         lambda: f"{b'abc'}", lambda: f"{b'abc':>10}", lambda: "%s" % b"x", lambda: "{!r}".format(b"x"), lambda: sorted([b"b", b"a"]), lambda: max(b"abc"), lambda: sum(b"abc"),
         lambda: b"abc".foo, lambda: list(reversed(b"abc")), lambda: [*b"hi"], lambda: dict(zip(b"ab", "xy")), lambda: isinstance(b"", bytes), lambda: bytes.__name__, lambda: iter(b"a").__class__.__name__,
         lambda: bytes((i for i in range(3))), lambda: b"%d" , lambda: {b"a", b"a"}, lambda: bool(b""), lambda: b"a b c".split(None, 1), lambda: b"a b c".split(maxsplit=1), lambda: b"a b c".rsplit(b" ", 1), lambda: ord(b"a"), lambda: int(b"12"), lambda: int.from_bytes(b"\x01\x00", "big"), lambda: (1024).to_bytes(2, "big"), lambda: int.from_bytes(b"\xff\xfe", "little", signed=True), lambda: (-2).to_bytes(2, "little", signed=True), lambda: (300).to_bytes(1, "big"), lambda: float(b"1.5")]
for i, t in enumerate(tests):
    try:
        print(i, t())
    except Exception as e:
        print(i, type(e).__name__, e)
