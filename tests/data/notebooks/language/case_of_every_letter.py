for start in range(0, 0x1F000, 0x800):
    sums = [0] * 13
    for c in range(start, start + 0x800):
        if 0xD800 <= c <= 0xDFFF:
            continue
        ch = chr(c)
        for n, s in enumerate((ch.upper(), ch.lower(), ch.title(), ch.casefold(), ch.swapcase(), ch.capitalize(), ("a" + ch).title())):
            for d in s:
                sums[n] = (sums[n] * 31 + ord(d)) % 1000003
        for n, b in enumerate((ch.isupper(), ch.islower(), ch.istitle(), ("A" + ch).isupper(), ("a" + ch).islower(), ("A" + ch).istitle())):
            sums[7 + n] = (sums[7 + n] * 31 + b) % 1000003
    print(hex(start), sums)
for s in ("ΣΊΣΥΦΟΣ", "ΑΣ.", "Σ", "ΑΣΒ", "ΑΣ'Β", "ΑΣ' Β", "ǆ İ ﬁx ŉ straße ǰ", "ὈΔΥΣΣΕΎΣ ΤΙΣ", "they're bill's", "x2y 3rd", "İstanbul IŞIK", "ﬀ ﬃ ﬗ", "ᾈᾳ ΐ", "אb cא", "ª º ⅷ ⓐ"):
    print(s.lower(), s.upper(), s.title(), s.capitalize(), s.swapcase(), s.casefold(), s.isupper(), s.islower(), s.istitle(), len(s.upper()))
