// SPDX-License-Identifier: MIT
// Programs that nobody would write, run: whatever they are, they end soon, within their memory, and
// with an output or a sentence.
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "app/notebook/runtime/engine.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace normscope::notebook::runtime;
  Limits limits;
  limits.steps = 20'000;
  limits.memory = std::ptrdiff_t{32} << 20;
  limits.output = std::size_t{1} << 16;
  limits.int_bits = std::size_t{1} << 14;
  limits.recursion = 100;
  Engine engine(limits);
  const std::string_view source(reinterpret_cast<const char*>(data), size);
  for (int cell = 0; cell < 2; ++cell) {
    const Outcome outcome = engine.run(source, "fuzz.py", CellMode::kNotebook);
    if (outcome.output.size() > limits.output) std::abort();
    if (outcome.error && (outcome.error->type.empty() || outcome.error->traceback.empty())) {
      std::abort();
    }
  }
  return 0;
}
