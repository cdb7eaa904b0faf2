// SPDX-License-Identifier: MIT
// The search for options that explain y: which arithmetic is allowed for, and every operation that
// is within it.
#pragma once

#include <deque>
#include <optional>
#include <vector>

#include "core/compute/compute.hpp"
#include "core/variants/explain/epsilon_search.hpp"
#include "core/variants/explain/explain.hpp"
#include "core/variants/explain/explain_tolerance.hpp"

namespace normscope::variants {

/// Options that explain y on a sample; gamma and beta are not solved for on all of x yet.
struct Candidate {
  compute::Operation operation{};
  Affine affine = Affine::kNone;
  std::optional<OptionRange> range{};
  const NormRows* rows = nullptr;  // null: softmax, or the input itself
};

/// Every normalization over every shape of an input, with PyTorch's epsilon and estimator.
std::vector<ops::NormOptions> norms_of(const tensor::Shape& shape);

/// The relatives that are tried one by one, over every dimension of more than one element: DyT, L2
/// norm, sparsemax, and a softmax with a sink or a length scale that people use.
std::vector<compute::Operation> relatives_of(const tensor::Shape& shape);

/// Every softmax and log-softmax over a dimension of more than one element.
std::vector<ops::SoftmaxOptions> softmaxes_of(const tensor::Shape& shape);

class CandidateSearch {
 public:
  /// x and y must outlive the search, and the search its candidates.
  CandidateSearch(const tensor::Tensor& x, const tensor::Tensor& y);

  /// The candidates under the strictest arithmetic that has one with a round number, simplest
  /// first: without gamma and beta, with them, in one pass, and then the same for an x that was
  /// printed.
  std::vector<Candidate> run();

  Arithmetic arithmetic() const { return arithmetic_; }
  std::optional<int> x_decimals() const { return x_decimals_; }
  std::optional<int> y_decimals() const { return y_decimals_; }
  /// Of the arithmetic, for groups of n elements.
  Tolerance tolerance(std::int64_t n) const {
    return tolerance_of(arithmetic_, n, x_decimals_, y_decimals_);
  }
  /// Whether any normalization has more equations than values of gamma and beta.
  bool determines_affine();

 private:
  enum class Mode { kPlain, kAffine, kOnePass };

  void add_rows(std::deque<NormRows>& all, const ops::NormOptions& options) const;
  std::vector<Candidate> search_mode(Mode mode, std::span<const Arithmetic> arithmetics);
  std::vector<Candidate> plain(const std::deque<NormRows>& all) const;
  std::vector<Candidate> affine(std::deque<NormRows>& all) const;
  std::vector<Candidate> one_pass();
  std::vector<Candidate> softmaxes() const;
  std::vector<Candidate> relatives() const;
  bool is_input() const;

  const tensor::Tensor& x_;
  const tensor::Tensor& y_;
  std::optional<int> x_decimals_;
  std::optional<int> y_decimals_;
  Arithmetic arithmetic_ = Arithmetic::kFloat32Loops;
  std::deque<NormRows> rows_{};
  std::deque<NormRows> one_pass_rows_{};
};

}  // namespace normscope::variants
