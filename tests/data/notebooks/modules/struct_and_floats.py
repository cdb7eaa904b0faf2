import struct


def bits(x):
    (n,) = struct.unpack(">I", struct.pack(">f", x))
    s = f"{n:032b}"
    return s[0], s[1:9], s[9:]


for x in (1.0, -2.5, 0.1, 3.14159, 1e-45, 1e38, float("inf"), float("-inf"), float("nan"), 0.0, -0.0, 16777217.0):
    s, e, m = bits(x)
    print(f"{x!r:>12} sign={s} exp={e} ({int(e, 2) - 127:+d}) mantissa={m}", struct.pack("<d", x).hex())
print(struct.pack("<e", 1.5), struct.unpack("<e", b"\x01\x00"), struct.unpack("<e", struct.pack("<e", 65504.0)), struct.pack("<e", 0.1).hex(), struct.pack("<e", 6e-8).hex(), struct.pack("<e", 65519.0).hex())
print(struct.pack(">hIq", -2, 7, 2 ** 40), struct.calcsize("bhi"), struct.calcsize("<bhi"), struct.calcsize("ihb"), struct.calcsize("4s3x?"))
print(struct.unpack("<3h", b"\x01\x00\xff\xff\x00\x80"), struct.unpack("4sB", b"abcd\xff"), struct.pack("5s", b"ab"), struct.pack("2s", b"abcd"), struct.unpack("??", b"\x00\x02"), struct.unpack("2c", b"hi"))
for f in (lambda: struct.pack("f", "a"), lambda: struct.pack("i", 1.5), lambda: struct.pack("B", 256), lambda: struct.pack("b", -129), lambda: struct.pack("h", 40000), lambda: struct.pack("i", 2 ** 31), lambda: struct.pack("I", -1),
          lambda: struct.pack("ii", 1), lambda: struct.unpack("i", b"abc"), lambda: struct.pack("z", 1), lambda: struct.pack("f", 1e39), lambda: struct.pack("e", 1e6), lambda: struct.pack("e", 65520.0), lambda: struct.pack("3"), lambda: struct.pack("<H", 70000), lambda: struct.pack("c", b"ab"), lambda: struct.pack("s", "a"), lambda: struct.pack(5, 1)):
    try:
        print(f())
    except Exception as e:
        print(type(e), e)
s = struct.Struct("<if")
print(s.size, s.unpack(s.pack(3, 0.5)), list(struct.iter_unpack("<h", b"\x01\x00\x02\x00")), struct.unpack_from("<h", b"\x00\x01\x00", 1))
x = struct.unpack("<f", struct.pack("<f", 0.1))[0]
print(x, x == 0.1, f"{x:.20f}")
i = struct.unpack("<i", struct.pack("<f", 0.15625))[0]
i = 0x5F3759DF - (i >> 1)
y = struct.unpack("<f", struct.pack("<i", i))[0]
print(y, y * (1.5 - 0.5 * 0.15625 * y * y))
