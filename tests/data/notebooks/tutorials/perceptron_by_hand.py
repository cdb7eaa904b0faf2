# A perceptron learns AND and OR, and fails at XOR.
import torch

inputs = torch.tensor([[0.0, 0.0], [0.0, 1.0], [1.0, 0.0], [1.0, 1.0]])
targets = {
    "and": torch.tensor([0, 0, 0, 1]),
    "or": torch.tensor([0, 1, 1, 1]),
    "xor": torch.tensor([0, 1, 1, 0]),
}


def train(y, epochs=10, rate=0.5):
    w, b = torch.zeros(2), torch.zeros(1)
    history = []
    for epoch in range(epochs):
        mistakes = 0
        for x, t in zip(inputs, y):
            guess = int((x @ w + b) > 0)
            error = t.item() - guess
            if error != 0:
                w += rate * error * x
                b += rate * error
                mistakes += 1
        history.append(mistakes)
        if mistakes == 0:
            break
    return w, b, history


for name, y in targets.items():
    w, b, history = train(y)
    predicted = ((inputs @ w + b) > 0).long()
    print(f"{name:>3}: w {w} b {b} mistakes {history}")
    print("     predicted", predicted.tolist(), "wanted", y.tolist(), "solved" if torch.equal(predicted, y) else "not solved")

print("two layers solve it:")
w1 = torch.tensor([[1.0, 1.0], [1.0, 1.0]])
b1 = torch.tensor([-0.5, -1.5])
w2 = torch.tensor([1.0, -1.0])
hidden = ((inputs @ w1 + b1) > 0).float()
print(hidden)
print((hidden @ w2 - 0.5 > 0).long().tolist())


def sigmoid(z):
    return 1 / (1 + torch.exp(-z))


w, b = torch.zeros(2, dtype=torch.float64), torch.zeros(1, dtype=torch.float64)
x = inputs.double()
y = targets["and"].double()
for epoch in range(201):
    p = sigmoid(x @ w + b)
    loss = -(y * torch.log(p) + (1 - y) * torch.log(1 - p)).mean()
    w -= 1.0 * (x.T @ (p - y)) / 4
    b -= 1.0 * (p - y).mean()
    if epoch % 50 == 0:
        print(f"epoch {epoch:3d} loss {loss.item():.4f} p {[round(v, 2) for v in p.tolist()]}")
print((p > 0.5).tolist())
margin = (x @ w + b).abs()
print("margins:", [round(m, 2) for m in margin.tolist()], "smallest at", inputs[margin.argmin()].tolist())
