// SPDX-License-Identifier: MIT
// Sums as hardware and libraries make them: in a format that each addition is rounded to, in lanes
// that take turns and are folded at the end, or in pairs, or with what was lost kept beside.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "core/base/names.hpp"
#include "core/formats/rounding.hpp"

namespace normscope::formats {

enum class SumOrder : std::uint8_t {
  kTorch,       // PyTorch's, in float32
  kSequential,  // one number after the other
  kPairwise,    // the sum of the first half plus that of the second, and so on down to one number
  kKahan        // one after the other, with the rounding errors in a second number
};
/// "torch", "sequential", "pairwise", "kahan".
std::span<const base::Name<SumOrder>> sum_order_names();

/// How the sums of the lanes become one.
enum class Fold : std::uint8_t {
  kLeft,   // ((l0 + l1) + l2) + l3
  kHalves  // (l0 + l2) + (l1 + l3)
};
/// "left", "halves".
std::span<const base::Name<Fold>> fold_names();

/// Most lanes: four registers of sixteen numbers.
inline constexpr int kMostLanes = 64;

struct Summation {
  FormatId format = FormatId::kFloat32;  // of the accumulator: each addition is rounded to it
  SumOrder order = SumOrder::kTorch;
  int lanes = 1;  // a power of two; number k goes to lane k modulo the lanes
  Fold fold = Fold::kLeft;
  Rounding rounding{};
  std::uint64_t stream = 0;  // of random bits, and the first of them
  std::uint64_t at = 0;
};

/// Rows of `size` numbers each, one behind the other.
template <class T>
struct Rows {
  std::span<const T> values{};
  std::span<const T> factors{};  // summed are the products, each added without a rounding; or none
  std::int64_t size = 0;
};

/// The sum of each row.
/// shape   as many sums as rows; factors as values, or none
/// numeric in T, each addition then rounded to the format; `order` is not kTorch; products only in
///         sequence, where the fused multiply-add is T's
/// source  Kahan 1965; Higham 1993, The accuracy of floating point summation
void sum_rows(const Rows<float>& rows, const Summation& how, std::span<float> sums);
void sum_rows(const Rows<double>& rows, const Summation& how, std::span<double> sums);

/// The sum of the squared distances from the mean by Welford's recurrence, each operation rounded;
/// lanes by the rule of Chan, Golub and LeVeque.
double squares_by_welford(std::span<const float> row, const Summation& how);
double squares_by_welford(std::span<const double> row, const Summation& how);

/// What a sum in sequence did not take in.
struct Stall {
  std::int64_t addends = 0;  // that are not 0 and changed nothing
  double lost = 0;           // their sum
  double at = 0;             // the accumulator, when the first of them came
  double addend = 0;         // the first of them
};
Stall stall_of(std::span<const double> row, const Summation& how);

}  // namespace normscope::formats
