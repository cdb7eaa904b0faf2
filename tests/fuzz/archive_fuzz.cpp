// SPDX-License-Identifier: MIT
// Any bytes into the readers of .npz and .safetensors: no crash, no large allocation, and every
// array that is listed without a problem is read with its shape, or refused with a sentence.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "core/io/npz.hpp"
#include "core/io/safetensors.hpp"

using namespace normscope;

namespace {

template <class List, class Read>
void feed(std::string_view bytes, List list, Read read) {
  const auto entries = list(io::ByteSource::of(bytes));
  if (!entries) {
    if (entries.error().sentence.empty()) std::abort();
    return;
  }
  for (const io::ArrayEntry& entry : *entries) {
    const auto tensor = read(io::ByteSource::of(bytes), entry.name, io::ReadWatch{});
    if (!tensor && tensor.error().sentence.empty()) std::abort();
    if (tensor && (!entry.problem.empty() || tensor->shape() != entry.shape)) std::abort();
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  feed(bytes, io::list_npz, io::read_npz);
  feed(bytes, io::list_safetensors, io::read_safetensors);
  return 0;
}
