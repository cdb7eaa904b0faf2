// SPDX-License-Identifier: MIT
// See forms.hpp: functions from masked_fill on, and torch.nn.functional. The names, types and order
// are those of PyTorch 1.13.1's interface.
#include "app/notebook/torch/forms.hpp"

#include <array>

namespace normscope::notebook::torch {
namespace {

constexpr std::array kForms{
    Forms{"masked_fill",
          "Tensor input, Tensor mask, Tensor value;Tensor input, Tensor mask, Number value", "="},
    Forms{"masked_scatter", "Tensor input, Tensor mask, Tensor source", "="},
    Forms{"masked_select", "Tensor input, Tensor mask, *, Tensor? out=", "="},
    Forms{"matrix_power", "Tensor input, int n, *, Tensor? out=", "="},
    Forms{"max min",
          "Tensor input;Tensor input, Tensor other, *, Tensor? out=;Tensor input, int dim, bool "
          "keepdim=, *, tensors[2]? out=;Tensor input, name dim, bool keepdim=, *, tensors[2]? "
          "out=",
          "="},
    Forms{"max_pool1d",
          "Tensor input, ints[1] kernel_size, ints[1]? stride=, ints[1] padding=, ints[1] "
          "dilation=, bool ceil_mode=",
          ""},
    Forms{"max_pool2d",
          "Tensor input, ints[2] kernel_size, ints[2]? stride=, ints[2] padding=, ints[2] "
          "dilation=, bool ceil_mode=",
          ""},
    Forms{"mean sum",
          "Tensor input, *, dtype? dtype=;Tensor input, ints[1]? dim, bool keepdim=, *, dtype? "
          "dtype=, Tensor? out=;Tensor input, names[1] dim, bool keepdim=, *, dtype? dtype=, "
          "Tensor? out=",
          "="},
    Forms{"median nanmedian",
          "Tensor input;Tensor input, int dim, bool keepdim=, *, tensors[2]? out=;Tensor input, "
          "name dim, bool keepdim=, *, tensors[2]? out=",
          "="},
    Forms{"mode",
          "Tensor input, int dim=, bool keepdim=, *, tensors[2]? out=;Tensor input, name dim, "
          "bool keepdim=, *, tensors[2]? out=",
          "="},
    Forms{"moveaxis movedim",
          "Tensor input, int source, int destination;Tensor input, ints source, ints destination",
          "="},
    Forms{"multinomial",
          "Tensor input, int num_samples, bool replacement=, *, generator? generator=, Tensor? "
          "out=",
          "="},
    Forms{"mv", "Tensor input, Tensor vec, *, Tensor? out=", "="},
    Forms{"nan_to_num",
          "Tensor input, float? nan=, float? posinf=, float? neginf=, *, Tensor? out=", "="},
    Forms{"nanmean nansum",
          "Tensor input, ints[1]? dim=, bool keepdim=, *, dtype? dtype=, Tensor? out=", "="},
    Forms{"nanquantile quantile",
          "Tensor input, Tensor q, int? dim=, bool keepdim=, *, str interpolation=, Tensor? "
          "out=;Tensor input, float q, int? dim=, bool keepdim=, *, str interpolation=, Tensor? "
          "out=",
          "="},
    Forms{"narrow",
          "Tensor input, int dim, Tensor start, int length;Tensor input, int dim, int start, int "
          "length",
          "="},
    Forms{"new_empty new_ones new_zeros", "",
          "symints size, *, dtype? dtype=, layout? layout=, device? device=, bool? pin_memory=, "
          "bool? requires_grad="},
    Forms{"new_full", "",
          "symints size, Number fill_value, *, dtype? dtype=, layout? layout=, device? device=, "
          "bool? pin_memory=, bool? requires_grad="},
    Forms{"new_tensor", "", "object data, *, dtype? dtype=, device? device=, bool requires_grad="},
    Forms{"nonzero", "Tensor input, *, bool as_tuple=, Tensor? out=", ";*, bool as_tuple"},
    Forms{"normal",
          "Tensor mean, Tensor std, *, generator? generator=, Tensor? out=;Tensor mean, float "
          "std=, *, generator? generator=, Tensor? out=;float mean, Tensor std, *, generator? "
          "generator=, Tensor? out=;float mean, float std, ints size, *, generator? generator=, "
          "Tensor? out=, dtype? dtype=, layout? layout=, device? device=, bool? pin_memory=, "
          "bool? requires_grad=",
          ""},
    Forms{"normal_", "", "float mean=, float std=, *, generator? generator="},
    Forms{"numpy", "", "*, bool force="},
    Forms{"ones zeros",
          "ints size, *, names? names, dtype? dtype=, layout? layout=, device? device=, bool? "
          "pin_memory=, bool? requires_grad=;symints size, *, Tensor? out=, dtype? dtype=, "
          "layout? layout=, device? device=, bool? pin_memory=, bool? requires_grad=",
          ""},
    Forms{"pairwise_distance", "Tensor x1, Tensor x2, float p=, float eps=, bool keepdim=", ""},
    Forms{"pinverse", "Tensor input, float rcond=", ""},
    Forms{"pixel_shuffle", "Tensor input, int upscale_factor", ""},
    Forms{"pixel_unshuffle", "Tensor input, int downscale_factor", ""},
    Forms{"polar", "Tensor abs, Tensor angle, *, Tensor? out=", ""},
    Forms{"prelu", "Tensor input, Tensor weight", "="},
    Forms{"prod",
          "Tensor input, *, dtype? dtype=;Tensor input, int dim, bool keepdim=, *, dtype? "
          "dtype=, Tensor? out=;Tensor input, name dim, bool keepdim=, *, dtype? dtype=, Tensor? "
          "out=",
          "="},
    Forms{"promote_types", "dtype type1, dtype type2", ""},
    Forms{"put", "Tensor input, Tensor index, Tensor source, bool accumulate=", "="},
    Forms{"qr", "Tensor input, bool some=, *, tensors[2]? out=", ""},
    Forms{"rand randn",
          "ints size, *, generator? generator, names? names, dtype? dtype=, layout? layout=, "
          "device? device=, bool? pin_memory=, bool? requires_grad=;ints size, *, generator? "
          "generator, Tensor? out=, dtype? dtype=, layout? layout=, device? device=, bool? "
          "pin_memory=, bool? requires_grad=;ints size, *, Tensor? out=, dtype? dtype=, layout? "
          "layout=, device? device=, bool? pin_memory=, bool? requires_grad=;ints size, *, "
          "names? names, dtype? dtype=, layout? layout=, device? device=, bool? pin_memory=, "
          "bool? requires_grad=",
          ""},
    Forms{"randint",
          "int high, ints size, *, generator? generator, Tensor? out=, dtype? dtype=, layout? "
          "layout=, device? device=, bool? pin_memory=, bool? requires_grad=;int high, ints "
          "size, *, Tensor? out=, dtype? dtype=, layout? layout=, device? device=, bool? "
          "pin_memory=, bool? requires_grad=;int low, int high, ints size, *, generator? "
          "generator, Tensor? out=, dtype? dtype=, layout? layout=, device? device=, bool? "
          "pin_memory=, bool? requires_grad=;int low, int high, ints size, *, Tensor? out=, "
          "dtype? dtype=, layout? layout=, device? device=, bool? pin_memory=, bool? "
          "requires_grad=",
          ""},
    Forms{"randint_like",
          "Tensor input, int high, *, format? memory_format=, dtype? dtype=, layout? layout=, "
          "device? device=, bool? pin_memory=, bool? requires_grad=;Tensor input, int low, int "
          "high, *, format? memory_format=, dtype? dtype=, layout? layout=, device? device=, "
          "bool? pin_memory=, bool? requires_grad=",
          ""},
    Forms{"random_", "",
          "*, generator? generator=;int from, int? to, *, generator? generator=;int to, *, "
          "generator? generator="},
    Forms{"randperm",
          "int n, *, generator? generator, Tensor? out=, dtype? dtype=, layout? layout=, device? "
          "device=, bool? pin_memory=, bool? requires_grad=;int n, *, Tensor? out=, dtype? "
          "dtype=, layout? layout=, device? device=, bool? pin_memory=, bool? requires_grad=",
          ""},
    Forms{"repeat", "", "symints repeats"},
    Forms{"repeat_interleave",
          "Tensor input, Tensor repeats, int? dim=, *, int? output_size=;Tensor input, int "
          "repeats, int? dim=, *, int? output_size=;Tensor repeats, *, int? output_size=",
          "Tensor repeats, int? dim=, *, int? output_size=;int repeats, int? dim=, *, int? "
          "output_size="},
    Forms{"requires_grad_", "", "bool requires_grad="},
    Forms{"reshape", "Tensor input, symints shape", "="},
    Forms{"resize_", "", "symints size, *, format? memory_format="},
    Forms{"result_type",
          "Tensor tensor, Tensor other;Number scalar, Tensor tensor;Tensor tensor, Number "
          "other;Number scalar1, Number scalar2",
          ""},
    Forms{"roll", "Tensor input, ints[1] shifts, ints[1]? dims=", "="},
    Forms{"rot90", "Tensor input, int k=, ints dims=", "="},
    Forms{"round",
          "Tensor input, *, Tensor? out=;Tensor input, *, int decimals, Tensor? out=", "="},
    Forms{"rsub",
          "Tensor input, Tensor other, *, Number alpha=;Tensor input, Number other, Number alpha=",
          ""},
    Forms{"scalar_tensor",
          "Number s, *, dtype? dtype=, layout? layout=, device? device=, bool? pin_memory=, "
          "bool? requires_grad=",
          ""},
    Forms{"scatter",
          "Tensor input, int dim, Tensor index, Tensor src, *, Tensor? out=;Tensor input, int "
          "dim, Tensor index, Tensor src, *, str reduce, Tensor? out=;Tensor input, name dim, "
          "Tensor index, Tensor src;Tensor input, int dim, Tensor index, Number value, *, "
          "Tensor? out=;Tensor input, int dim, Tensor index, Number value, *, str reduce, "
          "Tensor? out=;Tensor input, name dim, Tensor index, Number value",
          "="},
    Forms{"scatter_", "",
          "int dim, Tensor index, Tensor src;int dim, Tensor index, Tensor src, *, str "
          "reduce;int dim, Tensor index, Number value;int dim, Tensor index, Number value, *, "
          "str reduce"},
    Forms{"scatter_add",
          "Tensor input, int dim, Tensor index, Tensor src, *, Tensor? out=;Tensor input, name "
          "dim, Tensor index, Tensor src",
          "="},
    Forms{"scatter_add_", "", "int dim, Tensor index, Tensor src"},
    Forms{"scatter_reduce",
          "Tensor input, int dim, Tensor index, Tensor src, str reduce, *, bool include_self=, "
          "Tensor? out=",
          "="},
    Forms{"searchsorted",
          "Tensor sorted_sequence, Tensor input, *, bool out_int32=, bool right=, str? side=, "
          "Tensor? sorter=, Tensor? out=;Tensor sorted_sequence, Number self, *, bool "
          "out_int32=, bool right=, str? side=, Tensor? sorter=",
          ""},
    Forms{"select", "Tensor input, int dim, int index;Tensor input, name dim, int index", "="},
    Forms{"size stride", "", "int dim;;name dim"},
    Forms{"sort",
          "Tensor input, *, bool? stable, int dim=, bool descending=, tensors[2]? out=;Tensor "
          "input, int dim=, bool descending=, *, tensors[2]? out=;Tensor input, *, bool? stable, "
          "name dim, bool descending=, tensors[2]? out=;Tensor input, name dim, bool "
          "descending=, *, tensors[2]? out=",
          "="},
    Forms{"squeeze", "Tensor input;Tensor input, int dim;Tensor input, name dim", "="},
    Forms{"stack", "tensors tensors, int dim=, *, Tensor? out=", ""},
    Forms{"std var",
          "Tensor input, ints[1]? dim, *, int? correction, bool keepdim=, Tensor? out=;Tensor "
          "input, ints[1]? dim, bool unbiased=, bool keepdim=, *, Tensor? out=;Tensor input, "
          "bool unbiased=;Tensor input, names[1] dim, *, int? correction, bool keepdim=, Tensor? "
          "out=;Tensor input, names[1] dim, bool unbiased=, bool keepdim=, *, Tensor? out=",
          "="},
    Forms{"std_mean var_mean",
          "Tensor input, ints[1]? dim, *, int? correction, bool keepdim=;Tensor input, ints[1]? "
          "dim, bool unbiased=, bool keepdim=;Tensor input, bool unbiased=;Tensor input, "
          "names[1] dim, *, int? correction, bool keepdim=;Tensor input, names[1] dim, bool "
          "unbiased=, bool keepdim=",
          ""},
    Forms{"subtract",
          "Tensor input, Tensor other, *, Number alpha=, Tensor? out=;Tensor input, Number "
          "other, Number alpha=",
          "="},
    Forms{"svd", "Tensor input, bool some=, bool compute_uv=, *, tensors[3]? out=", "="},
    Forms{"swapaxes", "Tensor input, int axis0, int axis1", "="},
    Forms{"swapdims", "Tensor input, int dim0, int dim1", "="},
    Forms{"take", "Tensor input, Tensor index, *, Tensor? out=", "="},
    Forms{"take_along_dim", "Tensor input, Tensor indices, int? dim=, *, Tensor? out=", "="},
    Forms{"tensor",
          "object data, *, dtype? dtype=, device? device=, bool pin_memory=, bool "
          "requires_grad=, names? names=",
          ""},
    Forms{"tensor_split",
          "Tensor input, Tensor tensor_indices_or_sections, int dim=;Tensor input, int sections, "
          "int dim=;Tensor input, ints indices, int dim=",
          "="},
    Forms{"threshold", "Tensor input, Number threshold, Number value, *, Tensor? out=", ""},
    Forms{"to", "",
          "device? device=, dtype? dtype=, bool non_blocking=, bool copy=, *, format? "
          "memory_format=;dtype dtype, bool non_blocking=, bool copy=, *, format? "
          "memory_format=;Tensor tensor, bool non_blocking=, bool copy=, *, format? "
          "memory_format="},
    Forms{"topk",
          "Tensor input, int k, int dim=, bool largest=, bool sorted=, *, tensors[2]? out=", "="},
    Forms{"transpose", "Tensor input, int dim0, int dim1;Tensor input, name dim0, name dim1", "="},
    Forms{"transpose_", "", "int dim0, int dim1"},
    Forms{"trapezoid", "Tensor y, Tensor x, *, int dim=;Tensor y, *, Number dx=, int dim=", ""},
    Forms{"trapz", "Tensor y, *, float dx=, int dim=;Tensor y, Tensor x, *, int dim=", ""},
    Forms{"tril_indices triu_indices",
          "int row, int col, int offset=, *, dtype? dtype=, layout? layout=, device? device=, "
          "bool? pin_memory=, bool? requires_grad=",
          ""},
    Forms{"triplet_margin_loss",
          "Tensor anchor, Tensor positive, Tensor negative, float margin=, float p=, float eps=, "
          "bool swap=, int reduction=",
          ""},
    Forms{"type", "", "object? dtype=, bool non_blocking=, *, format? memory_format="},
    Forms{"unbind", "Tensor input, int dim=;Tensor input, name dim", "="},
    Forms{"unflatten",
          "Tensor input, name dim, ints sizes, names names;Tensor input, int dim, ints sizes", ""},
    Forms{"unfold", "", "int dimension, int size, int step"},
    Forms{"uniform_", "", "float from=, float to=, *, generator? generator="},
    Forms{"unsqueeze", "Tensor input, int dim", "="},
    Forms{"vander", "Tensor x, int? N=, bool increasing=", ""},
    Forms{"view", "", "dtype dtype;symints size"},
    Forms{"where",
          "Tensor condition;Tensor condition, Tensor input, Tensor other, *, Tensor? out=;Tensor "
          "condition, Number self, Tensor other;Tensor condition, Tensor input, Number "
          "other;Tensor condition, Number self, Number other",
          "Tensor condition, Tensor other"},
    Forms{"xlogy",
          "Tensor input, Tensor other, *, Tensor? out=;Number self, Tensor other, *, Tensor? "
          "out=;Tensor input, Number other, *, Tensor? out=",
          "Tensor other;Number other"},
};

constexpr std::array kFunctional{
    Forms{"adaptive_avg_pool1d", "Tensor input, ints[1] output_size", {}},
    Forms{"avg_pool1d",
          "Tensor input, ints[1] kernel_size, ints[1]? stride=, ints[1] padding=, bool "
          "ceil_mode=, bool count_include_pad=",
          {}},
    Forms{"avg_pool2d",
          "Tensor input, ints[2] kernel_size, ints[2]? stride=, ints[2] padding=, bool "
          "ceil_mode=, bool count_include_pad=, int? divisor_override=, *, Tensor? out=",
          {}},
    Forms{"celu_", "Tensor input, Number alpha=", {}},
    Forms{"conv1d",
          "Tensor input, Tensor weight, Tensor? bias=, ints[1] stride=, ints[1] padding=, "
          "ints[1] dilation=, int groups=;Tensor input, Tensor weight, Tensor? bias=, ints[1] "
          "stride=, str padding=, ints[1] dilation=, int groups=",
          {}},
    Forms{"conv2d",
          "Tensor input, Tensor weight, Tensor? bias=, ints[2] stride=, ints[2] padding=, "
          "ints[2] dilation=, int groups=;Tensor input, Tensor weight, Tensor? bias=, ints[2] "
          "stride=, str padding=, ints[2] dilation=, int groups=",
          {}},
    Forms{"cosine_similarity", "Tensor x1, Tensor x2, int dim=, float eps=", {}},
    Forms{"elu_", "Tensor input, Number alpha=, Number scale=, Number input_scale=", {}},
    Forms{"gelu", "Tensor input, *, str approximate=, Tensor? out=", {}},
    Forms{"hardshrink softshrink", "Tensor input, Number lambd=, *, Tensor? out=", {}},
    Forms{"hardtanh_", "Tensor input, Number min_val=, Number max_val=", {}},
    Forms{"leaky_relu_", "Tensor input, Number negative_slope=", {}},
    Forms{"linear", "Tensor input, Tensor weight, Tensor? bias=, *, Tensor? out=", {}},
    Forms{"one_hot", "Tensor input, int num_classes=", {}},
    Forms{"pad", "Tensor input, ints pad, str mode=, float? value=", {}},
    Forms{"pairwise_distance", "Tensor x1, Tensor x2, float p=, float eps=, bool keepdim=", {}},
    Forms{"pixel_shuffle", "Tensor input, int upscale_factor", {}},
    Forms{"pixel_unshuffle", "Tensor input, int downscale_factor", {}},
    Forms{"prelu", "Tensor input, Tensor weight", {}},
    Forms{"relu_ selu_", "Tensor input", {}},
    Forms{"softplus", "Tensor input, Number beta=, Number threshold=, *, Tensor? out=", {}},
    Forms{"threshold_", "Tensor input, Number threshold, Number value", {}},
    Forms{"logsigmoid/log_sigmoid", "Tensor input, *, Tensor? out=", {}},
};

}  // namespace

std::span<const Forms> torch_forms_from_m() {
  return kForms;
}

std::span<const Forms> functional_forms() {
  return kFunctional;
}

}  // namespace normscope::notebook::torch
