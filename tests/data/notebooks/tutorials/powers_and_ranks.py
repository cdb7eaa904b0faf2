import torch

# A chain of Markov: where it is after some steps.
P = torch.tensor([[0.9, 0.1, 0.0], [0.2, 0.7, 0.1], [0.0, 0.3, 0.7]])
for n in (0, 1, 2, 3, 5, 50):
    print(n, torch.matrix_power(P, n)[0])
print(torch.linalg.matrix_power(P, 4))

x = torch.tensor([[3.0, 1.0, 2.0], [9.0, 7.0, 8.0]])
print(x.kthvalue(2))
print(torch.kthvalue(x, 1, dim=0, keepdim=True).values)
print(torch.cartesian_prod(torch.tensor([1, 2]), torch.tensor([3, 4, 5])))
try:
    x.kthvalue(4)
except RuntimeError as error:
    print(error)
