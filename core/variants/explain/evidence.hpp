// SPDX-License-Identifier: MIT
// How much the numbers themselves speak for an explanation: how many bits shorter y is said with it
// than without. A coarse y, or few numbers, fit many functions; then no explanation is claimed.
#pragma once

#include <cstdint>
#include <unordered_map>
#include <vector>

#include "core/tensor/tensor.hpp"
#include "core/variants/explain/explain_tolerance.hpp"
#include "core/variants/explain/line_fit.hpp"

namespace normscope::variants {

/// An explanation that saves fewer bits is not claimed: among a thousand outputs of other functions
/// chance saves so many seldom.
inline constexpr double kEnoughEvidence = 12;

/// Ways to say y that know none of the operations: a mean, a multiple of x or a line over x, for
/// all numbers or for each channel, column or row. And how precisely y shows its numbers.
class Plainly {
 public:
  /// x and y must outlive it.
  Plainly(const tensor::Tensor& x, const tensor::Tensor& y, const Precision& shown);

  struct Way {
    std::int64_t inner = 1;  // numbers share a line where position / inner % lines is the same
    std::vector<Line> lines{};
    bool of_input = false;
    double deviation = 0;  // of what is left, the root of its mean square
    double unknowns = 0;
  };
  /// The first is one mean for all.
  const std::vector<Way>& ways() const { return ways_; }

  /// What is left of the number at a position.
  double left(const Way& way, std::int64_t at) const;
  /// The least error that y can tell.
  double told(double y) const { return shown_.of(y, 1, 0, 0, 0); }
  /// Bits of the number at a position that would have so many by itself: a number that occurs more
  /// often is said once, and then which it is.
  double bits_of(std::int64_t at, double bits) const;

 private:
  void add(std::int64_t inner, std::int64_t count);

  const tensor::Tensor* x_;
  const tensor::Tensor* y_;
  Tolerance shown_;
  std::vector<Way> ways_{};
  std::unordered_map<float, double> occurrences_{};  // of y's numbers
};

/// Counts the bits of y's numbers, each known to within its tolerance.
class BitCount {
 public:
  explicit BitCount(const Plainly& plainly) : plainly_(&plainly), bits_(plainly.ways().size()) {}

  void add(std::int64_t at, double y, double tolerance);

  /// The information in one number that occurs once.
  double each() const;
  /// The bits that an explanation of this cost, with so many unknowns, saves. One that is a line
  /// over x itself is not held against lines.
  double saved(double cost, double unknowns, bool is_line = false) const;

 private:
  const Plainly* plainly_;
  std::vector<double> bits_;  // of what each way leaves
  double spread_bits_ = 0;    // of the numbers, whether or not they repeat
  std::int64_t seen_ = 0;
  double count_ = 0;  // those that the counted stand for
};

}  // namespace normscope::variants
