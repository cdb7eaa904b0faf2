# Recurrent layers and their cells: weights, states, directions, layers, and what they print.
import torch
import torch.nn as nn

torch.manual_seed(0)
kinds = (lambda **options: nn.RNN(3, 5, **options), lambda **options: nn.GRU(3, 5, **options),
         lambda **options: nn.LSTM(3, 5, **options), lambda **options: nn.RNN(3, 5, nonlinearity='relu', **options))
forms = (dict(), dict(num_layers=2), dict(batch_first=True), dict(bidirectional=True),
         dict(num_layers=2, bidirectional=True, dropout=0.5, bias=False))
for kind in kinds:
    for options in forms:
        layer = kind(**options)
        print(layer, sum(p.numel() for p in layer.parameters()))
        x = torch.randn(4, 2, 3)
        output, state = layer(x)
        print(output[-1], state, sep='\n')
        layer.eval()
        print(layer(x, state)[0][:, 0].detach(), layer(torch.randn(4, 3))[0].shape)

projected = nn.LSTM(3, 6, proj_size=2, num_layers=2, batch_first=True)
output, (h, c) = projected(torch.randn(2, 4, 3))
print(projected, output, h.shape, c.shape)
print({name: tuple(value.shape) for name, value in nn.LSTM(2, 3, bidirectional=True).state_dict().items()})

for cell in (nn.RNNCell, nn.GRUCell, nn.LSTMCell):
    made = cell(3, 4)
    print(made, made(torch.randn(2, 3)), made(torch.randn(3)), cell(3, 4, bias=False), sep='\n')
relu = nn.RNNCell(2, 3, nonlinearity='relu')
print(relu, relu(torch.ones(1, 2), torch.ones(1, 3)))

large = nn.LSTM(64, 128, 2).eval()
output, (h, c) = large(torch.randn(20, 8, 64))
print(output.sum().item(), h.mean().item(), c.std().item(), output[5, 3, :8].tolist())
large = nn.GRU(64, 128, 2, bidirectional=True).eval()
output, h = large(torch.randn(20, 8, 64))
print(output.sum().item(), h.mean().item(), output[5, 3, :8].tolist())


def told(call):
    try:
        print(call())
    except (RuntimeError, ValueError, AssertionError) as error:
        print(type(error).__name__, error)


told(lambda: nn.LSTM(3, 5)(torch.randn(2, 2, 4)))
told(lambda: nn.GRU(3, 5)(torch.randn(2, 2, 3), torch.zeros(1, 3, 5)))
told(lambda: nn.GRU(3, 5)(torch.randn(2, 2, 3), torch.zeros(2, 5)))
told(lambda: nn.LSTM(3, 5)(torch.randn(2, 2, 3), (torch.zeros(1, 2, 5), torch.zeros(1, 1, 5))))
told(lambda: nn.LSTM(3, 5)(torch.randn(2, 3), (torch.zeros(1, 2, 5), torch.zeros(1, 2, 5))))
told(lambda: nn.RNN(3, 5, nonlinearity='x'))
told(lambda: nn.GRU(3, 5, proj_size=2))
told(lambda: nn.LSTM(3, 5, dropout=2))
told(lambda: nn.GRUCell(3, 5)(torch.randn(1, 1, 3)))
told(lambda: nn.GRUCell(3, 5)(torch.randn(1, 4)))
told(lambda: nn.GRUCell(3, 5)(torch.randn(1, 3), torch.zeros(2, 5)))
told(lambda: nn.LSTMCell(3, 5)(torch.randn(1, 3), (torch.zeros(1, 5), torch.zeros(1, 4))))
