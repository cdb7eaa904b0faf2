// SPDX-License-Identifier: MIT
// Any text as a session: no crash, bounded memory, and a document that is accepted writes a text
// that reads as the same document.
#include "app/document/session/session.hpp"

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

using namespace normscope;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  // What refers to files would read those of this computer.
  const auto parsed = document::parse_session(text);
  if (parsed && !parsed->files.empty()) return 0;
  // More than a few numbers a person's machine may well hold.
  constexpr std::uint64_t kMost = 1 << 16;
  if (parsed && parsed->numbers > kMost) return 0;
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
