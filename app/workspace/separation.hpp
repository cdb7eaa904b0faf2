// SPDX-License-Identifier: MIT
// The smallest input that separates A and B. A background thread searches it, for seconds where
// none is small.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <memory>
#include <utility>

#include "app/results/background.hpp"
#include "core/variants/separate.hpp"

namespace normscope::workspace {

class SeparationSearch {
 public:
  using Pair = std::array<compute::Operation, 2>;  // A and B
  using Answer = base::Expected<variants::Separation>;

  /// `wake` as for Background.
  explicit SeparationSearch(std::function<void()> wake) : searcher_(std::move(wake)) {}

  /// Begins the search, instead of one that has not ended.
  void ask(const Pair& operations);
  void stop() { searcher_.cancel(); }

  /// Whether these two are being searched.
  bool searches(const Pair& operations) const { return searcher_.busy() && operations == asked_; }
  /// What the search about these two has found; null before its end, and after another one began.
  std::shared_ptr<const Answer> answer(const Pair& operations) const;

 private:
  Pair asked_{};
  std::uint64_t number_ = 0;
  results::Background<Answer> searcher_;  // last: its thread ends first
};

}  // namespace normscope::workspace
