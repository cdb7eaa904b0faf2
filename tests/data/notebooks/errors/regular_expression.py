import re


def tokens(text):
    return re.findall(r"(\w+", text)


tokens("a b")
