import math

scores = [2.0, 1.0, 0.1]
exps = [math.exp(s) for s in scores]
total = sum(exps)
probs = [e / total for e in exps]
print(exps)
print(probs, sum(probs))
print([f"{p:.3f}" for p in probs])


def softmax(values, temperature=1.0):
    top = max(values)
    e = [math.exp((v - top) / temperature) for v in values]
    s = sum(e)
    return [v / s for v in e]


for t in (0.1, 1, 10):
    print(t, [round(p, 4) for p in softmax(scores, t)])
print(softmax([1000.0, 1000.0]), softmax([-1000.0, 0.0]))
try:
    math.exp(1000)
except OverflowError as e:
    print("OverflowError:", e)
print([round(math.log(p), 4) for p in softmax(scores)])
