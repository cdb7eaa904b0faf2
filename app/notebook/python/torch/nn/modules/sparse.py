# SPDX-License-Identifier: MIT
"""Tables of rows that are looked up by number."""
import torch
from torch import Tensor
from torch._typing import Optional
from torch.nn import functional as F
from torch.nn import init
from torch.nn.modules.module import Module
from torch.nn.parameter import Parameter


class Embedding(Module):
    """A row of `weight` for each number; the row padding_idx begins with zeros."""

    def __init__(self, num_embeddings: int, embedding_dim: int, padding_idx: Optional[int] = None,
                 max_norm: Optional[float] = None, norm_type: float = 2.0,
                 scale_grad_by_freq: bool = False, sparse: bool = False,
                 _weight: Optional[Tensor] = None, _freeze: bool = False, device=None, dtype=None) -> None:
        super().__init__()
        self.num_embeddings = num_embeddings
        self.embedding_dim = embedding_dim
        if padding_idx is not None:
            if padding_idx > 0:
                assert padding_idx < num_embeddings, 'Padding_idx must be within num_embeddings'
            elif padding_idx < 0:
                assert padding_idx >= -num_embeddings, 'Padding_idx must be within num_embeddings'
                padding_idx = num_embeddings + padding_idx
        self.padding_idx = padding_idx
        self.max_norm = max_norm
        self.norm_type = norm_type
        self.scale_grad_by_freq = scale_grad_by_freq
        if _weight is None:
            self.weight = Parameter(torch.empty((num_embeddings, embedding_dim), device=device, dtype=dtype),
                                    requires_grad=not _freeze)
            self.reset_parameters()
        else:
            assert list(_weight.shape) == [num_embeddings, embedding_dim], \
                'Shape of weight does not match num_embeddings and embedding_dim'
            self.weight = Parameter(_weight, requires_grad=not _freeze)
        self.sparse = sparse

    def reset_parameters(self) -> None:
        init.normal_(self.weight)
        if self.padding_idx is not None:
            with torch.no_grad():
                self.weight[self.padding_idx].fill_(0)

    def forward(self, input: Tensor) -> Tensor:
        return F.embedding(input, self.weight, self.padding_idx, self.max_norm, self.norm_type,
                           self.scale_grad_by_freq, self.sparse)

    def extra_repr(self) -> str:
        shown = f'{self.num_embeddings}, {self.embedding_dim}'
        if self.padding_idx is not None:
            shown += f', padding_idx={self.padding_idx}'
        if self.max_norm is not None:
            shown += f', max_norm={self.max_norm}'
        if self.norm_type != 2:
            shown += f', norm_type={self.norm_type}'
        if self.scale_grad_by_freq is not False:
            shown += f', scale_grad_by_freq={self.scale_grad_by_freq}'
        if self.sparse is not False:
            shown += ', sparse=True'
        return shown

    @classmethod
    def from_pretrained(cls, embeddings, freeze=True, padding_idx=None, max_norm=None, norm_type=2.0,
                        scale_grad_by_freq=False, sparse=False):
        """A layer with these rows, which stay as they are unless freeze is false."""
        assert embeddings.dim() == 2, 'Embeddings parameter is expected to be 2-dimensional'
        rows, columns = embeddings.shape
        layer = cls(rows, columns, _weight=embeddings, padding_idx=padding_idx, max_norm=max_norm,
                    norm_type=norm_type, scale_grad_by_freq=scale_grad_by_freq, sparse=sparse)
        layer.weight.requires_grad = not freeze
        return layer
