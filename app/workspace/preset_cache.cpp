// SPDX-License-Identifier: MIT
#include "app/workspace/preset_cache.hpp"

namespace normscope::workspace {
namespace {

// Most values of a batch whose ten outputs are computed within the frame: about a millisecond.
constexpr std::int64_t kInFrameBatch = 2048;

}  // namespace

void PresetCache::ask(const std::shared_ptr<const results::Evaluation>& shown,
                      const document::Document& document) {
  if (shown == asked_) return;
  asked_ = shown;
  const std::uint64_t number = ++number_;
  const auto make = [shown, document](const std::stop_token&) {
    return results::preset_table(document, shown->activations);
  };
  if (shown->activations->size() <= kInFrameBatch) {
    maker_.publish(number, make({}));
  } else {
    maker_.request(number, make);
  }
}

std::shared_ptr<const results::PresetTable> PresetCache::latest() const {
  const auto latest = maker_.latest();
  if (latest == nullptr) return nullptr;
  return {latest, &latest->value};
}

}  // namespace normscope::workspace
