// SPDX-License-Identifier: MIT
#include "core/variants/small_inputs.hpp"

#include <cstddef>
#include <cstdlib>
#include <vector>

namespace normscope::variants {
namespace {

using Visit = std::function<bool(std::span<const float>)>;

class RowVisitor {
 public:
  RowVisitor(int size, int largest, bool descending, const Visit& visit)
      : row_(static_cast<std::size_t>(size)),
        largest_(largest),
        descending_(descending),
        visit_(visit) {}

  // Visits the rows whose magnitudes sum to `sum`.
  bool visit_sum(int sum) { return place(0, largest_, sum, false); }

 private:
  // Chooses element `at`, at most `upper`; `sum` is left for it and the elements after it.
  bool place(std::size_t at, int upper, int sum, bool has_largest) {
    if (at == row_.size()) return has_largest && visit_(row_);
    const int after = static_cast<int>(row_.size() - at) - 1;
    for (int value = upper; value >= -largest_; --value) {
      const int rest = sum - std::abs(value);
      if (rest < 0 || rest > after * largest_) continue;
      row_[at] = static_cast<float>(value);
      const bool reached = has_largest || std::abs(value) == largest_;
      if (place(at + 1, descending_ ? value : largest_, rest, reached)) return true;
    }
    return false;
  }

  std::vector<float> row_;
  int largest_;
  bool descending_;
  const Visit& visit_;
};

}  // namespace

bool visit_rows(int size, int largest, bool descending, const Visit& visit) {
  RowVisitor visitor(size, largest, descending, visit);
  for (int sum = largest; sum <= size * largest; ++sum) {
    if (visitor.visit_sum(sum)) return true;
  }
  return false;
}

}  // namespace normscope::variants
