// SPDX-License-Identifier: MIT
#include "app/notebook/session/notebook.hpp"

#include <utility>

namespace normscope::notebook::session {

Notebook::Notebook(std::uint64_t seed, runtime::Limits limits)
    : context_(std::make_shared<arrays::Context>()),
      engine_(limits, torch::torch_modules(context_)) {
  context_->generator = random::Generator(seed);
}

runtime::Outcome Notebook::run(std::string_view source, const std::string& file,
                               runtime::CellMode mode, std::stop_token stop) {
  return engine_.run(source, file, mode, std::move(stop));
}

const arrays::Array* Notebook::array(std::string_view name) const {
  return torch::array_of(engine_.find(name));
}

std::optional<recognition::Recognized> Notebook::recognized(std::string_view name) const {
  const arrays::Array* const found = array(name);
  return found != nullptr ? recognition::recognize(*found) : std::nullopt;
}

}  // namespace normscope::notebook::session
