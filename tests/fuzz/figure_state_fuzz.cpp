// SPDX-License-Identifier: MIT
// Any bytes as a figure's file: no crash, bounded memory, and a state that is found can be carried
// again or is refused with a sentence.
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "app/figures/export/state.hpp"

using namespace normscope::figures;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view file(reinterpret_cast<const char*>(data), size);
  const auto state = read_state(file);
  if (!state) {
    if (state.error().sentence.empty()) std::abort();
    return 0;
  }
  if (state->size() > kMostStateBytes) std::abort();
  const auto checked = check_state(*state);
  if (!checked && checked.error().sentence.empty()) std::abort();
  return 0;
}
