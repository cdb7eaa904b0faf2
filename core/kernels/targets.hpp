// SPDX-License-Identifier: MIT
// The instruction sets that the vector kernels are compiled for, and the choice of one for tests. A
// source that uses vectors includes this header ahead of Highway's.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

// Vectors whose length is known only at run time cannot be members of a struct, and NEON has
// doubles on 64-bit processors only. Nearly every processor with SSSE3 has SSE4.
#if defined(__arm__)
#define HWY_DISABLED_TARGETS (HWY_NEON | HWY_SSSE3)
#else
#define HWY_DISABLED_TARGETS (HWY_SVE | HWY_SVE2 | HWY_SVE_256 | HWY_SVE2_128 | HWY_RVV | HWY_SSSE3)
#endif

namespace normscope::kernels {

/// An instruction set, as Highway numbers it.
using Target = std::int64_t;

/// The compiled instruction sets that this processor has, best first. The last one is the
/// baseline: with Highway 1.0 on x86-64 that is no vectors at all (its EMU128 or SCALAR), with
/// 1.2 it is SSE2.
std::vector<Target> supported_targets();
std::string target_name(Target target);

/// From now on the kernels run on this instruction set; 0: on the best again. For tests: no kernel
/// may be running.
void use_target(Target target);

}  // namespace normscope::kernels
