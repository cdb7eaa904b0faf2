// SPDX-License-Identifier: MIT
// The list of a normalization's options, and what is said of several of them together: outside of
// kernels, references and the builders of programs nobody else needs to know them by name.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "core/ops/norm.hpp"
#include "core/ops/option.hpp"

namespace normscope::ops {

std::span<const OptionOf<NormOptions>> option_list(const NormOptions&);

/// The options that tell an operation from its siblings: "layer norm, eps 1e-05, biased". A layer
/// norm that subtracts no mean is called an RMS norm, whatever kind was chosen.
std::string short_words(const NormOptions& options);

/// All of them: "layer norm over the last dimension, biased variance, eps 1e-05 inside the root".
std::string full_words(const NormOptions& options, std::string_view over = {});

/// As PyTorch's class: "LayerNorm"; "Mean" and "Identity" of what returns the mean or the input.
std::string class_words(const NormOptions& options);

/// The options in which two differ, in words.
Differences differences(const NormOptions& own, const NormOptions& theirs);

/// The options of PyTorch's module in words: "biased, eps 1e-05 inside the root".
std::string module_words(const NormOptions& options);

/// Whether the input is returned as it came.
bool is_identity(const NormOptions& options);

/// Whether it is what PyTorch's function of this kind computes, but for the value of epsilon.
bool is_torch_norm(const NormOptions& options);

/// PyTorch's module of the same kind, over the same groups, with its own defaults.
NormOptions torch_norm(const NormOptions& options);

/// Whether a variance is the small difference of two large sums.
bool cancels(const NormOptions& options);

/// What is added to a variance under the root.
double epsilon_in_root(const NormOptions& options);

/// The options with epsilon added nowhere.
NormOptions without_epsilon(NormOptions options);

/// Whether epsilon is added anywhere; if not, its place becomes the usual, for when it is.
bool take_epsilon_off(NormOptions& options);

/// Only those options that the formula depends on, so that two operations of one formula are equal.
NormOptions on_paper(const NormOptions& options);

}  // namespace normscope::ops
