// SPDX-License-Identifier: MIT
// Runs the steps of the golden files on the arrays of the notebook: the same little stack machine
// that tests/oracle/notebook_arrays.py has on PyTorch.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "app/notebook/arrays/array.hpp"

namespace normscope::notebook::arrays::testing {

class Machine {
 public:
  explicit Machine(std::uint64_t seed) { context_.generator.manual_seed(seed); }

  /// One step: its name, then its arguments.
  Expected<void> run(const nlohmann::json& step);

  const std::vector<Array>& stack() const { return stack_; }
  const Context& context() const { return context_; }

 private:
  using Arguments = nlohmann::json;

  std::vector<Array> pop(std::size_t count);
  Array pop_one();
  Expected<void> push(Expected<Array> result);
  Expected<void> push(Expected<std::vector<Array>> results);

  // Each takes the steps of one subject; nothing for a name that is not its own.
  std::optional<Expected<void>> create(const std::string& name, const Arguments& a);
  std::optional<Expected<void>> compute(const std::string& name, const Arguments& a);
  std::optional<Expected<void>> reduce(const std::string& name, const Arguments& a);
  std::optional<Expected<void>> reshape(const std::string& name, const Arguments& a);
  std::optional<Expected<void>> select(const std::string& name, const Arguments& a);
  std::optional<Expected<void>> layer(const std::string& name, const Arguments& a);

  Context context_{};
  std::vector<Array> stack_;
};

/// FNV-1a over the bits of all elements, as the script does it.
std::string digest(const Array& x);

}  // namespace normscope::notebook::arrays::testing
