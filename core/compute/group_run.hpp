// SPDX-License-Identifier: MIT
// The values of the steps of a program, one group after the other, each step once, in buffers of
// the size of a group that stay in the processor's caches.
#pragma once

#include <span>
#include <vector>

#include "core/trace/program.hpp"

namespace normscope::compute {

class GroupRun {
 public:
  /// A program of one group that is a contiguous row. `program` must outlive this.
  explicit GroupRun(const trace::Program& program);
  ~GroupRun() = default;
  GroupRun(const GroupRun&) = delete;
  GroupRun& operator=(const GroupRun&) = delete;

  /// Sets the values of a leaf, which stay where they are; -1: of none.
  void set(int leaf, std::span<const float> values) {
    if (leaf >= 0) values_[static_cast<std::size_t>(leaf)] = values;
  }

  /// Computes all steps; the last goes to `out`.
  void run(std::span<float> out);

  /// The values of a step but the last.
  std::span<const float> values(int step) const { return values_[static_cast<std::size_t>(step)]; }

 private:
  struct Call {
    const trace::PrimitiveRow* row;
    const std::span<const float>* a;
    const std::span<const float>* b;
    double c;
    std::span<float> out;
  };

  std::vector<float> room_{};
  std::vector<std::span<const float>> values_;  // of each step; that of the last is not read
  std::span<const float> none_{};
  std::vector<Call> calls_{};
};

}  // namespace normscope::compute
