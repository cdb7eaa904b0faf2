// SPDX-License-Identifier: MIT
// Any bytes into the table reader: no crash, time in proportion to the length, and a table that it
// accepts comes back from our own writer with the same numbers.
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>

#include "core/io/table.hpp"

using namespace normscope;

namespace {

bool same(float a, float b) {
  return (std::isnan(a) && std::isnan(b)) || (a == b && std::signbit(a) == std::signbit(b));
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  const auto first = io::read_table(bytes);
  if (!first) {
    if (first.error().sentence.empty()) std::abort();
    return 0;
  }
  // Every table that is accepted has numbers.
  if (first->values.size() == 0) std::abort();
  std::string written;
  const auto done = io::write_table(first->values, ',', [&](std::string_view piece) {
    written += piece;
    return base::Expected<void>();
  });
  const auto second = io::read_table(written);
  if (!done || !second || first->values.shape() != second->values.shape()) std::abort();
  for (std::size_t i = 0; i < first->values.values().size(); ++i) {
    if (!same(first->values.values()[i], second->values.values()[i])) std::abort();
  }
  return 0;
}
