z = "0" * 100
for t in ("0x1." + z + "1p0", "0x1.00000000000008" + z + "1p0", "0x1.00000000000008" + z + "p0", "0x" + "f" * 100 + "p-400", "0x1" + z + "p-400", "0x0." + z + "1p400", "0x0." + z + "123456789abcdef123p400", "f" * 300, "0x1" + z * 2 + ".8p-800", "0x1.fffffffffffff" + "f" * 90 + "p0", "0." + "0" * 300 + "8p1200"):
    try:
        print(t[:12], len(t), float.fromhex(t).hex())
    except OverflowError as e:
        print(t[:12], e)
import random
random.seed(1)
for _ in range(200):
    t = random.choice("+- ").strip() + random.choice(["0x", ""]) + "".join(random.choice("0123456789abcdef") for _ in range(random.randrange(1, 90))) + random.choice(["", "." + "".join(random.choice("01f8") for _ in range(random.randrange(90)))]) + random.choice(["", "p%d" % random.randrange(-1300, 900)])
    try:
        print(float.fromhex(t).hex(), end=" ")
    except (OverflowError, ValueError) as e:
        print(e, end=" ")
