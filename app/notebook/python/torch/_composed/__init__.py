# SPDX-License-Identifier: MIT
"""Functions that PyTorch has in C++ and this torch composes of others, by subject.

`_torch` reads and checks their arguments by its table of signatures, then asks this package for the
function of that name. It is called with the first argument by position and the others by PyTorch's
names for them; what was not given is left out. `out=` and the forms that change their tensor are
`_torch`'s. So nothing here checks types or registers itself.
"""
from torch import _module_named

_SUBJECTS = {
    'activations': 'celu glu hardshrink hardsigmoid hardswish hardtanh log_sigmoid prelu relu6 rrelu '
                   'softshrink threshold',
    'attention': 'rms_norm scaled_dot_product_attention',
    'bits': 'frexp ldexp nextafter',
    'conversion': 'can_cast cuda requires_grad_ result_type',
    'counting': 'aminmax bincount count_nonzero histc histogram kthvalue mode msort',
    'einsum': '_einsum einsum',
    'images': 'col2im im2col pixel_shuffle pixel_unshuffle upsample_nearest1d upsample_nearest2d '
              'upsample_nearest3d',
    'losses': 'binary_cross_entropy binary_cross_entropy_with_logits cosine_embedding_loss '
              'cross_entropy_loss hinge_embedding_loss huber_loss kl_div l1_loss margin_ranking_loss '
              'mse_loss nll_loss_nd pairwise_distance poisson_nll_loss smooth_l1_loss soft_margin_loss '
              'triplet_margin_loss',
    'matrix': 'addbmm addmv addr bilinear cdist cosine_similarity cross ger inner kron '
              'matrix_power outer tensordot trace',
    'noise': 'alpha_dropout dropout dropout_ feature_alpha_dropout feature_dropout '
             'instance_norm',
    'pointwise': 'addcdiv addcmul allclose asarray clamp_max clamp_min deg2rad '
                 'float_power heaviside is_complex is_nonzero is_same_size is_signed '
                 'isclose isneginf isposinf isreal lerp logit logspace nan_to_num positive '
                 'rad2deg scalar_tensor',
    'outdated': 'range',
    'pooling': 'adaptive_avg_pool1d adaptive_avg_pool2d adaptive_max_pool1d adaptive_max_pool2d '
               'avg_pool1d avg_pool2d max_pool1d max_pool1d_with_indices max_pool2d '
               'max_pool2d_with_indices',
    'selection': 'bucketize index_add index_copy index_fill index_put isin masked_scatter '
                 'masked_select one_hot put repeat_interleave scatter_ scatter_add scatter_reduce '
                 'searchsorted take take_along_dim',
    'shapes': 'adjoint chunk column_stack combinations diag diag_embed diagflat dstack expand_as '
              'fill_diagonal_ fliplr flipud hsplit hstack moveaxis movedim pad ravel '
              'reshape_as roll rot90 row_stack tensor_split tile tril_indices triu_indices '
              'unflatten vander view_as vsplit vstack',
    'statistics': 'corrcoef cov diff dist nanmean nanmedian nanquantile nansum quantile '
                  'trapezoid trapz',
    'unique': '_unique2 unique_consecutive unique_dim',
}
_WHERE = {name: file for file, names in _SUBJECTS.items() for name in names.split()}


def __getattr__(name):
    if name not in _WHERE:
        raise AttributeError(f"module 'torch._composed' has no attribute '{name}'")
    value = getattr(_module_named('torch._composed.' + _WHERE[name]), name)
    globals()[name] = value
    return value
