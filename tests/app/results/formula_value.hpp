// SPDX-License-Identifier: MIT
// The value of a formula of numbers, computed in double from the numbers behind its links, and how
// far float32 arithmetic may stray from it. Written apart from the code that writes the formulas.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace normscope::testing {

/// A number, and the largest error that rounding every operation to float32 gives it.
struct Bounded {
  double value = 0;
  double error = 0;
};

/// Evaluates a formula: sums, products, quotients, powers, fractions, roots, exp, log and max.
/// `links` has the number behind each \href{k}. Throws std::runtime_error at anything else.
/// numeric the error of a sum of n terms holds for additions in any order: (n - 1) roundings of
///         the sum of magnitudes; exp and log have two roundings, as torch_arithmetic has them
Bounded formula_value(std::string_view source, const std::vector<Bounded>& links);

/// The ids of all links of a formula, in order.
std::vector<std::string> link_ids(std::string_view source);

/// A formula without its links: "\href{3}{0.5}" becomes "0.5".
std::string without_links(std::string_view source);

}  // namespace normscope::testing
