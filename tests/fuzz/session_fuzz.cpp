// SPDX-License-Identifier: MIT
// Any text as a session: no crash, bounded memory, and a document that is accepted writes a text
// that reads as the same document.
#include "app/document/session/session.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <nlohmann/json.hpp>
#include <string_view>

#include "app/document/session/files.hpp"
#include "app/document/session/node.hpp"

using namespace normscope;

namespace {

// Whether a recipe makes more than a few numbers, which a person's machine may well hold.
bool asks_for_much(const nlohmann::json& value, bool is_shape = false) {
  constexpr double kMost = 1 << 16;
  double product = 1;
  for (const auto& [key, item] : value.items()) {
    if (is_shape && item.is_number()) product *= std::max(1.0, item.get<double>());
    if (item.is_structured() && asks_for_much(item, key == "shape")) return true;
  }
  return product > kMost;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  // What refers to files would read those of this computer.
  if (!document::session_files(text).empty()) return 0;
  const auto json = document::parse_json(text);
  if (json && json->is_structured() && asks_for_much(*json)) return 0;
  const auto first = document::from_session(text);
  if (!first) {
    if (first.error().sentence.empty()) std::abort();
    return 0;
  }
  const std::string written = document::to_session(*first);
  const auto second = document::from_session(written);
  // Texts are compared: a NaN does not equal itself.
  if (!second || document::to_session(*second) != written) std::abort();
  return 0;
}
