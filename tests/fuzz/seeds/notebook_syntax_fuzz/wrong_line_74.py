x = {a: b c}
