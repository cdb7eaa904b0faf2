// SPDX-License-Identifier: MIT
#include "app/notebook/torch/arguments/refusals.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <initializer_list>
#include <vector>

#include "app/notebook/arrays/shapes/copy.hpp"
#include "app/notebook/arrays/walk.hpp"
#include "app/notebook/torch/arguments/signatures_text.hpp"

namespace normscope::notebook::torch {
namespace {

std::vector<Refusal> read_table() {
  std::vector<Refusal> rows;
  std::string_view text = refusals_text();
  while (!text.empty()) {
    if (skipped(text)) continue;
    const std::string_view types = cut(text, " | ");
    const std::string_view loop = cut(text, " | ");
    std::size_t end = text.find('\n');
    while (text.substr(end).starts_with("\n  ")) end = text.find('\n', end + 1);
    rows.push_back({types, loop, text.substr(0, end)});
    text.remove_prefix(end + 1);
  }
  return rows;
}

// Whether a list of words, with spaces or ends of lines between, has this one.
bool has_word(std::string_view words, std::string_view word) {
  constexpr std::string_view kBetween = " \n";
  for (auto at = words.find(word); at != std::string_view::npos; at = words.find(word, at + 1)) {
    const std::size_t end = at + word.size();
    const bool begins = at == 0 || kBetween.find(words[at - 1]) != std::string_view::npos;
    const bool ends = end == words.size() || kBetween.find(words[end]) != std::string_view::npos;
    if (begins && ends) return true;
  }
  return false;
}

// The row of a function among those that have one of these words.
const Refusal* row_of(std::string_view function, std::initializer_list<std::string_view> types) {
  static const std::vector<Refusal> rows = read_table();
  for (const Refusal& row : rows) {
    const auto named = [&](std::string_view type) { return has_word(row.types, type); };
    if (has_word(row.functions, function) && std::ranges::any_of(types, named)) return &row;
  }
  return nullptr;
}

bool is_of_sixteen_bits(const Torch& torch, PyObject* value) {
  if (const auto* const tensor = tensor_of(value)) {
    return arrays::is_sixteen_bits(tensor->array.dtype);
  }
  const auto named = named_dtype(torch, value);
  return named && arrays::is_sixteen_bits(*named);
}

bool is_of_sixteen_bits(const Operand& operand) {
  const auto* const array = std::get_if<Array>(&operand);
  return array != nullptr && arrays::is_sixteen_bits(array->dtype);
}

[[noreturn]] void refuse(const Refusal& row, std::string_view function, Dtype dtype) {
  const std::string_view word = arrays::word_of(dtype);
  if (row.loop.find(' ') != std::string_view::npos) {
    raise(PyExc_RuntimeError, fmt::format(fmt::runtime(row.loop), word));
  }
  const std::string loop = fmt::format(fmt::runtime(row.loop), function);
  raise(PyExc_RuntimeError, fmt::format("\"{}\" not implemented for '{}'", loop, word));
}

}  // namespace

std::string_view plain_name(std::string_view function) {
  if (function.ends_with('_') && !function.ends_with("__")) function.remove_suffix(1);
  return function;
}

bool takes_sixteen_bits(std::string_view function) {
  return row_of(function, {"unwidened"}) != nullptr;
}

void check_sixteen_bits(std::string_view function, Dtype dtype) {
  if (!arrays::is_sixteen_bits(dtype)) return;
  function = plain_name(function);
  const Refusal* const row = row_of(function, {dtype == Dtype::kFloat16 ? "half" : "bfloat16"});
  if (row != nullptr) refuse(*row, function, dtype);
}

const Refusal* refusal_of(std::string_view function) {
  return row_of(plain_name(function), {"bool", "whole", "floating"});
}

void check_types(const Torch& torch, const Refusal& row, const Signature& signature,
                 const Slots& slots) {
  std::vector<const Array*> tensors;
  const auto add = [&](PyObject* value) {
    if (value == nullptr || tensor_of(value) == nullptr) return;
    tensors.push_back(&tensor_of(value)->array);
  };
  if (signature.is_method) add(slots.values[0]);
  if (slots.form != nullptr) {
    for (const Parameter& parameter : slots.form->parameters) add(slots.values.at(parameter.slot));
  }
  const bool together = has_word(row.types, "together");
  if (tensors.size() < (together ? 2U : 1U)) return;
  Dtype dtype = tensors[0]->dtype;
  if (together) {
    arrays::Promotion promotion(torch.context.default_dtype);
    for (const Array* const each : {tensors[0], tensors[1]}) {
      promotion.add(each->dtype, each->rank() > 0);
    }
    dtype = promotion.result();
    take(torch, arrays::broadcast(tensors[0]->shape, tensors[1]->shape));
  }
  const bool refused = has_word(row.types, arrays::is_floating(dtype) ? "floating"
                                           : dtype == Dtype::kBool    ? "bool"
                                                                      : "whole");
  if (refused) refuse(row, plain_name(signature.name), dtype);
}

bool concerns_sixteen_bits(const Torch& torch, const Slots& slots) {
  if (arrays::is_sixteen_bits(torch.context.default_dtype)) return true;
  const auto is = [&](PyObject* value) { return is_of_sixteen_bits(torch, value); };
  return std::ranges::any_of(slots.values,
                             [&](PyObject* value) { return holds_within(value, is); });
}

bool concerns_sixteen_bits(const Torch& torch, const Operand& a, const Operand& b) {
  return is_of_sixteen_bits(a) || is_of_sixteen_bits(b) ||
         arrays::is_sixteen_bits(torch.context.default_dtype);
}

Array retyped(const Torch& torch, const Array& array, Dtype dtype) {
  Array result = take(torch, arrays::converted(torch.context, array, dtype));
  result.record = array.record;
  result.grad_fn = array.grad_fn;
  result.requires_grad = array.requires_grad;
  result.views_leaf = array.views_leaf;
  // What is widened is the same leaf; what a function has made of 16 bits is one of its own.
  if (!arrays::is_sixteen_bits(dtype)) result.leaf = array.leaf;
  return result;
}

}  // namespace normscope::notebook::torch
