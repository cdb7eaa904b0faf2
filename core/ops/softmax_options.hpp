// SPDX-License-Identifier: MIT
// The list of a softmax's options, and what is said of several of them together.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "core/ops/option.hpp"
#include "core/ops/softmax.hpp"

namespace normscope::ops {

std::span<const OptionOf<SoftmaxOptions>> option_list(const SoftmaxOptions&);

/// The temperatures that people set, the most usual first.
std::span<const double> usual_temperatures();

/// The options that tell an operation from its siblings: "naive softmax over dimension -1".
std::string short_words(const SoftmaxOptions& options);

/// All of them: "softmax over the last dimension, temperature 1".
std::string full_words(const SoftmaxOptions& options, std::string_view over = {});

/// As PyTorch's class: "Softmax", "LogSoftmax".
std::string class_words(const SoftmaxOptions& options);

/// The options in which two differ, in words.
Differences differences(const SoftmaxOptions& own, const SoftmaxOptions& theirs);

/// How the exponentials are computed: "the maximum subtracted".
std::string module_words(const SoftmaxOptions& options);

/// PyTorch's module over the same dimension.
SoftmaxOptions torch_softmax(const SoftmaxOptions& options);

/// Whether exponentials are summed as they are, which overflows.
bool overflows(const SoftmaxOptions& options);

/// Only those options that the formula depends on.
SoftmaxOptions on_paper(SoftmaxOptions options);

}  // namespace normscope::ops
