def tokenize(text):
    i, out = 0, []
    while i < len(text):
        c = text[i]
        if c.isspace():
            i += 1
        elif c.isdigit() or c == ".":
            j = i
            while j < len(text) and (text[j].isdigit() or text[j] == "."):
                j += 1
            out.append(("number", float(text[i:j])))
            i = j
        elif c in "+-*/()":
            out.append(("op", c))
            i += 1
        else:
            raise SyntaxError(f"unexpected {c!r} at {i}")
    return out


class Parser:
    def __init__(self, tokens):
        self.tokens, self.i = tokens, 0

    def peek(self):
        return self.tokens[self.i] if self.i < len(self.tokens) else (None, None)

    def take(self):
        self.i += 1
        return self.tokens[self.i - 1]

    def expr(self):
        v = self.term()
        while self.peek()[1] in ("+", "-"):
            op = self.take()[1]
            v = v + self.term() if op == "+" else v - self.term()
        return v

    def term(self):
        v = self.factor()
        while self.peek()[1] in ("*", "/"):
            op = self.take()[1]
            v = v * self.factor() if op == "*" else v / self.factor()
        return v

    def factor(self):
        kind, v = self.take()
        if v == "(":
            v = self.expr()
            assert self.take()[1] == ")", "missing )"
            return v
        if v == "-":
            return -self.factor()
        return v


for text in ("1 + 2 * 3", "(1 + 2) * 3", "-4 / (2 - 4)", "2 * (3 + (4 - 1)) / 3", "1 / 0", "2 $ 3"):
    try:
        print(text, "=", Parser(tokenize(text)).expr())
    except (ZeroDivisionError, SyntaxError) as e:
        print(text, "->", type(e).__name__, e)
