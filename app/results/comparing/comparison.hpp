// SPDX-License-Identifier: MIT
// The two sides of a comparison side by side: the outputs of A and B, the largest difference, and
// the steps at which they part.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/document/document.hpp"
#include "core/base/error.hpp"
#include "core/compute/compute.hpp"
#include "core/trace/trace.hpp"
#include "core/variants/differences.hpp"

namespace normscope::results {

struct Evaluation;
struct Watch;

/// How a step of A stands to the step of B in the same role.
enum class Parting {
  kAlone,       // B has no step in this role
  kOtherShape,  // B has one value for other groups
  kSame,        // in every number, NaN like NaN; a zero of the other sign is the same
  kApart,
};

/// A card of A with its counterpart.
struct StepPair {
  std::optional<std::size_t> b{};  // the card of B
  Parting parting = Parting::kAlone;
  double largest = 0;  // the largest finite |A - B|
};

/// The comparison of an evaluation, which is A, with B.
struct Compared {
  std::array<std::string, 2> names{};         // of A and B
  std::array<trace::TensorRef, 2> outputs{};  // of A and B; null where there is a failure
  std::shared_ptr<const Evaluation> b{};      // the steps of B; null where only its output is known
  std::vector<StepPair> pairs{};              // for each card of A
  variants::Difference difference{};          // of the outputs
  std::optional<base::Error> failure{};       // why there is no output of A or B
};

/// Compares an evaluation with B.
/// shape   document.comparison is set; `b` its evaluation, or null where B has no steps of its own
/// numeric a step above base::kWholeStepElements elements is compared at 4,096 of them, spread
///         evenly; outputs are compared whole
Compared compare(const document::Document& document, const Evaluation& a,
                 std::shared_ptr<const Evaluation> b, const compute::Backends& backends,
                 const Watch& watch);

/// "largest difference 2.9e-04 (2431 ULP) at [0, 3]; 12 of 12 differ", or "A and B are the same
/// in every number".
std::string difference_text(const variants::Difference& difference, const tensor::Shape& shape);

}  // namespace normscope::results
