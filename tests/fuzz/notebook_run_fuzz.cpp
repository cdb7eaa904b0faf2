// SPDX-License-Identifier: MIT
// Programs that nobody would write, run with all that cells may import: whatever they are, they end
// soon, within their memory, and with an output or a sentence; and the arrays that they leave can
// be asked what made them.
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "app/notebook/session/notebook.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace normscope::notebook;
  runtime::Limits limits;
  limits.steps = 20'000;
  limits.memory = std::ptrdiff_t{32} << 20;
  limits.output = std::size_t{1} << 16;
  limits.int_bits = std::size_t{1} << 14;
  limits.recursion = 100;
  session::Notebook notebook(0, limits);
  const std::string_view source(reinterpret_cast<const char*>(data), size);
  for (int cell = 0; cell < 2; ++cell) {
    const runtime::Outcome outcome = notebook.run(source, "fuzz.py", runtime::CellMode::kNotebook);
    if (outcome.output.size() > limits.output) std::abort();
    if (outcome.error && (outcome.error->type.empty() || outcome.error->traceback.empty())) {
      std::abort();
    }
  }
  for (const std::string& name : notebook.engine().names()) {
    const auto made = notebook.recognized(name);
    if (made && notebook.array(name) == nullptr) std::abort();
  }
  return 0;
}
