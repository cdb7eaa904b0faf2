// SPDX-License-Identifier: MIT
// Instructions that name variables, as far as the machine does not do them where it runs: those
// that delete, those of class bodies, and names that are not there.
#pragma once

#include "app/notebook/runtime/frame.hpp"

namespace normscope::notebook::runtime {

/// False: raised.
bool names_op(Vm& vm, Frame& frame, Instruction instruction);

}  // namespace normscope::notebook::runtime
