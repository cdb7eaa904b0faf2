// SPDX-License-Identifier: MIT
// See written.hpp: attention and the layers of a transformer, computed the way PyTorch computes
// them while gradients are on. Its other way, for eval() without gradients, rounds differently in
// the last bits.
#include "app/notebook/torch/written.hpp"

namespace normscope::notebook::torch {
namespace {

constexpr std::string_view kText = R"py(
import copy
import math
import torch
from torch import nn
from torch.nn import functional as F
from torch.nn import Module, Parameter


@_layer('linear')
class NonDynamicallyQuantizableLinear(nn.Linear):
    pass


def _projected(layer, query, key, value):
    size = layer.embed_dim
    bias = layer.in_proj_bias
    if not layer._qkv_same_embed_dim:
        weights = (layer.q_proj_weight, layer.k_proj_weight, layer.v_proj_weight)
        for name, x, weight in zip(('query', 'key', 'value'), (query, key, value), weights):
            wanted = (size, x.shape[-1])
            assert weight.shape == wanted, f'expecting {name} weights shape of {wanted}, but got {weight.shape}'
        parts = (None, None, None) if bias is None else bias.chunk(3)
        return (F.linear(query, layer.q_proj_weight, parts[0]),
                F.linear(key, layer.k_proj_weight, parts[1]),
                F.linear(value, layer.v_proj_weight, parts[2]))
    weight = layer.in_proj_weight
    if key is value and query is key:
        return F.linear(query, weight, bias).chunk(3, dim=-1)
    if key is value:
        first, rest = weight.split([size, size * 2])
        first_bias, rest_bias = (None, None) if bias is None else bias.split([size, size * 2])
        return (F.linear(query, first, first_bias),) + F.linear(key, rest, rest_bias).chunk(2, dim=-1)
    weights = weight.chunk(3)
    parts = (None, None, None) if bias is None else bias.chunk(3)
    return tuple([F.linear(x, w, b) for x, w, b in zip((query, key, value), weights, parts)])


def _checked_mask(mask, name, heads, rows, columns):
    if mask.dtype == torch.uint8:
        mask = mask.to(torch.bool)
    elif not mask.is_floating_point() and mask.dtype != torch.bool:
        raise AssertionError(f'Only float, byte, and bool types are supported for attn_mask, not {mask.dtype}')
    if mask.dim() == 2:
        if mask.shape != (rows, columns):
            raise RuntimeError(f'The shape of the 2D attn_mask is {mask.shape}, but should be {(rows, columns)}.')
        return mask.unsqueeze(0)
    if mask.dim() == 3:
        if mask.shape != (heads, rows, columns):
            raise RuntimeError(f'The shape of the 3D attn_mask is {mask.shape}, but should be {(heads, rows, columns)}.')
        return mask
    raise RuntimeError(f"attn_mask's dimension {mask.dim()} is not supported")


def _check_padding(mask):
    if mask is not None and mask.dtype != torch.bool and not mask.is_floating_point():
        raise AssertionError('only bool and floating types of key_padding_mask are supported')


@_layer('activation')
class MultiheadAttention(Module):
    def __init__(self, embed_dim, num_heads, dropout=0.0, bias=True, add_bias_kv=False,
                 add_zero_attn=False, kdim=None, vdim=None, batch_first=False, device=None,
                 dtype=None):
        super().__init__()
        self.embed_dim = embed_dim
        self.kdim = embed_dim if kdim is None else kdim
        self.vdim = embed_dim if vdim is None else vdim
        self._qkv_same_embed_dim = self.kdim == embed_dim and self.vdim == embed_dim
        self.num_heads = num_heads
        self.dropout = dropout
        self.batch_first = batch_first
        self.head_dim = embed_dim // num_heads
        assert self.head_dim * num_heads == self.embed_dim, 'embed_dim must be divisible by num_heads'
        make = lambda *sizes: Parameter(torch.empty(*sizes, dtype=dtype))
        if self._qkv_same_embed_dim:
            self.in_proj_weight = make(3 * embed_dim, embed_dim)
            self.q_proj_weight = self.k_proj_weight = self.v_proj_weight = None
        else:
            self.q_proj_weight = make(embed_dim, embed_dim)
            self.k_proj_weight = make(embed_dim, self.kdim)
            self.v_proj_weight = make(embed_dim, self.vdim)
            self.in_proj_weight = None
        self.in_proj_bias = make(3 * embed_dim) if bias else None
        self.out_proj = NonDynamicallyQuantizableLinear(embed_dim, embed_dim, bias=bias, dtype=dtype)
        self.bias_k = make(1, 1, embed_dim) if add_bias_kv else None
        self.bias_v = make(1, 1, embed_dim) if add_bias_kv else None
        self.add_zero_attn = add_zero_attn
        self._reset_parameters()

