// SPDX-License-Identifier: MIT
// Every intermediate value of one operation, named, in the `torch` arithmetic: the chain of float32
// steps that a lecture writes by hand, each rounded as PyTorch rounds it. A step has one value for
// each group (kept), or one for each element (computed on demand; kept when small), so that a trace
// of a hundred million elements costs little more than its statistics.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/error.hpp"
#include "core/ops/norm.hpp"
#include "core/ops/softmax.hpp"
#include "core/tensor/tensor.hpp"
#include "core/trace/late_statistic.hpp"

namespace normscope::trace {

using TensorRef = std::shared_ptr<const tensor::Tensor>;

/// The function that computes a step's values from the steps a and b and a constant c. The values
/// of a statistic are kept, since each takes a whole group; its primitive says how they are
/// computed.
enum class Primitive {
  kGiven,            // kept: the input; or an unknown function, of a and b element by element, or
                     // of a alone over its whole group
  kRepeat,           // a, the same for every element of the group
  kSubtract,         // a - b
  kDivide,           // a / b
  kSquare,           // a * a
  kSquareRoot,       // sqrt(a)
  kAddConstant,      // a + c
  kDivideConstant,   // a / c
  kExponential,      // exp(a)
  kLogarithm,        // log(a)
  kRectify,          // a where it is not below 0, else 0
  kMultiplyByGamma,  // gamma * a
  kAddBeta,          // a + beta
  kMatrixProduct,    // a times the transposed weight
  kSumOver,          // statistic: the sum of a over the group, divided by c
  kMaximum,          // statistic: the maximum of a over the group
  kVariance,   // statistic, Welford's: the sum of (a - its mean)^2 over the group, divided by c
  kOnlineSum,  // statistic: the sum of exp(a - its maximum) over the group, in one pass
};

/// One step: its name, its formula, and its operands.
struct Step {
  std::string name;     // such as "centred"
  std::string symbol;   // in LaTeX: x - \mu
  std::string formula;  // in LaTeX, from the symbols of earlier steps
  tensor::Shape shape;  // the input's, or with the reduced dimensions as 1
  Primitive primitive = Primitive::kGiven;
  int a = -1;  // positions of the operands' steps; -1: none
  int b = -1;
  double c = 0;  // as the options give it (n + eps); float32 steps round it first
};

/// Whether a step of this primitive has one value for each group, computed from all of its
/// elements.
constexpr bool reduces(Primitive primitive) {
  return primitive == Primitive::kSumOver || primitive == Primitive::kMaximum ||
         primitive == Primitive::kVariance || primitive == Primitive::kOnlineSum;
}

/// The name of the square root of a step of this name: "standard deviation" of a variance, "root
/// mean square" of a mean square; with or without eps.
std::string root_name(std::string_view radicand);

/// A rectangle of a step seen as a matrix: all leading dimensions are rows, the last is columns.
struct Window {
  std::int64_t row = 0;
  std::int64_t rows = 0;
  std::int64_t column = 0;
  std::int64_t columns = 0;
};

/// The data of a trace, filled by Builder.
struct TraceParts {
  std::vector<Step> steps{};
  std::vector<TensorRef> given{};  // for each step its stored values; null: computed on demand
  /// For the statistics among the first steps, where their values are computed on demand and then
  /// kept; else null. Steps beyond the end have none.
  std::vector<std::shared_ptr<const LateStatistic>> late{};
  tensor::GroupLayout groups{};
  ops::AffineLayout affine{};
  TensorRef gamma{};                         // or null
  TensorRef beta{};                          // or null
  TensorRef weight{};                        // of kMatrixProduct, or null
  std::vector<std::int64_t> zero_weights{};  // positions of weights that are exactly 0, ascending
};

/// The statistic of a step whose values are computed when they are first asked for; else null.
inline const LateStatistic* late_of(const TraceParts& parts, int step) {
  const auto index = static_cast<std::size_t>(step);
  return index < parts.late.size() ? parts.late[index].get() : nullptr;
}

class Trace {
 public:
  explicit Trace(TraceParts parts);

  const std::vector<Step>& steps() const { return parts_.steps; }
  const TraceParts& parts() const { return parts_; }

  /// Whether values for each group are computed when they are first asked for: reading one value of
  /// a step then computes the statistics of some groups.
  bool is_late() const { return !parts_.late.empty(); }

  /// The same steps of an input of the same shape, in which only elements of these groups differ.
  /// shape   each statistic is late
  Trace renewed(TensorRef x, std::span<const std::int64_t> changed) const;

  /// The position of the step of this name, or -1.
  int find(std::string_view name) const;

  /// One value of a step, by its row-major position.
  float value(int step, std::int64_t at) const;

  /// All values of a step that keeps them; empty for a step that is computed on demand.
  std::span<const float> kept(int step) const {
    const TensorRef& values = parts_.given[static_cast<std::size_t>(step)];
    return values ? values->values() : std::span<const float>{};
  }

  /// The values of a rectangle of a step, row by row; parts outside the step are omitted.
  std::vector<float> window(int step, const Window& window) const;

  /// All values of a step.
  /// errors  TooLarge: the step is not kept and has more than base::kWholeStepElements values
  base::Expected<tensor::Tensor> whole(int step) const;

 private:
  TraceParts parts_;
};

}  // namespace normscope::trace
