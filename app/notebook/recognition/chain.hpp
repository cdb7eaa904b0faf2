// SPDX-License-Identifier: MIT
// What the matchers of this folder share: looking back along an array's record, and collecting the
// steps of a chain.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/notebook/arrays/record.hpp"
#include "app/notebook/recognition/place.hpp"
#include "core/tensor/groups.hpp"
#include "core/trace/trace.hpp"

namespace normscope::notebook::recognition {

using arrays::Array;

/// Torch's name of the operation that made the array; empty where nothing is known.
std::string_view operation_of(const Array& array);
Place place_of(const Array& array);

/// The input of an array at this position, if it still holds what went in.
const Array* input_of(const Array& array, std::size_t position);

/// How many arrays went in.
std::size_t inputs_of(const Array& array);

/// A number that the operation was told: add's "other".
std::optional<double> number_of(const Array& array, std::string_view attribute);

/// Whether both are one array, or were made by the same operations from one: torch.exp(x), written
/// twice, is the same.
bool same(const Array& a, const Array& b);

/// The array before views and copies that change no value: unsqueeze, view, detach and the like.
const Array& before_views(const Array& array);

/// What 1 / x and x.reciprocal() turned over; null for another operation.
const Array* reciprocal_of(const Array& array);

/// Which dimensions of `x` a reduction of it went over, ascending; nothing for another operation.
std::optional<std::vector<std::size_t>> reduced_dims(const Array& reduction, const Array& x);

/// Both orders of the two inputs of an operation: visit(a, b) says whether it took them.
template <class Visit>
bool either_order(const Array& array, Visit visit) {
  if (inputs_of(array) != 2) return false;
  const Array* const a = input_of(array, 0);
  const Array* const b = input_of(array, 1);
  if (a == nullptr || b == nullptr) return false;
  return visit(*a, *b) || visit(*b, *a);
}

/// A step of a chain, not yet one of a Trace.
struct ChainStep {
  std::string name;
  std::string symbol;
  std::string formula;
  Array values;
  bool statistic = false;  // one value a group
};

/// The steps as a Trace of given values, and where they were made.
struct Steps {
  trace::Trace trace;
  std::vector<Place> places;
};

/// Nothing where a step has another size than its place in the trace.
std::optional<Steps> steps_of(const std::vector<ChainStep>& steps,
                              const tensor::GroupLayout& groups);

}  // namespace normscope::notebook::recognition
