# SPDX-License-Identifier: MIT
"""Names that PyTorch has and this torch does not: a call says why, and what can be done instead.

NotSupportedError is no Exception: `except Exception` in a cell must not hide that a part of it did
not run.
"""
import _torch

# Why, and what can be done.
_FILES = 'cells write no files', 'print() what is to be kept, or run the cell in your own Python'
_OWN_PYTHON = 'it is not here', 'run the cell in your own Python, which has all of PyTorch'
_LINEAR_ALGEBRA = ('there is no linear algebra beyond products',
                   'use numpy.linalg on x.numpy(), matmul, or your own Python')
_COMPLEX = 'tensors are real', 'keep the real and the imaginary part in two tensors'
_CONVOLUTION = 'there are no convolutions here', 'use unfold() and matmul, which convolve as well, or your own Python'
_CELL = 'recurrent layers are modules here', 'use nn.LSTM, nn.GRU or nn.RNN'
_LAYOUT = 'a tensor does not show its memory', 'use tolist() for the numbers and stride() for how they lie'
_COMPILER = 'nothing is compiled here', 'call the function as it is, which gives the same numbers'
_NET = 'nothing comes from the net here', 'bring the weights as numbers'
_DEVICES = 'there is one process on one processor', 'leave it out: the numbers do not depend on it'
_ABSENT = 'it is not here', 'write it with the operations that are here, or run the cell in your own Python'
_WEIGHTS = ('weights are not computed from others here',
            'compute the weight in forward(), or run the cell in your own Python')
_CONVOLVED = 'what goes with convolutions is not here', 'run the cell in your own Python'
_PRIVATE = ("what PyTorch's functions are made of is not here",
            'use the public function, such as torch.softmax or torch.nn.functional.layer_norm')
_SPARSE = 'tensors are dense and of whole or floating numbers', 'use a dense tensor of float32'

