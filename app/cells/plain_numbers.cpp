// SPDX-License-Identifier: MIT
#include "app/cells/plain_numbers.hpp"

#include <algorithm>
#include <iterator>
#include <span>
#include <utility>
#include <vector>

#include "app/notebook/runtime/sequences.hpp"
#include "core/base/limits.hpp"

namespace normscope::cells {

using notebook::runtime::ListObject;
using notebook::runtime::TupleObject;
using notebook::runtime::Value;

namespace {

std::optional<float> number_of(const Value& value) {
  if (value.is_float()) return static_cast<float>(value.as_float());
  if (value.is_int() || value.is_bool()) return static_cast<float>(value.as_int());
  return std::nullopt;
}

const notebook::runtime::Values* items_of(const Value& value) {
  if (const auto* list = value.as<ListObject>()) return &list->values;
  if (const auto* tuple = value.as<TupleObject>()) return &tuple->values;
  return nullptr;
}

// The shape given by the first item of each level; nullopt for an empty list and for a list that
// contains itself.
std::optional<tensor::Shape> shape_of(const Value& value) {
  tensor::Shape shape;
  for (const auto* items = items_of(value); items != nullptr; items = items_of(items->front())) {
    if (items->empty() || shape.size() == base::kMaxRank) return std::nullopt;
    shape.push_back(static_cast<std::int64_t>(items->size()));
  }
  return shape;
}

// Appends the numbers of a value with this shape; false when its shape differs.
bool add_numbers(const Value& value, std::span<const std::int64_t> shape,
                 std::vector<float>& numbers) {
  if (shape.empty()) {
    const auto number = number_of(value);
    if (number) numbers.push_back(*number);
    return number.has_value();
  }
  const auto* const items = items_of(value);
  if (items == nullptr || std::ssize(*items) != shape.front()) return false;
  return std::ranges::all_of(
      *items, [&](const Value& item) { return add_numbers(item, shape.subspan(1), numbers); });
}

std::string type_of(const Value& value) {
  if (value.is_float()) return "float";
  if (value.is_int()) return "int";
  if (value.is_bool()) return "bool";
  return value.as<ListObject>() != nullptr ? "list" : "tuple";
}

}  // namespace

std::optional<PlainNumbers> plain_numbers(const Value& value, std::int64_t most) {
  auto shape = shape_of(value);
  if (!shape) return std::nullopt;
  const auto count = tensor::element_count(*shape);
  std::vector<float> numbers;
  if (!count || *count > most || !add_numbers(value, *shape, numbers)) return std::nullopt;
  auto values = tensor::Tensor::from_values(*std::move(shape), std::move(numbers));
  if (!values) return std::nullopt;
  return PlainNumbers{type_of(value), *std::move(values)};
}

}  // namespace normscope::cells
