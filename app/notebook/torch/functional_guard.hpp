// SPDX-License-Identifier: MIT
// The checks of functional_calls.hpp before the functions of torch.nn.functional.
#pragma once

#include <memory>

#include "app/notebook/torch/functional_calls.hpp"
#include "app/notebook/torch/state.hpp"

namespace normscope::notebook::torch {

class FunctionalGuard;

/// What stands before one function; it is prepared when it is first called.
class GuardedFunctional {
 public:
  GuardedFunctional(Torch& torch, const FunctionalCall& row, Value function,
                    runtime::NativeCall native);
  Value operator()(Vm& vm, const Args& args) const;

 private:
  std::shared_ptr<FunctionalGuard> guard_;
};

}  // namespace normscope::notebook::torch
