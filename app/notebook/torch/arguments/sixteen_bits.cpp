// SPDX-License-Identifier: MIT
#include "app/notebook/torch/arguments/sixteen_bits.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "app/notebook/arrays/copy.hpp"
#include "app/notebook/torch/arguments/out_argument.hpp"

namespace normscope::notebook::torch {
namespace {

bool has_word(std::string_view words, std::string_view word) {
  const auto at = (" " + std::string(words) + " ").find(" " + std::string(word) + " ");
  return at != std::string::npos;
}

constexpr std::string_view kMoves =
    "size stride dim ndimension numel nelement element_size storage_offset data_ptr is_contiguous "
    "is_floating_point is_complex is_signed is_same_size item tolist to type float double long int "
    "bool byte half bfloat16 type_as cpu cuda requires_grad_ result_type promote_types can_cast "
    "get_default_dtype get_num_threads is_grad_enabled _set_printoptions _set_default_dtype "
    "_set_grad_enabled _broadcast _made _named_pair _not_supported _check_in_place _put_back "
    "_from_buffer _parameter tensor as_tensor asarray scalar_tensor new_tensor reshape view "
    "permute "
    "transpose swapaxes swapdims t squeeze unsqueeze flatten unflatten ravel expand broadcast_to "
    "repeat tile _repeat_interleave repeat_interleave movedim moveaxis narrow select flip roll "
    "diagonal unfold fliplr flipud view_as reshape_as expand_as contiguous clone detach detach_ "
    "split split_with_sizes chunk unbind tensor_split hsplit vsplit dsplit adjoint squeeze_ "
    "unsqueeze_ t_ transpose_ swapaxes_ swapdims_ resize_ copy_ fill_ zero_ fill_diagonal_ "
    "positive "
    "zeros_like ones_like empty_like full_like new_zeros new_ones new_full new_empty zeros ones "
    "empty full gather index_select masked_select equal masked_fill masked_fill_ where "
    "scatter scatter_ index_fill pad";

// Composed of functions each of which rounds.
constexpr std::string_view kComposed =
    "cross_entropy_loss nll_loss_nd cov corrcoef nanmean trapezoid trapz cosine_similarity "
    "pairwise_distance "
    "instance_norm dist kl_div binary_cross_entropy_with_logits";

// What the CPU's loops for these types are called where there are none.
struct Missing {
  std::string_view functions;
  std::string_view loop;  // {} stands for the function
};
constexpr std::array kMissingOfHalf{
    Missing{
        "acos asin atan ceil cos erf erfc erfinv exp expm1 floor i0 lgamma log log10 log1p log2 "
        "round sin sqrt tan tanh trunc",
        "{}_vml_cpu"},
    Missing{
        "acosh asinh atanh cosh sinh rsqrt sigmoid sinc logit aminmax cummax cummin atan2 hypot "
        "logaddexp logaddexp2 topk mish silu elu softplus hardswish hardsigmoid leaky_relu "
        "hardshrink softshrink glu threshold",
        "{}_cpu"},
    Missing{"digamma trace diag unique dot batch_norm cdist", "{}"},
    Missing{"cumsum cumprod logcumsumexp", "{}_out_cpu"},
    Missing{"addcmul addcdiv", "{}_cpu_out"},
    Missing{"arccos", "acos_vml_cpu"},
    Missing{"arcsin", "asin_vml_cpu"},
    Missing{"arctan", "atan_vml_cpu"},
    Missing{"arccosh", "acosh_cpu"},
    Missing{"arcsinh", "asinh_cpu"},
    Missing{"arctanh", "atanh_cpu"},
    Missing{"arctan2", "atan2_cpu"},
    Missing{"fix", "trunc_vml_cpu"},
    Missing{"special_expit", "sigmoid_cpu"},
    Missing{"tanhshrink", "tanh_vml_cpu"},
    Missing{"diagflat", "diag"},
    Missing{"histc", "aminmax_cpu"},
    Missing{"relu clamp_min", "clamp_min_cpu"},
    Missing{"clamp_max", "clamp_max_scalar_cpu"},
    Missing{"clamp clip relu6 hardtanh", "clamp_scalar_cpu"},
    Missing{"median nanmedian", "median_cpu"},
    Missing{"logsumexp", "exp_vml_cpu"},
    Missing{"selu celu", "elu_cpu"},
    Missing{"prelu", "prelu_cpu"},
    Missing{"logsigmoid log_sigmoid", "log_sigmoid_cpu"},
    Missing{"upsample_nearest1d upsample_nearest2d", "compute_indices_weights_nearest"},
    Missing{"bernoulli", "bernoulli_tensor_cpu_self_"},
    Missing{"gelu", "GeluKernelImpl"},
    Missing{"_unique2 unique_consecutive", "unique"},
    Missing{"matmul mm addmm linear", "addmm_impl_cpu_"},
    Missing{"bmm einsum _einsum", "bmm"},
    Missing{"baddbmm", "baddbmm"},
    Missing{"mv addmv", "addmv_impl_cpu"},
    Missing{"lerp", "lerp_kernel_scalar"},
    Missing{"layer_norm", "LayerNormKernelImpl"},
    Missing{"group_norm", "GroupNormKernelImpl"},
    Missing{"instance_norm _batch_norm", "batch_norm"},
    Missing{"_nll_loss nll_loss_nd", "nll_loss_out_frame"},
    Missing{"dropout dropout_", "bernoulli_scalar_cpu_"},
    Missing{"avg_pool1d avg_pool2d", "avg_pool2d"},
    Missing{"max_pool1d", "max_pool1d_impl"},
    Missing{"logspace", "logspace_cpu"},
    Missing{"prod", "prod_cpu"},
    Missing{"nextafter", "nextafter_cpu"},
};
constexpr std::array kMissingOfBfloat16{
    Missing{"mish", "mish_cpu"},           Missing{"prod", "prod_cpu"},
    Missing{"trace cdist eye", "{}"},      Missing{"mse_loss", "mse_cpu"},
    Missing{"binary_cross_entropy", "{}"},
};

std::string_view plain(std::string_view function) {
  if (function.ends_with('_') && !function.ends_with("__")) function.remove_suffix(1);
  return function;
}

// Beside a tensor of 16 bits these operands are rounded first.
constexpr std::string_view kRounded =
    "add sub subtract mul multiply div divide true_divide remainder fmod floor_divide rsub xlogy "
    "eq ne lt le gt ge greater greater_equal less less_equal not_equal pow copysign float_power";

const DtypeObject* dtype_in(const Torch& torch, PyObject* value) {
  return value == nullptr ? nullptr : object_of<DtypeObject>(value, torch.dtype);
}

template <class Each>
void for_each_array(PyObject* value, const Each& each) {
  if (value == nullptr) return;
  if (const auto* const tensor = tensor_of(value)) return each(tensor->array);
  if (!PyList_Check(value) && !PyTuple_Check(value)) return;
  for (PyObject* const item : items_of(value)) {
    if (const auto* const tensor = tensor_of(item)) each(tensor->array);
  }
}

Array with_history(Array array, const Array& of) {
  array.record = of.record;
  array.grad_fn = of.grad_fn;
  array.requires_grad = of.requires_grad;
  array.views_leaf = of.views_leaf;
  return array;
}

}  // namespace

bool takes_sixteen_bits(std::string_view function) {
  return has_word(kMoves, function) || has_word(kComposed, function);
}

SixteenBits sixteen_bits_in(const Torch& torch, const Slots& slots) {
  SixteenBits found;
  found.is_default = arrays::is_sixteen_bits(torch.context.default_dtype);
  for (PyObject* const value : slots.values) {
    if (value == nullptr) continue;
    const DtypeObject* const dtype = dtype_in(torch, value);
    if (dtype != nullptr && dtype->dtype && arrays::is_sixteen_bits(*dtype->dtype)) {
      found.wanted = true;
    }
    for_each_array(value, [&](const Array& array) {
      found.any_tensor = true;
      found.tensor = found.tensor || arrays::is_sixteen_bits(array.dtype);
    });
  }
  return found;
}

void check_sixteen_bits(std::string_view function, Dtype dtype) {
  function = plain(function);
  const auto refuse = [&](std::string_view loop) {
    raise(PyExc_RuntimeError,
          fmt::format("\"{}\" not implemented for '{}'", fmt::format(fmt::runtime(loop), function),
                      arrays::word_of(dtype)));
  };
  const auto check_rows = [&](const auto& rows) {
    for (const Missing& row : rows) {
      if (has_word(row.functions, function)) refuse(row.loop);
    }
  };
  if (dtype == Dtype::kBfloat16) return check_rows(kMissingOfBfloat16);
  if (dtype == Dtype::kFloat16) check_rows(kMissingOfHalf);
}

bool concerns_sixteen_bits(const Torch& torch, const Operand& a, const Operand& b) {
  const auto is = [](const Operand& operand) {
    const auto* const array = std::get_if<Array>(&operand);
    return array != nullptr && arrays::is_sixteen_bits(array->dtype);
  };
  return is(a) || is(b) || arrays::is_sixteen_bits(torch.context.default_dtype);
}

Widening::Widening(Torch& torch)
    : torch_(torch), default_(torch.context.default_dtype), promotion_(default_) {
  if (arrays::is_sixteen_bits(default_)) torch_.context.default_dtype = Dtype::kFloat32;
}

Widening::~Widening() {
  torch_.context.default_dtype = default_;
}

void Widening::add(const Array& array) {
  promotion_.add(array.dtype, array.rank() > 0);
}

void Widening::add(const Operand& operand) {
  if (const auto* const array = std::get_if<Array>(&operand)) return add(*array);
  promotion_.add(std::get<Scalar>(operand));
}

Dtype Widening::dtype() const {
  if (wanted_) return *wanted_;
  const Dtype found = promotion_.result();
  return arrays::is_floating(found) ? found : default_;
}

Array Widening::widened(const Array& array) const {
  if (!arrays::is_sixteen_bits(array.dtype)) return array;
  return with_history(take(torch_, arrays::converted(torch_.context, array, Dtype::kFloat32)),
                      array);
}

Operand Widening::rounded(const Operand& operand) const {
  const Dtype common = promotion_.result();
  if (const auto* const array = std::get_if<Array>(&operand)) {
    if (!arrays::is_sixteen_bits(common) || !arrays::is_floating(array->dtype)) {
      return widened(*array);
    }
    const Array narrow = take(torch_, arrays::converted(torch_.context, *array, common));
    return widened(with_history(narrow, *array));
  }
  const auto& number = std::get<Scalar>(operand);
  if (!arrays::is_floating(number)) return number;
  if (common == Dtype::kFloat16)
    return Scalar(static_cast<double>(arrays::scalar_as<arrays::Float16>(number)));
  if (common == Dtype::kBfloat16)
    return Scalar(static_cast<double>(arrays::scalar_as<arrays::Bfloat16>(number)));
  return number;
}

Array Widening::narrowed(Array result) const {
  const Dtype wanted = dtype();
  if (!arrays::is_sixteen_bits(wanted) || result.dtype != Dtype::kFloat32) return result;
  return with_history(take(torch_, arrays::converted(torch_.context, result, wanted)), result);
}

std::string Widening::worded(std::string message) const {
  if (!arrays::is_sixteen_bits(dtype())) return message;
  constexpr std::array<std::string_view, 2> kNames{"for 'Float'", "result type Float "};
  for (const std::string_view name : kNames) {
    const auto at = message.find(name);
    if (at == std::string::npos) continue;
    message.replace(message.find("Float", at), 5, arrays::word_of(dtype()));
  }
  return message;
}

void Widening::word_exception() const {
  if (PyErr_ExceptionMatches(PyExc_RuntimeError) == 0) return;
  PyObject* type = nullptr;
  PyObject* value = nullptr;
  PyObject* trace = nullptr;
  PyErr_Fetch(&type, &value, &trace);
  PyErr_NormalizeException(&type, &value, &trace);
  const Ref kept_type = Ref::owned(type);
  const Ref kept_value = Ref::owned(value);
  PyObject* const message = PyObject_Str(value);
  if (message != nullptr && worded(std::string(characters(message))) != characters(message)) {
    PyErr_SetString(type, worded(std::string(characters(message))).c_str());
    Py_XDECREF(trace);
  } else {
    PyErr_Restore(Py_NewRef(type), Py_NewRef(value), trace);
  }
  Py_XDECREF(message);
}

PyObject* Widening::keep(Ref object) {
  kept_.push_back(std::move(object));
  return kept_.back().get();
}

// A tensor widened, a list with its tensors widened, or the same object.
Ref Widening::wide(PyObject* object) {
  if (const auto* const tensor = tensor_of(object)) {
    if (!arrays::is_sixteen_bits(tensor->array.dtype)) return Ref::shared(object);
    return make_tensor(torch_, widened(tensor->array));
  }
  bool any = false;
  for_each_array(object,
                 [&](const Array& array) { any = any || arrays::is_sixteen_bits(array.dtype); });
  if (!any) return Ref::shared(object);
  const Items items = items_of(object);
  Ref tuple = Ref::owned(PyTuple_New(static_cast<Py_ssize_t>(items.count)));
  for (std::size_t i = 0; i < items.count; ++i) {
    PyTuple_SET_ITEM(tuple.get(), static_cast<Py_ssize_t>(i), wide(items[i]).release());
  }
  return tuple;
}

void Widening::widen(const Signature& signature, Slots& slots) {
  const auto each = [&](const auto& body) {
    for (std::size_t i = 0; i < signature.slots.size(); ++i) {
      PyObject*& value = slots.values.at(i);
      if (value != nullptr && signature.slots[i] != "out") body(value, signature.slots[i]);
    }
  };
  each([&](PyObject*& value, const std::string&) {
    for_each_array(value, [&](const Array& array) { add(array); });
    const DtypeObject* const dtype = dtype_in(torch_, value);
    if (dtype == nullptr || !dtype->dtype) return;
    wanted_ = dtype->dtype;
    if (arrays::is_sixteen_bits(*wanted_)) value = keep(dtype_value(torch_, Dtype::kFloat32));
  });
  const bool rounds = has_word(kRounded, plain(signature.name));
  first_ = Ref::shared(slots.values[0]);
  each([&](PyObject*& value, const std::string& name) {
    const bool operand =
        rounds && (name == "other" || name == "alpha" || name == "exponent" || name == "self");
    const auto number = operand ? operand_of(value) : std::nullopt;
    const auto* const array = number ? std::get_if<Array>(&*number) : nullptr;
    if (number && (array == nullptr || array->rank() == 0)) {
      const Operand used = rounded(*number);
      if (const auto* const point = std::get_if<Array>(&used)) {
        value = keep(make_tensor(torch_, *point));
      } else if (arrays::is_floating(std::get<Scalar>(used))) {
        value = keep(real(std::get<double>(std::get<Scalar>(used))));
      }
      return;
    }
    value = keep(wide(value));
  });
  first_wide_ = Ref::shared(slots.values[0]);
}

Ref Widening::narrowed(const Signature& signature, const Ref& result) {
  if (auto* const tensor = tensor_of(result.get())) {
    const bool is_first = first_ && result.get() == first_wide_.get();
    if (is_first && first_.get() != first_wide_.get()) {
      if (signature.name.ends_with('_')) {
        put_back(torch_, *tensor_of(first_.get()), narrowed(tensor->array));
      }
      return first_;
    }
    if (is_first) return result;
    return make_tensor(torch_, narrowed(tensor->array));
  }
  const Items items = items_of(result.get());
  if (!items.is_sequence) return result;
  const Ref tuple = Ref::owned(PyTuple_New(static_cast<Py_ssize_t>(items.count)));
  for (std::size_t i = 0; i < items.count; ++i) {
    PyTuple_SET_ITEM(tuple.get(), static_cast<Py_ssize_t>(i),
                     narrowed(signature, Ref::shared(items[i])).release());
  }
  if (PyTuple_CheckExact(result.get())) return tuple;
  // A named tuple of the same name.
  return Ref::owned(
      PyObject_CallOneArg(reinterpret_cast<PyObject*>(Py_TYPE(result.get())), tuple.get()));
}

}  // namespace normscope::notebook::torch
