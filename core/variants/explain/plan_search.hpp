// SPDX-License-Identifier: MIT
// Which named precision plan computed an output: the one whose steps give every bit of it.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/compute/compute.hpp"
#include "core/precision/plan.hpp"
#include "core/variants/explain/explain.hpp"

namespace normscope::variants {

struct ReadPlan {
  std::string_view name;
  precision::Plan plan;
};

/// The named plans that read numbers of the type of x, and write the type of y; none for printed
/// numbers.
std::vector<ReadPlan> fitting_plans(const Known& known);

/// Whether two numbers have the same bits, or are both NaN.
bool same_bits(float a, float b);

/// The names of the plans that give every bit of y, of those whose output has the type of y. A
/// float16 x with a float32 y is autocast's.
/// shape   y as x; empty above base::kWholeStepElements elements, and of printed numbers
std::vector<std::string_view> plans_of(const compute::Request& request, const tensor::Tensor& y,
                                       const Known& known);

/// The operations with PyTorch's options, and with usual values of epsilon and algorithms, that a
/// plan turns into y in every bit; the first one. None for a y of few different values, which an
/// output of somebody else's may have as well.
struct PlanFit {
  Explanation explanation{};
  std::vector<std::string_view> plans{};
};
std::optional<PlanFit> search_plans(const std::shared_ptr<const tensor::Tensor>& x,
                                    const tensor::Tensor& y, const Known& known);

/// "It has every bit of the plan float16-kernel: float16 in memory, ...."; empty without a plan,
/// and where all that is to be said is float32.
std::string plan_words(const std::vector<std::string_view>& plans);

}  // namespace normscope::variants
