// SPDX-License-Identifier: MIT
// The list of the relatives' options, and what is said of them.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "core/ops/option.hpp"
#include "core/ops/relatives.hpp"

namespace normscope::ops {

std::span<const OptionOf<RelativeOptions>> option_list(const RelativeOptions&);

/// "L2 norm over dimension -1".
std::string short_words(const RelativeOptions& options);

/// All options: "DyT, alpha 0.5".
std::string full_words(const RelativeOptions& options, std::string_view over = {});

/// As a class in PyTorch is called: "DyT", "Normalize", "Sparsemax".
std::string class_words(const RelativeOptions& options);

/// Only those options that the formula depends on.
RelativeOptions on_paper(const RelativeOptions& options);

}  // namespace normscope::ops
