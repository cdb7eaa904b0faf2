// SPDX-License-Identifier: MIT
// See functional_calls.hpp. Names, order and default values are those of PyTorch 1.13.1.
#include "app/notebook/torch/functional_calls.hpp"

#include <array>

namespace normscope::notebook::torch {
namespace {

#define NORMSCOPE_OLD "size_average=None, reduce=None, reduction='mean'"

constexpr std::array kCalls{
    FunctionalCall{"softmax", "input, dim=None, _stacklevel=3, dtype=None",
                   "input.dim unless dim; input.softmax(dim:0, dtype=)"},
    FunctionalCall{"log_softmax", "input, dim=None, _stacklevel=3, dtype=None",
                   "input.dim unless dim; input.log_softmax(dim:0, dtype=)"},
    FunctionalCall{"softmin", "input, dim=None, _stacklevel=3, dtype=None",
                   "input.dim unless dim; input.softmax(dim:0, dtype=)"},
    FunctionalCall{"relu", "input, inplace=False", "?inplace; relu@(input)"},
    FunctionalCall{"relu6", "input, inplace=False", "?inplace; relu6@(input)"},
    FunctionalCall{"selu", "input, inplace=False", "?inplace; selu@(input)"},
    FunctionalCall{"silu", "input, inplace=False", "?inplace; silu@(input)"},
    FunctionalCall{"mish", "input, inplace=False", "?inplace; mish@(input)"},
    FunctionalCall{"hardsigmoid", "input, inplace=False", "?inplace; hardsigmoid@(input)"},
    FunctionalCall{"hardswish", "input, inplace=False", "?inplace; hardswish@(input)"},
    FunctionalCall{"elu", "input, alpha=1.0, inplace=False", "?inplace; elu@(input, alpha)"},
    FunctionalCall{"celu", "input, alpha=1.0, inplace=False", "?inplace; celu@(input, alpha)"},
    FunctionalCall{"leaky_relu", "input, negative_slope=0.01, inplace=False",
                   "?inplace; leaky_relu@(input, negative_slope)"},
    FunctionalCall{"hardtanh", "input, min_val=-1.0, max_val=1.0, inplace=False",
                   "?inplace; hardtanh@(input, min_val, max_val)"},
    FunctionalCall{"threshold/_threshold", "input, threshold, value, inplace=False",
                   "?inplace; threshold@(input, threshold, value)"},
    FunctionalCall{"glu", "input, dim=-1", "input.dim; glu(input, dim)"},
    FunctionalCall{"softsign", "input", "input.abs"},
    FunctionalCall{"tanhshrink", "input", "input.tanh"},
    FunctionalCall{"sigmoid", "input", "input.sigmoid"},
    FunctionalCall{"tanh", "input", "input.tanh"},
    FunctionalCall{"embedding",
                   "input, weight, padding_idx=None, max_norm=None, norm_type=2.0, "
                   "scale_grad_by_freq=False, sparse=False",
                   "embedding(weight, input, padding_idx:0, scale_grad_by_freq, sparse)"},
    FunctionalCall{"layer_norm", "input, normalized_shape, weight=None, bias=None, eps=1e-05",
                   "layer_norm(input, normalized_shape, weight, bias, eps, #True)"},
    FunctionalCall{"group_norm", "input, num_groups, weight=None, bias=None, eps=1e-05",
                   "input.size; group_norm(input, num_groups, weight, bias, eps, #True)"},
    FunctionalCall{"batch_norm",
                   "input, running_mean, running_var, weight=None, bias=None, training=False, "
                   "momentum=0.1, eps=1e-05",
                   "?training; batch_norm(input, weight, bias, running_mean, running_var, "
                   "training, momentum, eps, #True)"},
    FunctionalCall{"instance_norm",
                   "input, running_mean=None, running_var=None, weight=None, bias=None, "
                   "use_input_stats=True, momentum=0.1, eps=1e-05",
                   "?use_input_stats; instance_norm(input, weight, bias, running_mean, "
                   "running_var, use_input_stats, momentum, eps, #True)"},
    FunctionalCall{"dropout", "input, p=0.5, training=True, inplace=False",
                   "<p; ?inplace; dropout@(input, p, training)"},
    FunctionalCall{"dropout1d", "input, p=0.5, training=True, inplace=False",
                   "<p; input.dim; ?inplace; feature_dropout@(input, p, training)"},
    FunctionalCall{"dropout3d", "input, p=0.5, training=True, inplace=False",
                   "<p; input.dim; ?inplace; feature_dropout@(input, p, training)"},
    FunctionalCall{"dropout2d", "input, p=0.5, training=True, inplace=False",
                   "<p; input.dim; ?inplace; feature_dropout@(input, p, training)"},
    FunctionalCall{"mse_loss", "input, target, " NORMSCOPE_OLD, "target.size; input.size; ~"},
    FunctionalCall{"l1_loss", "input, target, " NORMSCOPE_OLD, "target.size; input.size; ~"},
    FunctionalCall{"smooth_l1_loss", "input, target, " NORMSCOPE_OLD ", beta=1.0",
                   "target.size; input.size; ~"},
    FunctionalCall{"huber_loss", "input, target, reduction='mean', delta=1.0",
                   "target.size; input.size"},
    FunctionalCall{"nll_loss",
                   "input, target, weight=None, size_average=None, ignore_index=-100, "
                   "reduce=None, reduction='mean'",
                   "~; =reduction; nll_loss_nd(input, target, weight, #1, ignore_index)"},
    FunctionalCall{"cross_entropy",
                   "input, target, weight=None, size_average=None, ignore_index=-100, "
                   "reduce=None, reduction='mean', label_smoothing=0.0",
                   "~; =reduction; cross_entropy_loss(input, target, weight, #1, ignore_index, "
                   "label_smoothing)"},
    FunctionalCall{"binary_cross_entropy", "input, target, weight=None, " NORMSCOPE_OLD,
                   "~; =reduction; target.size; input.size"},
    FunctionalCall{"binary_cross_entropy_with_logits",
                   "input, target, weight=None, " NORMSCOPE_OLD ", pos_weight=None",
                   "~; =reduction; target.size; input.size"},
    FunctionalCall{"kl_div", "input, target, " NORMSCOPE_OLD ", log_target=False",
                   "~; =batchmean; kl_div(input, target, #1, log_target==)"},
    FunctionalCall{"poisson_nll_loss",
                   "input, target, log_input=True, full=False, size_average=None, eps=1e-08, "
                   "reduce=None, reduction='mean'",
                   "~; poisson_nll_loss(input, target, log_input, full, eps, #1)"},
    FunctionalCall{"gaussian_nll_loss",
                   "input, target, var, full=False, eps=1e-06, reduction='mean'",
                   "var.size; input.size"},
    FunctionalCall{"margin_ranking_loss", "input1, input2, target, margin=0, " NORMSCOPE_OLD,
                   "~; =reduction; input1.dim; input2.dim; target.dim; "
                   "margin_ranking_loss(input1, input2, target, margin, #1)"},
    FunctionalCall{"hinge_embedding_loss", "input, target, margin=1.0, " NORMSCOPE_OLD,
                   "~; =reduction; hinge_embedding_loss(input, target, margin, #1)"},
    FunctionalCall{"soft_margin_loss", "input, target, " NORMSCOPE_OLD,
                   "~; =reduction; soft_margin_loss(input, target, #1)"},
    FunctionalCall{"cosine_embedding_loss", "input1, input2, target, margin=0, " NORMSCOPE_OLD,
                   "~; =reduction; cosine_embedding_loss(input1, input2, target, margin, #1)"},
    FunctionalCall{
        "triplet_margin_loss",
        "anchor, positive, negative, margin=1.0, p=2, eps=1e-06, swap=False, " NORMSCOPE_OLD,
        "~; =reduction; triplet_margin_loss(anchor, positive, negative, margin, p, eps, swap, "
        "#1)"},
    FunctionalCall{"normalize", "input, p=2.0, dim=1, eps=1e-12, out=None", "input.norm"},
    FunctionalCall{"max_pool1d/_max_pool1d",
                   "input, kernel_size, stride=None, padding=0, dilation=1, ceil_mode=False, "
                   "return_indices=False",
                   "?return_indices; max_pool1d(input, kernel_size, stride:(), padding, dilation, "
                   "ceil_mode)"},
    FunctionalCall{"max_pool2d/_max_pool2d",
                   "input, kernel_size, stride=None, padding=0, dilation=1, ceil_mode=False, "
                   "return_indices=False",
                   "?return_indices; max_pool2d(input, kernel_size, stride:(), padding, dilation, "
                   "ceil_mode)"},
    FunctionalCall{"adaptive_avg_pool2d", "input, output_size", "input.size"},
    FunctionalCall{"adaptive_max_pool1d/_adaptive_max_pool1d",
                   "input, output_size, return_indices=False",
                   "?return_indices; adaptive_max_pool1d(input, output_size)"},
    FunctionalCall{"adaptive_max_pool2d/_adaptive_max_pool2d",
                   "input, output_size, return_indices=False", "?return_indices; input.size"},
    FunctionalCall{"fold", "input, output_size, kernel_size, dilation=1, padding=0, stride=1",
                   "col2im(input, output_size*2, kernel_size*2, dilation*2, padding*2, stride*2)"},
    FunctionalCall{"unfold", "input, kernel_size, dilation=1, padding=0, stride=1",
                   "im2col(input, kernel_size*2, dilation*2, padding*2, stride*2)"},
    FunctionalCall{"interpolate",
                   "input, size=None, scale_factor=None, mode='nearest', align_corners=None, "
                   "recompute_scale_factor=None, antialias=False",
                   ""},
    FunctionalCall{"gumbel_softmax", "logits, tau=1, hard=False, eps=1e-10, dim=-1", ""},
};

#undef NORMSCOPE_OLD

constexpr std::array kPythonFunctions{
    FunctionalCall{
        "split", "tensor, split_size_or_sections, dim=0",
        "tensor.split; int split_size_or_sections: split(tensor, split_size_or_sections, dim); "
        "other split_size_or_sections: split_with_sizes(tensor, split_size_or_sections, dim)"},
    FunctionalCall{"norm", "input, p='fro', dim=None, keepdim=False, out=None, dtype=None",
                   "input.dim"},
    FunctionalCall{"unique/_return_output",
                   "input, sorted=True, return_inverse=False, return_counts=False, dim=None",
                   "_unique2(input, sorted==, return_inverse==, return_counts==)"},
    FunctionalCall{"unique_consecutive/_return_output",
                   "input, return_inverse=False, return_counts=False, dim=None",
                   "unique_consecutive(input, return_inverse==, return_counts==)"},
};

constexpr std::array kPythonMethods{
    FunctionalCall{"split/Tensor.split", "self, split_size, dim=0",
                   "int split_size: split(self, split_size, dim); "
                   "other split_size: split_with_sizes(self, split_size, dim)"},
    FunctionalCall{"norm/Tensor.norm", "self, p='fro', dim=None, keepdim=False, dtype=None", ""},
    FunctionalCall{"unique/Tensor.unique",
                   "self, sorted=True, return_inverse=False, return_counts=False, dim=None",
                   "_unique2(self, sorted==, return_inverse==, return_counts==)"},
    FunctionalCall{"unique_consecutive/Tensor.unique_consecutive",
                   "self, return_inverse=False, return_counts=False, dim=None",
                   "unique_consecutive(self, return_inverse==, return_counts==)"},
};

constexpr std::array kInner{
    Forms{"_unique2", "Tensor input, bool sorted=, bool return_inverse=, bool return_counts=", ""},
    Forms{"unique_consecutive",
          "Tensor input, bool return_inverse=, bool return_counts=, int? dim=", ""},
    Forms{"split",
          "Tensor input, int split_size, int dim=;Tensor input, ints split_size, int dim=", ""},
    Forms{"split_with_sizes", "Tensor input, ints split_sizes, int dim=", ""},
    Forms{"silu silu_ mish mish_ hardsigmoid hardsigmoid_ hardswish hardswish_",
          "Tensor input, *, Tensor? out=", ""},
    Forms{"relu6 relu6_ selu_", "Tensor input", ""},
    Forms{"elu elu_", "Tensor input, Number alpha=, Number scale=, Number input_scale=", ""},
    Forms{"celu_", "Tensor input, Number alpha=", ""},
    Forms{"leaky_relu leaky_relu_", "Tensor input, Number negative_slope=, *, Tensor? out=", ""},
    Forms{"hardtanh hardtanh_",
          "Tensor input, Number min_val=, Number max_val=, *, Tensor? out=", ""},
    Forms{"threshold_", "Tensor input, Number threshold, Number value", ""},
    Forms{"glu", "Tensor input, int dim=, *, Tensor? out=", ""},
    Forms{"batch_norm",
          "Tensor input, Tensor? weight, Tensor? bias, Tensor? running_mean, Tensor? running_var, "
          "bool training, float momentum, float eps, bool cudnn_enabled",
          ""},
    Forms{"instance_norm",
          "Tensor input, Tensor? weight, Tensor? bias, Tensor? running_mean, Tensor? running_var, "
          "bool use_input_stats, float momentum, float eps, bool cudnn_enabled",
          ""},
    Forms{"dropout_ feature_dropout feature_dropout_", "Tensor input, float p, bool train", ""},
    Forms{"nll_loss_nd",
          "Tensor input, Tensor target, Tensor? weight=, int reduction=, int ignore_index=", ""},
    Forms{"cross_entropy_loss",
          "Tensor input, Tensor target, Tensor? weight=, int reduction=, int ignore_index=, float "
          "label_smoothing=",
          ""},
    Forms{"soft_margin_loss", "Tensor input, Tensor target, int reduction=, *, Tensor? out=", ""},
    Forms{"poisson_nll_loss",
          "Tensor input, Tensor target, bool log_input, bool full, float eps, int reduction", ""},
    Forms{"max_pool1d",
          "Tensor input, ints[1] kernel_size, ints[1]? stride=, ints[1] padding=, ints[1] "
          "dilation=, bool ceil_mode=",
          ""},
    Forms{"max_pool2d",
          "Tensor input, ints[2] kernel_size, ints[2]? stride=, ints[2] padding=, ints[2] "
          "dilation=, bool ceil_mode=",
          ""},
    Forms{"col2im",
          "Tensor input, symints[2] output_size, ints[2] kernel_size, ints[2] dilation, ints[2] "
          "padding, ints[2] stride, *, Tensor? out=",
          ""},
    Forms{"im2col",
          "Tensor input, ints[2] kernel_size, ints[2] dilation, ints[2] padding, ints[2] stride, "
          "*, Tensor? out=",
          ""},
};

}  // namespace

std::span<const FunctionalCall> functional_calls() {
  return kCalls;
}

std::span<const FunctionalCall> python_functions() {
  return kPythonFunctions;
}

std::span<const FunctionalCall> python_methods() {
  return kPythonMethods;
}

std::span<const Forms> inner_forms() {
  return kInner;
}

}  // namespace normscope::notebook::torch