    def _reset_parameters(self):
        for weight in (self.in_proj_weight, self.q_proj_weight, self.k_proj_weight, self.v_proj_weight):
            if weight is not None:
                nn.init.xavier_uniform_(weight)
        if self.in_proj_bias is not None:
            nn.init.constant_(self.in_proj_bias, 0.0)
            nn.init.constant_(self.out_proj.bias, 0.0)
        for bias in (self.bias_k, self.bias_v):
            if bias is not None:
                nn.init.xavier_normal_(bias)

    def forward(self, query, key, value, key_padding_mask=None, need_weights=True, attn_mask=None,
                average_attn_weights=True):
        _check_padding(key_padding_mask)
        batched = query.dim() == 3
        turned = self.batch_first and batched
        if turned:
            same_keys, same = key is value, query is key
            query = query.transpose(1, 0)
            key = query if same else key.transpose(1, 0)
            value = key if same_keys else value.transpose(1, 0)
        elif not batched:
            same_keys, same = key is value, query is key
            query = query.unsqueeze(1)
            key = query if same else key.unsqueeze(1)
            value = key if same_keys else value.unsqueeze(1)
            if key_padding_mask is not None:
                key_padding_mask = key_padding_mask.unsqueeze(0)
        output, weights = self._attend(query, key, value, key_padding_mask, attn_mask)
        if not batched:
            output = output.squeeze(1)
        if turned:
            output = output.transpose(1, 0)
        if not need_weights:
            return output, None
        weights = weights.view(query.shape[1], self.num_heads, query.shape[0], weights.shape[-1])
        if average_attn_weights:
            weights = weights.sum(dim=1) / self.num_heads
        return output, weights if batched else weights.squeeze(0)

    def _attend(self, query, key, value, key_padding_mask, attn_mask):
        rows, batch, size = query.shape
        columns = key.shape[0]
        assert size == self.embed_dim, f'was expecting embedding dimension of {self.embed_dim}, but got {size}'
        if self._qkv_same_embed_dim:
            assert key.shape == value.shape, f'key shape {key.shape} does not match value shape {value.shape}'
        else:
            assert key.shape[:2] == value.shape[:2], (
                f"key's sequence and batch dims {key.shape[:2]} do not match value's {value.shape[:2]}")
        q, k, v = _projected(self, query, key, value)
        if attn_mask is not None:
            attn_mask = _checked_mask(attn_mask, 'attn_mask', batch * self.num_heads, rows, columns)
        if self.bias_k is not None and self.bias_v is not None:
            k = torch.cat([k, self.bias_k.repeat(1, batch, 1)])
            v = torch.cat([v, self.bias_v.repeat(1, batch, 1)])
            attn_mask = None if attn_mask is None else F.pad(attn_mask, (0, 1))
            key_padding_mask = None if key_padding_mask is None else F.pad(key_padding_mask, (0, 1))
        heads = batch * self.num_heads
        q, k, v = [x.contiguous().view(x.shape[0], heads, self.head_dim).transpose(0, 1) for x in (q, k, v)]
        if self.add_zero_attn:
            zeros = torch.zeros((heads, 1, self.head_dim), dtype=k.dtype)
            k = torch.cat([k, zeros], dim=1)
            v = torch.cat([v, zeros], dim=1)
            attn_mask = None if attn_mask is None else F.pad(attn_mask, (0, 1))
            key_padding_mask = None if key_padding_mask is None else F.pad(key_padding_mask, (0, 1))
        columns = k.shape[1]
        if key_padding_mask is not None:
            assert key_padding_mask.shape == (batch, columns), (
                f'expecting key_padding_mask shape of {(batch, columns)}, but got {key_padding_mask.shape}')
            padding = key_padding_mask.view(batch, 1, 1, columns).expand(-1, self.num_heads, -1, -1)
            padding = padding.reshape(heads, 1, columns)
            if attn_mask is None:
                attn_mask = padding
            elif attn_mask.dtype == torch.bool:
                attn_mask = attn_mask.logical_or(padding)
            else:
                attn_mask = attn_mask.masked_fill(padding, float('-inf'))
        if attn_mask is not None and attn_mask.dtype == torch.bool:
            attn_mask = torch.zeros_like(attn_mask, dtype=q.dtype).masked_fill(attn_mask, float('-inf'))
        q = q / math.sqrt(self.head_dim)
        if attn_mask is not None:
            scores = torch.baddbmm(attn_mask, q, k.transpose(-2, -1))
        else:
            scores = torch.bmm(q, k.transpose(-2, -1))
        weights = F.softmax(scores, dim=-1)
        if self.training and self.dropout > 0.0:
            weights = F.dropout(weights, p=self.dropout)
        output = torch.bmm(weights, v).transpose(0, 1).contiguous().view(rows * batch, size)
        output = F.linear(output, self.out_proj.weight, self.out_proj.bias)
        return output.view(rows, batch, output.shape[1]), weights


def _activation_named(name):
    if name == 'relu':
        return F.relu
    if name == 'gelu':
        return F.gelu
    raise RuntimeError(f'activation should be relu/gelu, not {name}')


@_layer('transformer')
class TransformerEncoderLayer(Module):
    def __init__(self, d_model, nhead, dim_feedforward=2048, dropout=0.1, activation=F.relu,
                 layer_norm_eps=1e-5, batch_first=False, norm_first=False, device=None, dtype=None):
        super().__init__()
        self.self_attn = MultiheadAttention(d_model, nhead, dropout=dropout, batch_first=batch_first, dtype=dtype)
        self.linear1 = nn.Linear(d_model, dim_feedforward, dtype=dtype)
        self.dropout = nn.Dropout(dropout)
        self.linear2 = nn.Linear(dim_feedforward, d_model, dtype=dtype)
        self.norm_first = norm_first
        self.norm1 = nn.LayerNorm(d_model, eps=layer_norm_eps, dtype=dtype)
        self.norm2 = nn.LayerNorm(d_model, eps=layer_norm_eps, dtype=dtype)
        self.dropout1 = nn.Dropout(dropout)
        self.dropout2 = nn.Dropout(dropout)
        self.activation = _activation_named(activation) if isinstance(activation, str) else activation

