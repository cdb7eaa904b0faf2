// SPDX-License-Identifier: MIT
// Any bytes into the reader of .npz: no crash and no large allocation.
#include "core/io/npz.hpp"

#include <cstddef>
#include <cstdint>

#include "tests/fuzz/archive_fuzz.hpp"

using namespace normscope;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  fuzz::read_arrays({reinterpret_cast<const char*>(data), size}, io::list_npz, io::read_npz);
  return 0;
}
