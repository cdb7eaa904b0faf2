// SPDX-License-Identifier: MIT
// Any bytes into the reader of .safetensors: no crash, no large allocation, and the tensors that it
// reads come back from our own writer with the same names, shapes and bits.
#include "core/io/safetensors.hpp"

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>

#include "tests/fuzz/archive_fuzz.hpp"

using namespace normscope;

namespace {

bool same(const tensor::Tensor& a, const tensor::Tensor& b) {
  const auto bytes = a.values().size_bytes();
  return a.shape() == b.shape() &&
         (bytes == 0 || std::memcmp(a.values().data(), b.values().data(), bytes) == 0);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  const auto first = fuzz::read_arrays(io::safetensors_arrays(io::ByteSource::of(bytes)));
  if (first.empty()) return 0;
  std::vector<io::NamedTensor> named;
  for (const auto& [name, tensor] : first) named.push_back({name, &tensor});
  std::string written;
  const auto done = io::write_safetensors(named, [&](std::string_view piece) {
    written += piece;
    return base::Expected<void>();
  });
  if (!done) {
    // A name that a stranger's file may have, and ours may not, is refused with a sentence.
    if (done.error().sentence.empty()) std::abort();
    return 0;
  }
  const auto second = fuzz::read_arrays(io::safetensors_arrays(io::ByteSource::of(written)));
  if (second.size() != first.size()) std::abort();
  for (const auto& [name, tensor] : first) {
    bool found = false;
    for (const auto& [again, values] : second)
      found = found || (again == name && same(values, tensor));
    if (!found) std::abort();
  }
  return 0;
}
