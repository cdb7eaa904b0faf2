import torch

x = torch.arange(6)
for bad in (lambda: x.reshape(4, 2), lambda: x.view(5), lambda: x.reshape(-1, 4), lambda: x.reshape(-1, -1), lambda: x.view(2, 3).t().view(6), lambda: x[6], lambda: x[-7], lambda: x.view(2, 3)[2], lambda: x.view(2, 3)[0, 3], lambda: x[0, 0], lambda: x.expand(3), lambda: torch.cat([x, x.view(2, 3)]), lambda: torch.cat([torch.zeros(2, 3), torch.zeros(2, 2)]), lambda: torch.stack([torch.zeros(2), torch.zeros(3)]), lambda: x + torch.zeros(4), lambda: torch.zeros(2, 3) * torch.zeros(3, 2), lambda: x.item(), lambda: bool(x), lambda: int(x), lambda: float(torch.zeros(2)), lambda: torch.tensor([[1, 2], [3]]), lambda: torch.tensor("text"), lambda: torch.tensor([1, "a"]), lambda: torch.tensor(None), lambda: x.mean(), lambda: x.std(), lambda: torch.zeros(2, -1), lambda: torch.zeros(2)[torch.tensor([5])], lambda: torch.zeros(2)["a"], lambda: torch.zeros(2)[1.5], lambda: x.foo, lambda: x.squeeze(3), lambda: torch.arange(0, 5, -1), lambda: torch.zeros("a"), lambda: torch.ones(2) @ 3, lambda: torch.ones(2) + "a", lambda: torch.softmax(x, 0), lambda: torch.zeros(2, 2)[torch.tensor([True, False, True])], lambda: x.no_such(), lambda: torch.no_such_function, lambda: len(torch.tensor(1)), lambda: torch.sum("a"), lambda: torch.exp(3)):
    try:
        print("gave", bad())
    except Exception as e:
        print(type(e).__name__, "|", str(e).split("\n")[0])
