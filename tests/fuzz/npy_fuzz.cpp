// SPDX-License-Identifier: MIT
// Any bytes into the .npy reader: no crash, no large allocation, and an array that it accepts comes
// back from our own writer bit by bit.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <string>

#include "core/io/npy.hpp"

using namespace normscope;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  const auto first = io::read_npy(io::ByteSource::of(bytes));
  if (!first) {
    if (first.error().sentence.empty()) std::abort();
    return 0;
  }
  std::string written;
  const auto done = io::write_npy(*first, [&](std::string_view piece) {
    written += piece;
    return base::Expected<void>();
  });
  const auto second = io::read_npy(io::ByteSource::of(written));
  if (!done || !second || first->shape() != second->shape()) std::abort();
  const auto values = first->values();
  if (!values.empty() &&
      std::memcmp(values.data(), second->values().data(), values.size_bytes()) != 0) {
    std::abort();
  }
  return 0;
}
