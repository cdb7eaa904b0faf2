// SPDX-License-Identifier: MIT
#include "app/notebook/torch/arguments/refusals.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "app/notebook/arrays/walk.hpp"
#include "app/notebook/torch/arguments/call.hpp"

namespace normscope::notebook::torch {
namespace {

// Which types are refused.
enum class Kinds { kBool, kNotFloating, kFloating, kBoolOrFloating };

struct Refusal {
  std::string_view functions;
  Kinds kinds;
  std::string_view word;  // of the loop; with a space: the whole message, {} the type
  bool together = false;  // of the type that both tensors have in common, once their shapes fit
};

constexpr std::array kRefusals{
    Refusal{"frac", Kinds::kNotFloating, "frac_cpu"},
    Refusal{"ceil", Kinds::kBool, "ceil_vml_cpu"},
    Refusal{"floor", Kinds::kBool, "floor_vml_cpu"},
    Refusal{"round", Kinds::kBool, "round_vml_cpu"},
    Refusal{"trunc fix", Kinds::kBool, "trunc_vml_cpu"},
    Refusal{"relu", Kinds::kBool, "Boolean inputs not supported for relu"},
    Refusal{"hardtanh", Kinds::kBool, "Bool inputs not supported for hardtanh"},
    Refusal{"relu6", Kinds::kBool, "Bool inputs not supported for hardtanh"},
    Refusal{"softsign", Kinds::kBool, "abs_cpu"},
    Refusal{"median nanmedian", Kinds::kBool, "median_cpu"},
    Refusal{"argmax", Kinds::kBool, "argmax_cpu"},
    Refusal{"argmin", Kinds::kBool, "argmin_cpu"},
    Refusal{"topk", Kinds::kBool, "topk_cpu"},
    Refusal{"kthvalue", Kinds::kBool, "kthvalue_cpu"},
    Refusal{"trace", Kinds::kBool, "trace"},
    Refusal{"bincount", Kinds::kBool, "bincount_cpu"},
    Refusal{"logcumsumexp", Kinds::kNotFloating, "logcumsumexp_out_cpu"},
    Refusal{"bitwise_not", Kinds::kFloating, "bitwise_not_cpu"},
    Refusal{"hardshrink", Kinds::kNotFloating, "hardshrink_cpu"},
    Refusal{"softshrink", Kinds::kNotFloating, "softshrink_cpu"},
    Refusal{"glu", Kinds::kNotFloating, "glu_cpu"},
    Refusal{"norm _norm", Kinds::kNotFloating,
            "norm(): input dtype should be either floating point or complex. Got {} instead."},
    Refusal{"gcd", Kinds::kBoolOrFloating, "gcd_cpu", true},
    Refusal{"lcm", Kinds::kBoolOrFloating, "lcm_cpu", true},
    Refusal{"hypot", Kinds::kNotFloating, "hypot_cpu", true},
    Refusal{"logaddexp", Kinds::kNotFloating, "logaddexp_cpu", true},
    Refusal{"logaddexp2", Kinds::kNotFloating, "logaddexp2_cpu", true},
    Refusal{"mse_loss", Kinds::kNotFloating, "mse_cpu", true},
    Refusal{"smooth_l1_loss", Kinds::kNotFloating, "smooth_l1_cpu", true},
    Refusal{"huber_loss", Kinds::kNotFloating, "huber_cpu", true},
};

bool is_refused(Kinds kinds, Dtype dtype) {
  const bool floating = arrays::is_floating(dtype);
  switch (kinds) {
    case Kinds::kBool:
      return dtype == Dtype::kBool;
    case Kinds::kNotFloating:
      return !floating;
    case Kinds::kFloating:
      return floating;
    case Kinds::kBoolOrFloating:
      return floating || dtype == Dtype::kBool;
  }
  return false;
}

bool has_word(std::string_view words, std::string_view word) {
  while (!words.empty()) {
    const auto end = std::min(words.find(' '), words.size());
    if (words.substr(0, end) == word) return true;
    words.remove_prefix(std::min(end + 1, words.size()));
  }
  return false;
}

[[noreturn]] void refuse(std::string_view message) {
  raise(PyExc_RuntimeError, std::string(message));
}

// Losses whose parts say what they refuse.
void check_loss(std::string_view function, const Array& input, const Array& other) {
  if (function == "kl_div" &&
      (!arrays::is_floating(input.dtype) || !arrays::is_floating(other.dtype))) {
    refuse("kl_div: Integral inputs not supported.");
  }
  const bool same_shape = input.shape == other.shape;
  if (function == "binary_cross_entropy_with_logits" && same_shape &&
      !arrays::is_floating(other.dtype) && arrays::is_floating(input.dtype)) {
    if (other.dtype == Dtype::kBool) {
      refuse(
          "Subtraction, the `-` operator, with two bool tensors is not supported. Use "
          "the `^` or `logical_xor()` operator instead.");
    }
    refuse(fmt::format("result type {} can't be cast to the desired output type {}",
                       arrays::word_of(input.dtype), arrays::word_of(other.dtype)));
  }
  if (function == "heaviside" && input.dtype != other.dtype) {
    refuse("heaviside is not yet implemented for tensors with different dtypes.");
  }
}

const Refusal* row_of(std::string_view function) {
  if (function.ends_with('_')) function.remove_suffix(1);
  const auto* const row = std::ranges::find_if(
      kRefusals, [&](const Refusal& each) { return has_word(each.functions, function); });
  return row == kRefusals.end() ? nullptr : row;
}

}  // namespace

bool has_refusals(std::string_view function) {
  return row_of(function) != nullptr || function == "kl_div" || function == "heaviside" ||
         function == "heaviside_" || function == "binary_cross_entropy_with_logits";
}

void check_types(const Torch& torch, std::string_view function, const Array* input,
                 const Array* other) {
  if (input == nullptr) return;
  if (function.ends_with('_')) function.remove_suffix(1);
  if (other != nullptr) check_loss(function, *input, *other);
  const Refusal* const row = row_of(function);
  if (row == nullptr) return;
  Dtype dtype = input->dtype;
  if (row->together) {
    if (other == nullptr) return;
    arrays::Promotion promotion(torch.context.default_dtype);
    promotion.add(input->dtype, input->rank() > 0);
    promotion.add(other->dtype, other->rank() > 0);
    dtype = promotion.result();
    if (const auto shape = arrays::broadcast(input->shape, other->shape); !shape) {
      raise(torch, shape.error());
    }
  }
  if (!is_refused(row->kinds, dtype)) return;
  const std::string_view word = arrays::word_of(dtype);
  if (row->word.find(' ') != std::string_view::npos) {
    refuse(fmt::format(fmt::runtime(row->word), word));
  }
  refuse(fmt::format("\"{}\" not implemented for '{}'", row->word, word));
}

}  // namespace normscope::notebook::torch