    def forward(self, src, src_mask=None, src_key_padding_mask=None):
        _check_padding(src_key_padding_mask)
        x = src
        if self.norm_first:
            x = x + self._sa_block(self.norm1(x), src_mask, src_key_padding_mask)
            return x + self._ff_block(self.norm2(x))
        x = self.norm1(x + self._sa_block(x, src_mask, src_key_padding_mask))
        return self.norm2(x + self._ff_block(x))

    def _sa_block(self, x, attn_mask, key_padding_mask):
        x = self.self_attn(x, x, x, attn_mask=attn_mask, key_padding_mask=key_padding_mask, need_weights=False)[0]
        return self.dropout1(x)

    def _ff_block(self, x):
        return self.dropout2(self.linear2(self.dropout(self.activation(self.linear1(x)))))


@_layer('transformer')
class TransformerDecoderLayer(Module):
    def __init__(self, d_model, nhead, dim_feedforward=2048, dropout=0.1, activation=F.relu,
                 layer_norm_eps=1e-5, batch_first=False, norm_first=False, device=None, dtype=None):
        super().__init__()
        self.self_attn = MultiheadAttention(d_model, nhead, dropout=dropout, batch_first=batch_first, dtype=dtype)
        self.multihead_attn = MultiheadAttention(d_model, nhead, dropout=dropout, batch_first=batch_first, dtype=dtype)
        self.linear1 = nn.Linear(d_model, dim_feedforward, dtype=dtype)
        self.dropout = nn.Dropout(dropout)
        self.linear2 = nn.Linear(dim_feedforward, d_model, dtype=dtype)
        self.norm_first = norm_first
        self.norm1 = nn.LayerNorm(d_model, eps=layer_norm_eps, dtype=dtype)
        self.norm2 = nn.LayerNorm(d_model, eps=layer_norm_eps, dtype=dtype)
        self.norm3 = nn.LayerNorm(d_model, eps=layer_norm_eps, dtype=dtype)
        self.dropout1 = nn.Dropout(dropout)
        self.dropout2 = nn.Dropout(dropout)
        self.dropout3 = nn.Dropout(dropout)
        self.activation = _activation_named(activation) if isinstance(activation, str) else activation

    def forward(self, tgt, memory, tgt_mask=None, memory_mask=None, tgt_key_padding_mask=None,
                memory_key_padding_mask=None):
        x = tgt
        if self.norm_first:
            x = x + self._sa_block(self.norm1(x), tgt_mask, tgt_key_padding_mask)
            x = x + self._mha_block(self.norm2(x), memory, memory_mask, memory_key_padding_mask)
            return x + self._ff_block(self.norm3(x))
        x = self.norm1(x + self._sa_block(x, tgt_mask, tgt_key_padding_mask))
        x = self.norm2(x + self._mha_block(x, memory, memory_mask, memory_key_padding_mask))
        return self.norm3(x + self._ff_block(x))

    def _sa_block(self, x, attn_mask, key_padding_mask):
        x = self.self_attn(x, x, x, attn_mask=attn_mask, key_padding_mask=key_padding_mask, need_weights=False)[0]
        return self.dropout1(x)

