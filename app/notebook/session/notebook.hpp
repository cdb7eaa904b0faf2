// SPDX-License-Identifier: MIT
// A notebook that runs: the interpreter with everything that its cells may import, and what their
// variables hold for the rest of the app.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>

#include "app/notebook/arrays/array.hpp"
#include "app/notebook/recognition/recognize.hpp"
#include "app/notebook/runtime/engine.hpp"
#include "app/notebook/torch/torch.hpp"

namespace normscope::notebook::session {

class Notebook {
 public:
  /// `seed` is where the random stream begins until a cell sets another.
  explicit Notebook(std::uint64_t seed, runtime::Limits limits = {});

  /// As Engine::run.
  runtime::Outcome run(std::string_view source, const std::string& file, runtime::CellMode mode,
                       std::stop_token stop = {});

  runtime::Engine& engine() { return engine_; }
  /// Print options, and the place in the random stream.
  arrays::Context& context() { return *context_; }

  /// The array that a variable holds, or null. It lives until the next run.
  const arrays::Array* array(std::string_view name) const;
  /// The normalization or softmax that made a variable's array, or nothing.
  std::optional<recognition::Recognized> recognized(std::string_view name) const;

 private:
  std::shared_ptr<arrays::Context> context_;
  runtime::Engine engine_;
};

}  // namespace normscope::notebook::session
