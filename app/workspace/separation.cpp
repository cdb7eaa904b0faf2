// SPDX-License-Identifier: MIT
#include "app/workspace/separation.hpp"

namespace normscope::workspace {

void SeparationSearch::ask(const Pair& operations) {
  asked_ = operations;
  searcher_.request(++number_, [operations](const std::stop_token& stop) {
    return variants::separate(operations[0], operations[1], stop);
  });
}

std::shared_ptr<const SeparationSearch::Answer> SeparationSearch::answer(
    const Pair& operations) const {
  const auto latest = searcher_.latest();
  if (latest == nullptr || latest->number != number_ || operations != asked_) return nullptr;
  return {latest, &latest->value};
}

}  // namespace normscope::workspace
