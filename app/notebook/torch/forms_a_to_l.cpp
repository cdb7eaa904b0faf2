// SPDX-License-Identifier: MIT
// See forms.hpp: functions from abs to lt. The names, types and order are those of PyTorch 1.13.1's
// interface.
#include "app/notebook/torch/forms.hpp"

#include <array>

namespace normscope::notebook::torch {
namespace {

constexpr std::array kForms{
    Forms{"abs absolute acos acosh arccos arccosh arcsin arcsinh arctan arctanh asin asinh atan "
          "atanh bitwise_not ceil cos cosh deg2rad erf erfc erfinv exp exp2 expm1 fix floor frac "
          "inverse isneginf isposinf lgamma log log10 log1p log2 logical_not msort neg negative "
          "rad2deg reciprocal rsqrt sgn sigmoid sign signbit sin sinc sinh sqrt square tan tanh "
          "trunc",
          "Tensor input, *, Tensor? out=", "-"},
    Forms{"abs_ absolute_ acos_ acosh_ add_ arccos_ arcsin_ arctan2_ arctan_ asin_ asinh_ atan2_ "
          "atan_ atanh_ bitwise_and_ bitwise_left_shift_ bitwise_not_ bitwise_or_ "
          "bitwise_right_shift_ bitwise_xor_ ceil_ clamp_ clip_ copysign_ cos_ cosh_ deg2rad_ "
          "detach_ div_ divide_ eq_ erf_ erfc_ erfinv_ exp2_ expm1_ fix_ floor_ floor_divide_ "
          "fmod_ frac_ ge_ greater_ greater_equal_ gt_ index_copy_ index_fill_ index_put_ le_ "
          "less_ less_equal_ lgamma_ log10_ log1p_ log2_ log_ logical_and_ logical_not_ "
          "logical_or_ logical_xor_ logit_ lt_ masked_fill_ masked_scatter_ mul_ multiply_ "
          "nan_to_num_ ne_ neg_ negative_ not_equal_ pow_ put_ rad2deg_ reciprocal_ remainder_ "
          "round_ rsqrt_ scatter_reduce_ sgn_ sign_ sin_ sinc_ sinh_ square_ squeeze_ sub_ "
          "subtract_ t_ tan_ true_divide_ trunc_ unsqueeze_ xlogy_",
          "", "_"},
    Forms{"adaptive_avg_pool1d adaptive_max_pool1d", "Tensor input, ints[1] output_size", ""},
    Forms{"add sub",
          "Tensor input, Number alpha, Tensor other, *, Tensor? out=!;Tensor input, Tensor "
          "other, *, Number alpha=, Tensor? out=",
          "="},
    Forms{"addbmm baddbmm",
          "Number beta, Tensor input, Number alpha, Tensor batch1, Tensor batch2, *, Tensor? "
          "out=!;Number beta, Tensor input, Tensor batch1, Tensor batch2, *, Tensor? "
          "out=!;Tensor input, Tensor batch1, Tensor batch2, *, Number beta=, Number alpha=, "
          "Tensor? out=",
          "="},
    Forms{"addcdiv addcmul",
          "Tensor input, Number value, Tensor tensor1, Tensor tensor2, *, Tensor? out=!;Tensor "
          "input, Tensor tensor1, Tensor tensor2, *, Number value=, Tensor? out=",
          "="},
    Forms{"addmm",
          "Number beta, Tensor input, Number alpha, Tensor mat1, Tensor mat2, *, Tensor? "
          "out=!;Number beta, Tensor input, Tensor mat1, Tensor mat2, *, Tensor? out=!;Number "
          "beta, Tensor input, Number alpha, Tensor mat1, Tensor mat2!;Number beta, Tensor "
          "input, Tensor mat1, Tensor mat2!;Tensor input, Tensor mat1, Tensor mat2, *, Number "
          "beta=, Number alpha=, Tensor? out=",
          "Number beta, Number alpha, Tensor mat1, Tensor mat2!;Number beta, Tensor mat1, Tensor "
          "mat2!;Tensor mat1, Tensor mat2, *, Number beta=, Number alpha="},
    Forms{"addmv",
          "Number beta, Tensor input, Number alpha, Tensor mat, Tensor vec, *, Tensor? "
          "out=!;Number beta, Tensor input, Tensor mat, Tensor vec, *, Tensor? out=!;Tensor "
          "input, Tensor mat, Tensor vec, *, Number beta=, Number alpha=, Tensor? out=",
          "="},
    Forms{"addr",
          "Number beta, Tensor input, Number alpha, Tensor vec1, Tensor vec2, *, Tensor? "
          "out=!;Number beta, Tensor input, Tensor vec1, Tensor vec2, *, Tensor? out=!;Tensor "
          "input, Tensor vec1, Tensor vec2, *, Number beta=, Number alpha=, Tensor? out=",
          "="},
    Forms{"adjoint argwhere corrcoef det detach fliplr flipud is_complex is_floating_point "
          "is_nonzero is_signed isfinite isinf isnan isreal numel positive ravel relu t trace",
          "Tensor input", "-"},
    Forms{"all any",
          "Tensor input, *, Tensor? out=;Tensor input, int dim, bool keepdim=, *, Tensor? "
          "out=;Tensor input, name dim, bool keepdim=, *, Tensor? out=",
          "="},
    Forms{"allclose isclose",
          "Tensor input, Tensor other, float rtol=, float atol=, bool equal_nan=", "="},
    Forms{"amax amin", "Tensor input, ints[1]? dim=, bool keepdim=, *, Tensor? out=", "="},
    Forms{"aminmax", "Tensor input, *, int? dim=, bool keepdim=, tensors[2]? out=", "="},
    Forms{"arange",
          "Number end, *, Tensor? out=, dtype? dtype=, layout? layout=, device? device=, bool? "
          "pin_memory=, bool? requires_grad=;Number start, Number end, *, dtype? dtype=, layout? "
          "layout=, device? device=, bool? pin_memory=, bool? requires_grad=;Number start, "
          "Number end, Number step=, *, Tensor? out=, dtype? dtype=, layout? layout=, device? "
          "device=, bool? pin_memory=, bool? requires_grad=",
          ""},
    Forms{"arctan2 atan2 fmax fmin gcd hypot inner kron lcm logaddexp logaddexp2 logical_and "
          "logical_or logical_xor matmul maximum minimum mul vdot",
          "Tensor input, Tensor other, *, Tensor? out=", "="},
    Forms{"argmax argmin", "Tensor input, int? dim=, bool keepdim=, *, Tensor? out=", "="},
    Forms{"argsort",
          "Tensor input, *, bool stable, int dim=, bool descending=;Tensor input, int dim=, bool "
          "descending=;Tensor input, name dim, bool descending=",
          "="},
    Forms{"as_strided", "", "symints size, symints stride, symint? storage_offset="},
    Forms{"as_tensor", "object data, *, dtype? dtype=, device? device=", ""},
    Forms{"asarray",
          "object obj, *, dtype? dtype=, device? device=, bool? copy=, bool requires_grad=", ""},
    Forms{"avg_pool1d",
          "Tensor input, ints[1] kernel_size, ints[1]? stride=, ints[1] padding=, bool "
          "ceil_mode=, bool count_include_pad=",
          ""},
    Forms{"bernoulli",
          "Tensor input, *, generator? generator=, Tensor? out=;Tensor input, float p, *, "
          "generator? generator=",
          "="},
    Forms{"bernoulli_", "",
          "Tensor p, *, generator? generator=;float p=, *, generator? generator="},
    Forms{"bfloat16 bool byte cpu double float half int long", "", "*, format? memory_format="},
    Forms{"binary_cross_entropy_with_logits",
          "Tensor input, Tensor target, Tensor? weight=, Tensor? pos_weight=, int reduction=", ""},
    Forms{"bincount", "Tensor input, Tensor? weights=, int minlength=", "="},
    Forms{"bitwise_and bitwise_left_shift bitwise_or bitwise_right_shift bitwise_xor remainder",
          "Tensor input, Tensor other, *, Tensor? out=;Number self, Tensor other;Tensor input, "
          "Number other, *, Tensor? out=",
          "Tensor other;Number other"},
    Forms{"bmm mm", "Tensor input, Tensor mat2, *, Tensor? out=", "="},
    Forms{"broadcast_to", "Tensor input, ints size", "="},
    Forms{"bucketize",
          "Tensor input, Tensor boundaries, *, bool out_int32=, bool right=, Tensor? out=;Number "
          "self, Tensor boundaries, *, bool out_int32=, bool right=",
          ""},
    Forms{"can_cast", "dtype from, dtype to", ""},
    Forms{"cat concat concatenate",
          "tensors tensors, int dim=, *, Tensor? out=;tensors tensors, name dim, *, Tensor? out=",
          ""},
    Forms{"celu", "Tensor input, Number alpha=", ""},
    Forms{"cholesky", "Tensor input, bool upper=, *, Tensor? out=", ""},
    Forms{"chunk", "Tensor input, int chunks, int dim=", "="},
    Forms{"clamp clip",
          "Tensor input, Tensor? min=, Tensor? max=, *, Tensor? out=;Tensor input, Number? min=, "
          "Number? max=, *, Tensor? out=",
          "="},
    Forms{
        "clamp_max",
        "Tensor input, Tensor max, *, Tensor? out=;Tensor input, Number max, *, Tensor? out=", "="},
    Forms{
        "clamp_min",
        "Tensor input, Tensor min, *, Tensor? out=;Tensor input, Number min, *, Tensor? out=", "="},
    Forms{"clone", "Tensor input, *, format? memory_format=", "="},
    Forms{"column_stack dstack hstack row_stack vstack", "tensors tensors, *, Tensor? out=", ""},
    Forms{"combinations", "Tensor input, int r=, bool with_replacement=", ""},
    Forms{"complex", "Tensor real, Tensor imag, *, Tensor? out=", ""},
    Forms{"contiguous is_contiguous", "", "*, format memory_format="},
    Forms{"conv1d",
          "Tensor input, Tensor weight, Tensor? bias=, ints[1] stride=, ints[1] padding=, "
          "ints[1] dilation=, int groups=;Tensor input, Tensor weight, Tensor? bias=, ints[1] "
          "stride=, str padding=, ints[1] dilation=, int groups=",
          ""},
    Forms{"conv2d",
          "Tensor input, Tensor weight, Tensor? bias=, ints[2] stride=, ints[2] padding=, "
          "ints[2] dilation=, int groups=;Tensor input, Tensor weight, Tensor? bias=, ints[2] "
          "stride=, str padding=, ints[2] dilation=, int groups=",
          ""},
    Forms{"copy_", "", "Tensor other, bool non_blocking=;Tensor other, bool async=!"},
    Forms{"copysign eq fmod ge greater greater_equal gt le less less_equal lt ne not_equal",
          "Tensor input, Tensor other, *, Tensor? out=;Tensor input, Number other, *, Tensor? "
          "out=",
          "="},
    Forms{"cosine_embedding_loss margin_ranking_loss",
          "Tensor input1, Tensor input2, Tensor target, float margin=, int reduction=", ""},
    Forms{"cosine_similarity", "Tensor x1, Tensor x2, int dim=, float eps=", ""},
    Forms{"count_nonzero", "Tensor input, int? dim=;Tensor input, ints dim", "="},
    Forms{"cov", "Tensor input, *, int correction=, Tensor? fweights=, Tensor? aweights=", "="},
    Forms{"cross", "Tensor input, Tensor other, int? dim=, *, Tensor? out=", "="},
    Forms{"cuda", "", "device? device=, bool non_blocking=, *, format? memory_format="},
    Forms{"cummax cummin",
          "Tensor input, int dim, *, tensors[2]? out=;Tensor input, name dim, *, tensors[2]? out=",
          "="},
    Forms{"cumprod cumsum",
          "Tensor input, int dim, *, dtype? dtype=, Tensor? out=;Tensor input, name dim, *, "
          "dtype? dtype=, Tensor? out=",
          "="},
    Forms{"data_ptr dim element_size item ndimension nelement retain_grad storage_offset tolist "
          "zero_",
          "", "-"},
    Forms{"diag tril triu", "Tensor input, int diagonal=, *, Tensor? out=", "="},
    Forms{"diag_embed", "Tensor input, int offset=, int dim1=, int dim2=", "="},
    Forms{"diagflat", "Tensor input, int offset=", "="},
    Forms{"diagonal",
          "Tensor input, *, name outdim, name dim1, name dim2, int offset=;Tensor input, int "
          "offset=, int dim1=, int dim2=",
          "="},
    Forms{
        "diff",
        "Tensor input, int n=, int dim=, Tensor? prepend=, Tensor? append=, *, Tensor? out=", "="},
    Forms{"div",
          "Tensor input, Number value, Tensor tensor1, Tensor tensor2, *, Tensor? out=!;Tensor "
          "input, Tensor other, *, Tensor? out=;Tensor input, Tensor other, *, str? "
          "rounding_mode, Tensor? out=;Tensor input, Number other, *, str? rounding_mode",
          "="},
    Forms{"divide",
          "Tensor input, Tensor other, *, Tensor? out=;Tensor input, Tensor other, *, str? "
          "rounding_mode, Tensor? out=;Tensor input, Number other;Tensor input, Number other, *, "
          "str? rounding_mode",
          "="},
    Forms{"dot", "Tensor input, Tensor tensor, *, Tensor? out=", "="},
    Forms{"dropout", "Tensor input, float p, bool train", ""},
    Forms{"embedding",
          "Tensor weight, Tensor indices, int padding_idx=, bool scale_grad_by_freq=, bool "
          "sparse=",
          ""},
    Forms{"empty",
          "ints size, *, names? names, format? memory_format=, dtype? dtype=, layout? layout=, "
          "device? device=, bool? pin_memory=, bool? requires_grad=;symints size, *, format? "
          "memory_format=, Tensor? out=, dtype? dtype=, layout? layout=, device? device=, bool? "
          "pin_memory=, bool? requires_grad=",
          ""},
    Forms{"empty_like ones_like rand_like randn_like zeros_like",
          "Tensor input, *, format? memory_format=, dtype? dtype=, layout? layout=, device? "
          "device=, bool? pin_memory=, bool? requires_grad=",
          ""},
    Forms{"equal is_same_size", "Tensor input, Tensor other", "="},
    Forms{"exp_ relu_ sigmoid_ sqrt_ tanh_", "Tensor input", "_"},
    Forms{"expand", "", "symints size, *, bool implicit="},
    Forms{"expand_as reshape_as type_as view_as", "", "Tensor other"},
    Forms{"exponential_", "", "float lambd=, *, generator? generator="},
    Forms{"eye",
          "int n, *, Tensor? out=, dtype? dtype=, layout? layout=, device? device=, bool? "
          "pin_memory=, bool? requires_grad=;int n, int m, *, Tensor? out=, dtype? dtype=, "
          "layout? layout=, device? device=, bool? pin_memory=, bool? requires_grad=",
          ""},
    Forms{"fill_", "", "Tensor value;Number value"},
    Forms{"fill_diagonal_", "", "Number fill_value, bool wrap="},
    Forms{"flatten",
          "Tensor input, int start_dim, int end_dim, name out_dim;Tensor input, int start_dim=, "
          "int end_dim=;Tensor input, name start_dim, name end_dim, name out_dim;Tensor input, "
          "names dims, name out_dim",
          "="},
    Forms{"flip permute tile", "Tensor input, ints dims", "="},
    Forms{"float_power pow",
          "Tensor input, Tensor exponent, *, Tensor? out=;Number self, Tensor exponent, *, "
          "Tensor? out=;Tensor input, Number exponent, *, Tensor? out=",
          "Tensor exponent;Number exponent"},
    Forms{"floor_divide multiply true_divide",
          "Tensor input, Tensor other, *, Tensor? out=;Tensor input, Number other", "="},
    Forms{"full",
          "ints size, Number fill_value, *, names? names, dtype? dtype=, layout? layout=, "
          "device? device=, bool? pin_memory=, bool? requires_grad=;symints size, Number "
          "fill_value, *, Tensor? out=, dtype? dtype=, layout? layout=, device? device=, bool? "
          "pin_memory=, bool? requires_grad=",
          ""},
    Forms{"full_like",
          "Tensor input, Number fill_value, *, format? memory_format=, dtype? dtype=, layout? "
          "layout=, device? device=, bool? pin_memory=, bool? requires_grad=",
          ""},
    Forms{"gather",
          "Tensor input, int dim, Tensor index, *, bool sparse_grad=, Tensor? out=;Tensor input, "
          "name dim, Tensor index, *, bool sparse_grad=, Tensor? out=",
          "="},
    Forms{"ger outer", "Tensor input, Tensor vec2, *, Tensor? out=", "="},
    Forms{"get_default_dtype get_num_threads is_grad_enabled", "-", ""},
    Forms{"group_norm",
          "Tensor input, int num_groups, Tensor? weight=, Tensor? bias=, float eps=, bool "
          "cudnn_enabled=",
          ""},
    Forms{"hardshrink", "Tensor input, Number lambd=, *, Tensor? out=", "="},
    Forms{"heaviside", "Tensor input, Tensor values, *, Tensor? out=", "="},
    Forms{"hinge_embedding_loss", "Tensor input, Tensor target, float margin=, int reduction=", ""},
    Forms{"histc", "Tensor input, int bins=, Number min=, Number max=, *, Tensor? out=", "="},
    Forms{"histogram",
          "Tensor input, Tensor bins, *, Tensor? weight=, bool density=, tensors[2]? out=;Tensor "
          "input, int bins, *, floats? range=, Tensor? weight=, bool density=, tensors[2]? out=",
          "="},
    Forms{"hsplit vsplit", "Tensor input, int sections;Tensor input, ints indices", "="},
    Forms{"index_add",
          "Tensor input, int dim, Tensor index, Tensor source, *, Number alpha=, Tensor? "
          "out=;Tensor input, name dim, Tensor index, Tensor source, *, Number alpha=",
          "="},
    Forms{"index_add_", "", "int dim, Tensor index, Tensor source, *, Number alpha="},
    Forms{"index_copy",
          "Tensor input, int dim, Tensor index, Tensor source, *, Tensor? out=;Tensor input, "
          "name dim, Tensor index, Tensor source",
          "="},
    Forms{"index_fill",
          "Tensor input, int dim, Tensor index, Tensor value;Tensor input, name dim, Tensor "
          "index, Tensor value;Tensor input, int dim, Tensor index, Number value;Tensor input, "
          "name dim, Tensor index, Number value",
          "="},
    Forms{"index_put", "Tensor input, tensors indices, Tensor values, bool accumulate=", "="},
    Forms{"index_select",
          "Tensor input, int dim, Tensor index, *, Tensor? out=;Tensor input, name dim, Tensor "
          "index, *, Tensor? out=",
          "="},
    Forms{"isin",
          "Tensor elements, Tensor test_elements, *, bool assume_unique=, bool invert=, Tensor? "
          "out=;Number element, Tensor test_elements, *, bool assume_unique=, bool invert=, "
          "Tensor? out=;Tensor elements, Number test_element, *, bool assume_unique=, bool "
          "invert=, Tensor? out=",
          ""},
    Forms{"kl_div", "Tensor input, Tensor target, int reduction=, *, bool log_target=", ""},
    Forms{"kthvalue",
          "Tensor input, int k, int dim=, bool keepdim=, *, tensors[2]? out=;Tensor input, int "
          "k, name dim, bool keepdim=, *, tensors[2]? out=",
          "="},
    Forms{"layer_norm",
          "Tensor input, ints normalized_shape, Tensor? weight=, Tensor? bias=, float eps=, bool "
          "cudnn_enable=",
          ""},
    Forms{"lerp",
          "Tensor input, Tensor end, Tensor weight, *, Tensor? out=;Tensor input, Tensor end, "
          "Number weight, *, Tensor? out=",
          "="},
    Forms{"linspace",
          "Number start, Number end, int steps, *, Tensor? out=, dtype? dtype=, layout? layout=, "
          "device? device=, bool? pin_memory=, bool? requires_grad=",
          ""},
    Forms{"log_softmax softmax",
          "Tensor input, int dim, dtype? dtype=, *, Tensor? out=;Tensor input, name dim, *, "
          "dtype? dtype=",
          "="},
    Forms{"logcumsumexp",
          "Tensor input, int dim, *, Tensor? out=;Tensor input, name dim, *, Tensor? out=", "="},
    Forms{"logdet matrix_exp selu view_as_complex", "Tensor input", ""},
    Forms{"logit", "Tensor input, float? eps=, *, Tensor? out=", "="},
    Forms{"logspace",
          "Number start, Number end, int steps, float base=, *, Tensor? out=, dtype? dtype=, "
          "layout? layout=, device? device=, bool? pin_memory=, bool? requires_grad=",
          ""},
    Forms{"logsumexp",
          "Tensor input, ints[1] dim, bool keepdim=, *, Tensor? out=;Tensor input, names[1] dim, "
          "bool keepdim=, *, Tensor? out=",
          "="},
};

}  // namespace

std::span<const Forms> torch_forms_to_l() {
  return kForms;
}

}  // namespace normscope::notebook::torch
