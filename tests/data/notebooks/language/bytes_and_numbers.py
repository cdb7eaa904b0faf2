# SPDX-License-Identifier: MIT
for v in (b"12", b" 12 ", b"x", b"", b"1_0"):
    for f in (int, float):
        try:
            print(f(v))
        except ValueError as e:
            print(e)
print(int.from_bytes([1, 2]), int.from_bytes(b"", "big"), int.from_bytes(b"\x80", signed=True))
for n, a, k in ((0, (0,), {}), (0, (1, "big"), {}), (-1, (1,), {"signed": True}), (-129, (1,), {"signed": True}), (127, (1,), {"signed": True}), (128, (1,), {"signed": True}),
             (-128, (1,), {"signed": True}), (-1, (2,), {}), (1, (-1,), {}), (5, (2, "middle"), {}), (2 ** 70, (9, "little"), {}), (2 ** 70, (8,), {}), (-(2 ** 70), (10, "big"), {"signed": True})):
    try:
        print(n.to_bytes(*a, **k))
    except Exception as e:
        print(type(e).__name__, e)
for t in ("0x1.8p3", "1.8", "-0x.8p1", "inf", "-NaN", "0x1p-1074", "0x1p-1075", "0x1.8p-1075", "0x1p1024", "0x1.fffffffffffff8p1023", "0x1.fffffffffffff7p1023", "0x", "zz", "0x1p", "  0x10  ", "0x1.00000000000008p0", "0x1.000000000000081p0", "0x1.00000000000018p0", (0.1).hex(), (-1e-310).hex(), "0x0p99999999999999"):
    try:
        print(t, float.fromhex(t))
    except Exception as e:
        print(t, type(e).__name__, e)
try:
    float.fromhex(3)
except TypeError as e:
    print(e)
