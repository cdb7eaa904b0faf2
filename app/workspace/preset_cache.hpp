// SPDX-License-Identifier: MIT
// The table of the ten presets for the batch that is shown. A background thread computes those of
// large batches.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>

#include "app/document/document.hpp"
#include "app/results/background.hpp"
#include "app/results/comparing/presets.hpp"
#include "app/results/evaluation.hpp"

namespace normscope::workspace {

class PresetCache {
 public:
  /// `wake` as for Background.
  explicit PresetCache(std::function<void()> wake) : maker_(std::move(wake)) {}

  /// Requests the table for an evaluation, unless it was requested last.
  /// shape   of an evaluation with activations, and its document
  void ask(const std::shared_ptr<const results::Evaluation>& shown,
           const document::Document& document);

  /// The newest table; null before the first. It may belong to an older evaluation.
  std::shared_ptr<const results::PresetTable> latest() const;

 private:
  std::shared_ptr<const results::Evaluation> asked_{};
  std::uint64_t number_ = 0;
  results::Background<results::PresetTable> maker_;  // last: its thread ends first
};

}  // namespace normscope::workspace