    def _mha_block(self, x, memory, attn_mask, key_padding_mask):
        x = self.multihead_attn(x, memory, memory, attn_mask=attn_mask, key_padding_mask=key_padding_mask,
                                need_weights=False)[0]
        return self.dropout2(x)

    def _ff_block(self, x):
        return self.dropout3(self.linear2(self.dropout(self.activation(self.linear1(x)))))


def _copies(layer, count):
    return nn.ModuleList([copy.deepcopy(layer) for _ in range(count)])


@_layer('transformer')
class TransformerEncoder(Module):
    def __init__(self, encoder_layer, num_layers, norm=None, enable_nested_tensor=True, mask_check=True):
        super().__init__()
        self.layers = _copies(encoder_layer, num_layers)
        self.num_layers = num_layers
        self.norm = norm
        self.enable_nested_tensor = enable_nested_tensor
        self.mask_check = mask_check

    def forward(self, src, mask=None, src_key_padding_mask=None):
        _check_padding(src_key_padding_mask)
        output = src
        for layer in self.layers:
            output = layer(output, src_mask=mask, src_key_padding_mask=src_key_padding_mask)
        return output if self.norm is None else self.norm(output)


@_layer('transformer')
class TransformerDecoder(Module):
    def __init__(self, decoder_layer, num_layers, norm=None):
        super().__init__()
        self.layers = _copies(decoder_layer, num_layers)
        self.num_layers = num_layers
        self.norm = norm

    def forward(self, tgt, memory, tgt_mask=None, memory_mask=None, tgt_key_padding_mask=None,
                memory_key_padding_mask=None):
        output = tgt
        for layer in self.layers:
            output = layer(output, memory, tgt_mask=tgt_mask, memory_mask=memory_mask,
                           tgt_key_padding_mask=tgt_key_padding_mask,
                           memory_key_padding_mask=memory_key_padding_mask)
        return output if self.norm is None else self.norm(output)


@_layer('transformer')
class Transformer(Module):
    def __init__(self, d_model=512, nhead=8, num_encoder_layers=6, num_decoder_layers=6,
                 dim_feedforward=2048, dropout=0.1, activation=F.relu, custom_encoder=None,
                 custom_decoder=None, layer_norm_eps=1e-5, batch_first=False, norm_first=False,
                 device=None, dtype=None):
        super().__init__()
        options = (d_model, nhead, dim_feedforward, dropout, activation, layer_norm_eps, batch_first, norm_first)
        if custom_encoder is not None:
            self.encoder = custom_encoder
        else:
            self.encoder = TransformerEncoder(TransformerEncoderLayer(*options), num_encoder_layers,
                                              nn.LayerNorm(d_model, eps=layer_norm_eps))
        if custom_decoder is not None:
            self.decoder = custom_decoder
        else:
            self.decoder = TransformerDecoder(TransformerDecoderLayer(*options), num_decoder_layers,
                                              nn.LayerNorm(d_model, eps=layer_norm_eps))
        for parameter in self.parameters():
            if parameter.dim() > 1:
                nn.init.xavier_uniform_(parameter)
        self.d_model = d_model
        self.nhead = nhead
        self.batch_first = batch_first

    def forward(self, src, tgt, src_mask=None, tgt_mask=None, memory_mask=None,
                src_key_padding_mask=None, tgt_key_padding_mask=None, memory_key_padding_mask=None):
        batched = src.dim() == 3
        if batched and src.size(0 if self.batch_first else 1) != tgt.size(0 if self.batch_first else 1):
            raise RuntimeError('the batch number of src and tgt must be equal')
        if src.size(-1) != self.d_model or tgt.size(-1) != self.d_model:
            raise RuntimeError('the feature number of src and tgt must be equal to d_model')
        memory = self.encoder(src, mask=src_mask, src_key_padding_mask=src_key_padding_mask)
        return self.decoder(tgt, memory, tgt_mask=tgt_mask, memory_mask=memory_mask,
                            tgt_key_padding_mask=tgt_key_padding_mask,
                            memory_key_padding_mask=memory_key_padding_mask)

    @staticmethod
    def generate_square_subsequent_mask(sz, device='cpu'):
        return torch.triu(torch.full((sz, sz), float('-inf'), device=device), diagonal=1)


torch.nn.MultiheadAttention = MultiheadAttention
torch.nn.TransformerEncoderLayer = TransformerEncoderLayer
torch.nn.TransformerDecoderLayer = TransformerDecoderLayer
torch.nn.TransformerEncoder = TransformerEncoder
torch.nn.TransformerDecoder = TransformerDecoder
torch.nn.Transformer = Transformer
)py";

}  // namespace

std::string_view written_attention() {
  return kText;
}

}  // namespace normscope::notebook::torch
