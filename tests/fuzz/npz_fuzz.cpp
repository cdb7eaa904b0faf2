// SPDX-License-Identifier: MIT
// Any bytes into the reader of .npz: no crash and no large allocation.
#include "core/io/tensor_file.hpp"

#include <cstddef>
#include <cstdint>

#include "tests/fuzz/archive_fuzz.hpp"

using namespace normscope;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  fuzz::read_arrays(io::arrays_in(io::ByteSource::of(bytes), ""));
  return 0;
}
