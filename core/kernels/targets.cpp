// SPDX-License-Identifier: MIT
#include "core/kernels/targets.hpp"

#include <hwy/highway.h>

namespace normscope::kernels {

std::vector<Target> supported_targets() {
  return hwy::SupportedAndGeneratedTargets();
}

std::string target_name(Target target) {
  return hwy::TargetName(target);
}

void use_target(Target target) {
  hwy::SetSupportedTargetsForTest(target);
}

}  // namespace normscope::kernels
