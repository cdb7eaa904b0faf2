// SPDX-License-Identifier: MIT
#include "app/notebook/arrays/dtype.hpp"

#include <cmath>

namespace normscope::notebook::arrays {
namespace {

std::optional<Dtype> joined(std::optional<Dtype> a, Dtype b) {
  return a ? promoted(*a, b) : b;
}

// The promoted type of operands of a higher rank (arrays with dimensions) and of a lower one.
std::optional<Dtype> combined(std::optional<Dtype> higher, std::optional<Dtype> lower) {
  if (!higher) return lower;
  if (!lower || is_floating(*higher)) return higher;
  if (*higher == Dtype::kBool || is_floating(*lower)) return promoted(*higher, *lower);
  return higher;
}

}  // namespace

std::string_view name_of(Dtype dtype) {
  return base::name_of<Dtype>(kDtypeNames, dtype);
}

std::int64_t item_size(Dtype dtype) {
  return visit_dtype(dtype, []<class T>(Type<T>) { return static_cast<std::int64_t>(sizeof(T)); });
}

bool is_floating(const Scalar& value) {
  return std::holds_alternative<double>(value);
}

double to_double(const Scalar& value) {
  return scalar_as<double>(value);
}

std::int64_t to_int(const Scalar& value) {
  return scalar_as<std::int64_t>(value);
}

Dtype dtype_of(const Scalar& value, Dtype default_dtype) {
  if (std::holds_alternative<bool>(value)) return Dtype::kBool;
  return is_floating(value) ? default_dtype : Dtype::kInt64;
}

void Promotion::add(Dtype dtype, bool has_dimensions) {
  auto& rank = has_dimensions ? arrays_ : points_;
  rank = joined(rank, dtype);
}

void Promotion::add(const Scalar& value) {
  numbers_ = joined(numbers_, dtype_of(value, default_));
}

Dtype Promotion::result() const {
  return combined(arrays_, combined(points_, numbers_)).value_or(default_);
}

}  // namespace normscope::notebook::arrays
