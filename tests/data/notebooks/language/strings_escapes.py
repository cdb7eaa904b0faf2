print("tab\there", "new\nline", "quote\"s", 'it\'s', "back\\slash")
print(repr("tab\t nl\n cr\r bell\a nul\0 esc\x1b del\x7f"))
print("\x41\u0042\U00000043 \u03bc \101\102")
print(r"raw \n stays \t", len(r"\n"), R"\d+")
print('single "double" inside', "double 'single' inside")
print(repr('single "double"'), repr("it's"), repr("it's \"both\""), repr(""))
print("""three
lines of
text""")
print('''with 'single' and "double" quotes''')
print("adjacent " "strings " 'are joined')
print("a line \
continued")
print("unknown escapes \d \w stay")
print("mu is μ, sigma is σ, eps is ε, Ångström", len("μσ"), "μ".upper())
print(repr("μ é 日本 \u200b \xa0"), ascii("μ é"))
print("日本語"[1], "naïve".upper(), "Straße".lower(), "éa" < "z")
print(ord("A"), chr(955), ord("λ"), chr(0x1F600), [ord(c) for c in "aµ"])
