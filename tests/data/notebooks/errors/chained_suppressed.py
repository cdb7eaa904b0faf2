def parse(text):
    try:
        return int(text)
    except ValueError:
        raise TypeError(f"not a number: {text!r}") from None


print(parse("5"))
parse("five")
