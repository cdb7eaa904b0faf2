import re


class SimpleTokenizerV2:
    def __init__(self, vocab):
        self.str_to_int = vocab
        self.int_to_str = {i: s for s, i in vocab.items()}

    def encode(self, text):
        preprocessed = re.split(r'([,.:;?_!"()\']|--|\s)', text)
        preprocessed = [item.strip() for item in preprocessed if item.strip()]
        preprocessed = [item if item in self.str_to_int else "<|unk|>" for item in preprocessed]
        return [self.str_to_int[s] for s in preprocessed]

    def decode(self, ids):
        text = " ".join([self.int_to_str[i] for i in ids])
        text = re.sub(r'\s+([,.:;?!"()\'])', r'\1', text)
        return text


raw = """I HAD always thought Jack Gisburn rather a cheap genius--though a good fellow enough--so it was no
great surprise to me to hear that, in the height of his glory, he had dropped his painting."""
tokens = [t.strip() for t in re.split(r'([,.:;?_!"()\']|--|\s)', raw) if t.strip()]
print(len(tokens), tokens[:12])
all_tokens = sorted(set(tokens))
all_tokens.extend(["<|endoftext|>", "<|unk|>"])
vocab = {token: integer for integer, token in enumerate(all_tokens)}
print(len(vocab.items()))
for i, item in enumerate(list(vocab.items())[-5:]):
    print(item)
tokenizer = SimpleTokenizerV2(vocab)
text = " <|endoftext|> ".join(("Hello, do you like tea?", "In the height of his painting, enough."))
ids = tokenizer.encode(text)
print(ids)
print(tokenizer.decode(ids))
