# Sequences of different lengths through recurrent layers, and attention over what they give.
import torch
import torch.nn as nn
from torch.nn.utils.rnn import (PackedSequence, pack_padded_sequence, pack_sequence, pad_packed_sequence,
                                pad_sequence, unpack_sequence, unpad_sequence)

torch.manual_seed(0)
words = [torch.tensor([3, 1]), torch.tensor([2, 5, 4, 1]), torch.tensor([6, 2, 1])]
lengths = torch.tensor([len(word) for word in words])
padded = pad_sequence(words, batch_first=True)
print(padded, lengths)
embedded = nn.Embedding(8, 3, padding_idx=0)(padded).detach()
packed = pack_padded_sequence(embedded, lengths, batch_first=True, enforce_sorted=False)
print(packed, type(packed).__name__, isinstance(packed, PackedSequence))
for layer in (nn.GRU(3, 2, batch_first=True), nn.RNN(3, 2),
              nn.LSTM(3, 2, num_layers=2, bidirectional=True, batch_first=True)):
    output, state = layer(packed)
    print(layer, output.data, state, sep='\n')
    values, back = pad_packed_sequence(output, batch_first=True, total_length=5, padding_value=-1.0)
    print(values.detach(), back)
    print([part.shape for part in unpack_sequence(output)])
print(pack_sequence([embedded[1], embedded[2, :3]]))
print([part.tolist() for part in unpad_sequence(padded, lengths, batch_first=True)])
for call in (lambda: pack_padded_sequence(embedded, [2, 4, 3], batch_first=True),
             lambda: pack_padded_sequence(embedded, [4, 3], batch_first=True),
             lambda: pack_padded_sequence(embedded, [4, 3, 0], batch_first=True),
             lambda: pad_packed_sequence(packed, total_length=3)):
    try:
        call()
    except (RuntimeError, ValueError) as error:
        print(type(error).__name__, error)


class AdditiveAttention(nn.Module):
    """Bahdanau's: how well a decoder's state fits each state of the encoder."""

    def __init__(self, size):
        super().__init__()
        self.query, self.key = nn.Linear(size, size, bias=False), nn.Linear(2 * size, size, bias=False)
        self.score = nn.Linear(size, 1, bias=False)

    def forward(self, state, keys, mask):
        scores = self.score(torch.tanh(self.query(state).unsqueeze(1) + self.key(keys))).squeeze(-1)
        weights = scores.masked_fill(~mask, float('-inf')).softmax(-1)
        return (weights.unsqueeze(1) @ keys).squeeze(1), weights


with torch.no_grad():
    encoder, decoder, attention = nn.GRU(3, 4, bidirectional=True), nn.GRUCell(8, 4), AdditiveAttention(4)
    states, last = encoder(pack_padded_sequence(embedded.transpose(0, 1), lengths, enforce_sorted=False))
    keys, lengths = pad_packed_sequence(states, batch_first=True)
    mask = torch.arange(keys.size(1)) < lengths[:, None]
    state = torch.tanh(last.sum(0))
    for _ in range(3):
        context, weights = attention(state, keys, mask)
        state = decoder(context, state)
        print(weights, state)
