// SPDX-License-Identifier: MIT
// The search for options that explain y: every operation on one reading of x and y that is within
// what is allowed.
#pragma once

#include <deque>
#include <optional>
#include <vector>

#include "core/compute/compute.hpp"
#include "core/variants/explain/epsilon_search.hpp"
#include "core/variants/explain/explain.hpp"
#include "core/variants/explain/explain_tolerance.hpp"
#include "core/variants/explain/reading.hpp"

namespace normscope::variants {

/// Options that explain y on a sample; gamma and beta are not solved for on all of x yet.
struct Candidate {
  compute::Operation operation{};
  Affine affine = Affine::kNone;
  std::optional<OptionRange> range{};
  const NormRows* rows = nullptr;  // null: softmax, or the input itself
};

/// Whether its eps is above 1 or above a variance, and is no usual one.
bool nobody_writes(const Candidate& candidate);

/// What is searched. How wrong a one-pass variance is depends on the order of its sums.
enum class Mode { kPlain, kAffine, kOnePass };

/// Every normalization over every shape of an input, with PyTorch's epsilon and estimator.
std::vector<ops::NormOptions> norms_of(const tensor::Shape& shape);

/// The relatives that are tried one by one, over every dimension of more than one element, and a
/// softmax with a sink or a length scale that people use.
std::vector<compute::Operation> relatives_of(const tensor::Shape& shape);

/// Every softmax and log-softmax over a dimension of more than one element.
std::vector<ops::SoftmaxOptions> softmaxes_of(const tensor::Shape& shape);

class CandidateSearch {
 public:
  explicit CandidateSearch(Reading reading);

  const Reading& reading() const { return reading_; }

  /// The search must outlive its candidates.
  std::vector<Candidate> search(Mode mode, const Allowance& allowance);

  /// Whether any normalization has more equations than values of gamma and beta.
  bool determines_affine();

 private:
  void add_rows(std::deque<NormRows>& all, const ops::NormOptions& options) const;
  std::vector<Candidate> plain() const;
  std::vector<Candidate> affine(std::deque<NormRows>& all) const;
  std::vector<Candidate> one_pass();
  std::vector<Candidate> softmaxes() const;
  std::vector<Candidate> relatives() const;
  bool is_input() const;
  Tolerance tolerance(std::int64_t n) const { return tolerance_of(allowance_, n); }

  Reading reading_;
  Allowance allowance_{};
  std::deque<NormRows> rows_{};
  std::deque<NormRows> one_pass_rows_{};
};

}  // namespace normscope::variants
