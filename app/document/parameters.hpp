// SPDX-License-Identifier: MIT
// The parameters that an operation may have, as a table: whoever edits, saves, shows or writes
// gamma, beta and running statistics walks over it.
#pragma once

#include <array>
#include <cstddef>
#include <span>
#include <string_view>

#include "app/document/document.hpp"
#include "core/text/translate.hpp"
#include "core/trace/role.hpp"

namespace normscope::document {

/// The array that an edit changes.
struct Target {
  enum Kind {
    kInput,
    kGamma,
    kBeta,
    kRunningMean,
    kRunningVariance,
    kUpstream,  // the upstream gradient of the backward pass
    kStep,      // a parameter of the chain on the stage
  };
  Kind kind = kInput;
  std::size_t step = 0;  // of the chain

  // NOLINTNEXTLINE(google-explicit-constructor, hicpp-explicit-conversions): a kind is a target
  constexpr Target(Kind of, std::size_t at = 0) : kind(of), step(at) {}
  bool operator==(const Target&) const = default;
};

/// One parameter. Running statistics are on where the options say so, gamma and beta by their own
/// switch.
struct ParameterRow {
  Target::Kind target;
  trace::Role role;
  std::string_view key;    // in sessions, widgets and PyTorch code
  std::string_view name;   // in sentences
  std::string_view label;  // beside its numbers
  Parameter NormSettings::*values;
  float fresh;   // each number of a new layer's
  bool running;  // a running statistic
};

inline constexpr std::array kParameterRows{
    ParameterRow{Target::kGamma, trace::Role::kGamma, "gamma", "gamma", "gamma",
                 &NormSettings::gamma, 1, false},
    ParameterRow{Target::kBeta, trace::Role::kBeta, "beta", "beta", "beta", &NormSettings::beta, 0,
                 false},
    ParameterRow{Target::kRunningMean, trace::Role::kRunningMean, "running_mean",
                 text::tr_later("the running mean"), text::tr_later("running mean"),
                 &NormSettings::running_mean, 0, true},
    ParameterRow{Target::kRunningVariance, trace::Role::kRunningVariance, "running_var",
                 text::tr_later("the running variance"), text::tr_later("running var"),
                 &NormSettings::running_variance, 1, true},
};

/// The row of a target or of a role; null for what is no parameter of an operation.
constexpr const ParameterRow* parameter_row(Target target) {
  for (const ParameterRow& row : kParameterRows) {
    if (target == row.target) return &row;
  }
  return nullptr;
}
constexpr const ParameterRow* parameter_row(trace::Role role) {
  for (const ParameterRow& row : kParameterRows) {
    if (row.role == role) return &row;
  }
  return nullptr;
}

}  // namespace normscope::document