_INSTEAD = {
    'torch': {
        **dict.fromkeys(('from_file', 'save'), _FILES),
        'load': ('checkpoints are not read in cells', 'open the file itself, or run the cell in your own Python'),
        **dict.fromkeys(('jit', 'fx', 'onnx', 'package', 'export'), _COMPILER),
        **dict.fromkeys(('func', 'vmap'), ('functions are not transformed here', 'write the operation for a batch, or use '
                                          'your own Python')),
        **dict.fromkeys(('inverse', 'det', 'svd', 'pinverse', 'qr', 'cholesky', 'logdet', 'slogdet', 'matrix_exp',
                         'lu', 'lstsq', 'svd_lowrank', 'pca_lowrank', 'cholesky_inverse', 'triangular_solve'),
                        _LINEAR_ALGEBRA),
        **dict.fromkeys(('conv1d', 'conv2d', 'conv3d', 'conv_transpose1d', 'conv_transpose2d',
                         'conv_transpose3d'), _CONVOLUTION),
        **dict.fromkeys(('fft', 'stft', 'istft'), _COMPLEX),
        'hub': _NET,
        **dict.fromkeys(('ops', 'classes', 'library', 'overrides'), _PRIVATE),
        **dict.fromkeys(('distributed', 'multiprocessing', 'profiler'), _DEVICES),
        **dict.fromkeys(('sparse', 'sparse_coo_tensor', 'sparse_csr_tensor', 'quantize_per_tensor',
                         'quantize_per_channel', 'quantization', 'ao'), _SPARSE),
        'as_strided': (_LAYOUT[0], 'use view(), transpose() and slices'),
        **dict.fromkeys(('eig', 'lobpcg', 'matrix_rank', 'nuclear_norm', 'solve', 'symeig', 'cholesky_solve'),
                        _LINEAR_ALGEBRA),
        **dict.fromkeys(('lstm', 'lstm_cell', 'gru', 'gru_cell', 'rnn_tanh', 'rnn_relu'), _CELL),
        **dict.fromkeys(
            ('bartlett_window', 'binomial', 'blackman_window', 'block_diag', 'chain_matmul',
             'cumulative_trapezoid', 'diagonal_scatter', 'digamma', 'dsplit', 'frombuffer', 'gradient', 'hamming_window', 'hann_window', 'i0',
             'igamma', 'igammac', 'index_reduce', 'kaiser_window', 'masked', 'max_pool3d', 'mvlgamma',
             'nested', 'pdist', 'poisson', 'polygamma', 'renorm', 'select_scatter',
             'slice_scatter'),
            _ABSENT),
    },
    'torch.special': dict.fromkeys(
        ('airy_ai', 'bessel_j0', 'bessel_j1', 'bessel_y0', 'bessel_y1', 'digamma', 'erfc', 'erfcx', 'gammainc',
         'gammaincc', 'gammaln', 'i0', 'i0e', 'i1', 'i1e', 'log_ndtr', 'multigammaln', 'ndtr', 'ndtri', 'polygamma', 'psi',
         'sinc', 'zeta'),
        _ABSENT),
    'torch.distributions': dict.fromkeys(
        ('Beta', 'Binomial', 'Cauchy', 'Chi2', 'Dirichlet', 'Exponential', 'Gamma', 'Geometric', 'Gumbel',
         'Independent', 'Laplace', 'LogNormal', 'MixtureSameFamily', 'Multinomial', 'multinomial', 'MultivariateNormal', 'OneHotCategorical',
         'Poisson',
         'RelaxedOneHotCategorical', 'StudentT', 'Uniform', 'transforms'),
        ('only Categorical, Normal and Bernoulli are here',
         'write the formula, or run the cell in your own Python')),
    'torch.Tensor': {
        'storage': _LAYOUT,
        'as_strided': (_LAYOUT[0], 'use view(), transpose() and slices'),
        'apply_': ('a function is not called for each number', 'use operations on the whole tensor'),
        **dict.fromkeys(('inverse', 'det', 'svd', 'cholesky', 'cholesky_inverse', 'cholesky_solve', 'eig', 'logdet',
                         'lstsq', 'lu', 'lu_solve', 'matrix_exp', 'pinverse', 'qr', 'slogdet', 'solve', 'symeig',
                         'triangular_solve'), _LINEAR_ALGEBRA),
        **dict.fromkeys(('to_sparse', 'to_sparse_coo', 'to_sparse_csr', 'coalesce', 'to_dense', 'values', 'indices',
                         'dequantize', 'int_repr', 'q_scale'), _SPARSE),
        **dict.fromkeys(('stft', 'istft', 'imag', 'cfloat', 'cdouble'), _COMPLEX),
        **dict.fromkeys(('align_to', 'refine_names', 'rename', 'names', 'cauchy_', 'diagonal_scatter', 'digamma',
                         'digamma_', 'dsplit', 'geometric_', 'i0', 'igamma', 'index_reduce', 'index_reduce_', 'is_inference',
                         'log_normal_', 'map_', 'mvlgamma', 'polygamma',
                         'reinforce', 'renorm', 'renorm_', 'resize_as_', 'select_scatter', 'set_', 'slice_scatter',
                         'sum_to_size'), _ABSENT),
    },
    'torch.nn': {
        **dict.fromkeys(('Conv1d', 'Conv2d', 'Conv3d', 'LazyConv1d', 'LazyConv2d', 'LazyConv3d'),
                        (_CONVOLUTION[0], 'use unfold() and Linear, which convolve as well')),
        **dict.fromkeys(('ConvTranspose1d', 'ConvTranspose2d', 'ConvTranspose3d'),
                        _CONVOLVED),
        **dict.fromkeys(
            ('AdaptiveAvgPool3d', 'AdaptiveMaxPool1d', 'AdaptiveMaxPool2d', 'AdaptiveMaxPool3d', 'AvgPool1d',
             'AvgPool2d', 'AvgPool3d', 'ChannelShuffle', 'CircularPad1d', 'CircularPad2d', 'ConstantPad1d',
             'ConstantPad2d', 'ConstantPad3d', 'Dropout1d', 'Dropout2d', 'Dropout3d', 'Fold', 'FractionalMaxPool2d',
             'LPPool1d', 'LPPool2d', 'LazyBatchNorm1d', 'LazyBatchNorm2d', 'LazyBatchNorm3d', 'MaxPool1d',
             'MaxPool2d', 'MaxPool3d', 'MaxUnpool1d', 'MaxUnpool2d', 'PixelShuffle', 'PixelUnshuffle',
             'ReflectionPad1d', 'ReflectionPad2d', 'ReplicationPad1d', 'ReplicationPad2d', 'Upsample',
             'UpsamplingBilinear2d', 'UpsamplingNearest2d', 'ZeroPad1d', 'ZeroPad2d'),
            _CONVOLVED),
        **dict.fromkeys(
            ('AdaptiveLogSoftmaxWithLoss', 'AlphaDropout', 'Bilinear', 'CTCLoss', 'CosineEmbeddingLoss',
             'EmbeddingBag', 'FeatureAlphaDropout', 'GaussianNLLLoss', 'Hardshrink', 'HingeEmbeddingLoss',
             'MarginRankingLoss', 'MultiLabelMarginLoss', 'MultiLabelSoftMarginLoss', 'MultiMarginLoss',
             'ParameterDict', 'PoissonNLLLoss', 'RReLU', 'SoftMarginLoss', 'Softshrink', 'Threshold',
             'TripletMarginLoss', 'TripletMarginWithDistanceLoss'),
            _ABSENT),
        'SyncBatchNorm': _DEVICES,
        **dict.fromkeys(('DataParallel', 'parallel'), _DEVICES),
    },
    'torch.nn.functional': {
        **dict.fromkeys(('conv1d', 'conv2d', 'conv3d', 'conv_transpose1d', 'conv_transpose2d', 'conv_transpose3d'),
                        _CONVOLUTION),
        **dict.fromkeys(
            ('adaptive_avg_pool3d', 'adaptive_max_pool1d', 'adaptive_max_pool2d', 'adaptive_max_pool3d',
             'affine_grid', 'avg_pool1d', 'avg_pool2d', 'avg_pool3d', 'channel_shuffle', 'dropout1d', 'dropout2d', 'dropout3d',
             'fold', 'fractional_max_pool2d', 'grid_sample', 'interpolate', 'lp_pool1d', 'lp_pool2d', 'max_pool1d',
             'max_pool2d', 'max_pool3d', 'max_unpool1d', 'max_unpool2d', 'pixel_shuffle', 'pixel_unshuffle',
             'upsample'),
            _CONVOLVED),
        **dict.fromkeys(
            ('alpha_dropout', 'bilinear', 'cosine_embedding_loss', 'ctc_loss', 'embedding_bag',
             'feature_alpha_dropout', 'gaussian_nll_loss', 'hardshrink', 'hinge_embedding_loss',
             'margin_ranking_loss', 'multi_margin_loss', 'multilabel_margin_loss', 'multilabel_soft_margin_loss',
             'pdist', 'poisson_nll_loss', 'rrelu', 'soft_margin_loss', 'softshrink', 'threshold',
             'triplet_margin_loss', 'triplet_margin_with_distance_loss'),
            _ABSENT),
    },
    'torch.nn.utils': dict.fromkeys(
        ('parametrizations', 'parametrize', 'remove_spectral_norm', 'remove_weight_norm', 'spectral_norm',
         'weight_norm'),
        _WEIGHTS),
    'torch.nn.utils.rnn': dict.fromkeys(
        ('PackedSequence', 'pack_padded_sequence', 'pack_sequence', 'pad_packed_sequence', 'unpack_sequence',
         'unpad_sequence'),
        ('sequences are padded here, and not packed', 'use pad_sequence() and a mask, or run the cell in your own '
                                                      'Python')),
    'torch.utils.data': dict.fromkeys(
        ('ChainDataset', 'ConcatDataset', 'SubsetRandomSampler', 'WeightedRandomSampler'), _ABSENT),
    'torch.testing': {'assert_allclose': ('it is outdated', 'use torch.testing.assert_close()')},
    'torch.nn.init': {'orthogonal_': _LINEAR_ALGEBRA},
    'torch.autograd': dict.fromkeys(('forward_ad', 'gradcheck', 'gradgradcheck', 'profiler'), _OWN_PYTHON),
    'torch.optim': dict.fromkeys(
        ('Adamax', 'NAdam', 'RAdam', 'Rprop', 'Adadelta', 'LBFGS', 'ASGD', 'SparseAdam',
         'swa_utils'),
        ('only SGD, Adam, AdamW, RMSprop and Adagrad are here', 'use one of them, or your own Python')),
    'torch.optim.lr_scheduler': dict.fromkeys(
        ('ChainedScheduler', 'ConstantLR', 'CosineAnnealingWarmRestarts', 'CyclicLR', 'MultiplicativeLR', 'OneCycleLR', 'PolynomialLR', 'ReduceLROnPlateau',
         'SequentialLR'),
        ('only the most common schedules are here', 'use LambdaLR with the formula of the rate, or your own Python')),
    'torch.utils.checkpoint': dict.fromkeys(('checkpoint', 'checkpoint_sequential'),
                                            ('nothing is computed twice here', 'call the function as it is, or run the cell in your own Python')),
    'torch.utils.tensorboard': {'SummaryWriter': (_FILES[0], 'draw the curve with matplotlib')},
    'torch.linalg': dict.fromkeys(
        ('inv', 'det', 'slogdet', 'solve', 'svd', 'svdvals', 'qr', 'eigh', 'eig', 'eigvals', 'eigvalsh', 'cholesky',
         'pinv', 'lstsq', 'matrix_rank', 'multi_dot', 'cond'),
        _LINEAR_ALGEBRA),
}


