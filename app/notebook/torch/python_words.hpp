// SPDX-License-Identifier: MIT
// What Python says of a call that does not fit a function written in it. Layers and most functions
// of torch.nn.functional are such functions, whatever they are here.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "app/notebook/runtime/native.hpp"
#include "app/notebook/runtime/vm.hpp"

namespace normscope::notebook::torch {

/// A list of parameters as a Signature reads it.
struct PythonParameters {
  std::vector<std::string> names{};
  std::vector<std::string> missing{};   // default values as they are written, empty: there is none
  std::vector<std::string> required{};  // by position
  std::size_t positional = 0;
  bool collects = false;  // `*rest` or `**rest`
  bool knows(std::string_view name) const;
};

PythonParameters python_parameters(std::string_view text);

/// True: raised TypeError, as Python raises it of a function of this name.
bool misfits_python(runtime::Vm& vm, const std::string& name, const PythonParameters& parameters,
                    const runtime::Args& args);

}  // namespace normscope::notebook::torch
