# Every kind of format spec with every kind of value, errors included.
for spec in ["", "d", "5", "<5", ">5", "^5", "=5", "05", "+", "-", " ", "+5", "+05", "x", "X", "#x", "#X", "o", "#o", "b", "#b", "#010x", "#010b", "c", "n", ",", "_", ",d", "_d", "_x", "_b", "_o", "010,", "015,d", "+,", "*^10", "*<10", "*>10", "*=10", "0<10", "é^7", "e", ".2e", "E", "f", ".1f", "F", "g", ".3g", "G", "%", ".1%", "10.3f", "+10.2f", "<+10.2f", ",.2f", "_.2f", "020,.3f", "z", ".3", "#.3g", "s", "5s", ".2s", "10d", "1000000000000", ",x", ",n", ".2d", "5.2x", "#", "#d", "=+8d", "^+8,d", "08_x", "012_b", "-^9d", " =9", ">", "<", "5>", "{<5", "}>5", "i", "u", "zf", "z.1f", "+z", "0", "00", "005", "-05", "x5", ",_", "_,", ",,", "c5", "+c", "#c"]:
    row = []
    for v in (0, 42, -42, 1234567, -1234567, 97, True, 3.14159, -2.5, 1e10, 1e-7, 123456789.123, 0.0, -0.0, float("inf"), float("nan"), "text", "x"):
        try:
            row.append(repr(format(v, spec)))
        except Exception as e:
            row.append(type(e).__name__ + ": " + str(e))
    if spec == "1000000000000": row = [len(r) for r in row] if False else []
    print(repr(spec), row)