# Names of torch that PyTorch keeps to itself. The files here have such names, too.
_ITS_OWN = frozenset((
    '_C', '_VF', '_batch_norm_impl_index', '_compile', '_convolution', '_decomp', '_dynamo', '_embedding_bag',
    '_export', '_functorch', '_higher_order_ops', '_inductor', '_jit_internal', '_library', '_linalg_utils',
    '_log_softmax', '_log_softmax_backward_data', '_lowrank', '_masked_softmax', '_native_multi_head_attention', '_ops',
    '_prims', '_prims_common', '_refs', '_sample_dirichlet', '_scaled_dot_product_attention_math', '_softmax',
    '_softmax_backward_data', '_standard_gamma', '_subclasses', '_tensor_str', '_trilinear', '_utils', '_vmap_internals',
    '_weight_norm', '_weight_norm_interface'))
_ITS_OWN_KINDS = ('_foreach_', '_fake_quantize_', '_fused_', '_linalg_', '_nested_', '_scaled_dot_', '_sparse_')

METHODS = tuple(_INSTEAD['torch.Tensor'])


class _Absent:
    """Stands for a function, a class or a module that is not here. Using it in any way says so."""

    def __init__(self, path, why, instead):
        self.__name__ = self.__qualname__ = path.rpartition('.')[2]
        if 'own Python' not in instead:
            instead += ', or run the cell in your own Python'
        self._said = path, why, instead

    def _refuse(self):
        _torch._not_supported(*self._said)

    def __call__(self, *_arguments, **_options):
        self._refuse()

    def __getattr__(self, name):
        if name.startswith('__'):
            raise AttributeError(name)
        self._refuse()

    def __mro_entries__(self, _bases):
        self._refuse()

    def __instancecheck__(self, _value):
        """Nothing is one: `isinstance(module, nn.Conv2d)` goes through what there is."""
        return False

    def __subclasscheck__(self, _other):
        return False


def refusing(module, name):
    """What stands for a name that is not here; AttributeError where PyTorch has no such name."""
    reason = _INSTEAD.get(module, {}).get(name)
    if module == 'torch' and (name in _ITS_OWN or name.startswith(_ITS_OWN_KINDS)):
        reason = _PRIVATE
    if reason is None:
        raise AttributeError(f"module '{module}' has no attribute '{name}'")
    return _Absent(f'{module}.{name}', *reason)


def refuse_gradient(of, why='its rule is not among those here'):
    """Says that a gradient is not computed here."""
    _torch._not_supported(f'the gradient of {of}', why, _OWN_PYTHON[1])


def refuse_hooks(what):
    _torch._not_supported(what, 'nothing is called while gradients are computed here', _OWN_PYTHON[1])


def refuse_second_order():
    _torch._not_supported('create_graph', 'gradients of gradients are not computed here', _OWN_PYTHON[1])


def known_by_name(owner, name):
    """What stands for a function or a method whose arguments are known and nothing else."""
    return _Absent(f'{owner}.{name}', *_INSTEAD.get(owner, {}).get(name, _ABSENT))
