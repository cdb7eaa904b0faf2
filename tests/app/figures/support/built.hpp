// SPDX-License-Identifier: MIT
// The figures of every builder for the lecture's batch and for a larger one: recorded by one test,
// compared between painters by others.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "app/document/document.hpp"
#include "app/figures/builders/catalogue.hpp"
#include "app/figures/theme.hpp"
#include "app/results/evaluation.hpp"

namespace normscope::figures {

results::Evaluation evaluated(const document::Document& document);

/// A document with values of this shape, normalized or put through a softmax.
document::Document on_values(tensor::Shape shape, std::vector<float> values, bool softmax = false);

/// Numbers between -3 and 5 without a visible pattern, the same on every machine.
std::vector<float> spread(std::int64_t count);

/// A figure with a second variant, which differs in epsilon and temperature, and with a highlighted
/// element.
Figure build_figure(std::string_view name, const document::Document& document);

struct Built {
  std::string name;  // of the recording
  Figure figure;
  ThemeName theme;
};
std::vector<Built> built_figures();

}  // namespace normscope::figures
