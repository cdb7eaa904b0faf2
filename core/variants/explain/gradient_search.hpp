// SPDX-License-Identifier: MIT
// The operations and the ways back through them that explain a dx within what is allowed.
#pragma once

#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "core/variants/explain/expected_gradient.hpp"
#include "core/variants/explain/explain.hpp"

namespace normscope::variants {

struct FoundGradient {
  BackwardCandidate candidate{};  // with the gamma that was solved for
  std::optional<OptionRange> range{};
  double unknowns = 0;  // numbers that were solved for
};

/// What dx may differ by.
struct GradientAllowance {
  Allowance steps{};
  std::optional<int> dy_decimals{};  // dy was printed with

  /// For groups of n numbers.
  BackwardTolerance tolerance(std::int64_t n) const;
};

struct GradientQuestion {
  BackwardInput input{};
  const tensor::Tensor* dx = nullptr;
  std::shared_ptr<const tensor::Tensor> gamma{};  // given; null: none
  bool norms = true;
  bool solves_gamma = false;
};

/// Every normalization over every shape with eps of any size, without gamma, with the given one or
/// with one that is solved for; without gamma softmax and log-softmax at any temperature, and the
/// relatives. Each with every way back that it has.
class GradientSearch {
 public:
  explicit GradientSearch(GradientQuestion question) : of_(std::move(question)) {}

  bool norms() const { return of_.norms; }
  /// Those that explain dx within what is allowed.
  std::vector<FoundGradient> search(const GradientAllowance& allowance);

 private:
  /// An operation and a way, but for a number of the operation.
  struct Family {
    BackwardCandidate candidate{};
    std::int64_t size = 1;  // of a group
    bool numbered = false;  // epsilon or temperature is searched
    bool positive = false;  // which is not 0
    double best = 0;        // of the least squares
  };

  void make_families();
  void add_norms(const GradientWay& way);
  void add_softmaxes(const GradientWay& way);
  void add_relatives();
  void add_hopeful(Family family);
  bool determines(const ops::NormPlan& plan) const;
  std::optional<BackwardCandidate> completed(const BackwardCandidate& candidate,
                                             const Tolerance& rounding, std::int64_t most) const;
  bool passes(const BackwardCandidate& candidate, const BackwardTolerance& tolerance) const;
  std::optional<OptionRange> range_of(const Family& family,
                                      const BackwardTolerance& tolerance) const;
  double residual(const Family& family, double number) const;
  bool hopeful(const Family& family) const;
  float dx_at(std::int64_t at) const { return of_.dx->values()[static_cast<std::size_t>(at)]; }

  GradientQuestion of_;
  bool made_ = false;
  std::vector<Family> families_{};
};

}  // namespace normscope::variants
