// SPDX-License-Identifier: MIT
// What a step of a program is in its operation: its mean, its variance, its output. Everything that
// looks for a step looks for its role.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "core/base/names.hpp"

namespace normscope::trace {

enum class Role : std::uint8_t {
  kNone,  // a step of a program that no table names
  // What goes in.
  kInput,
  kGamma,
  kBeta,
  kRunningMean,
  kRunningVariance,
  kWeight,
  kBias,
  kTemperature,
  kSink,
  kAlpha,
  // Statistics of a normalization.
  kMean,
  kMeanSquare,
  kMeanSquarePlusEpsilon,
  kSquaredMean,
  kBiasedVariance,
  kVarianceWithoutEpsilon,
  kVariance,
  kVariancePlusEpsilon,
  kDeviation,
  kDeviationPlusEpsilon,
  kRootMeanSquare,
  kRootMeanSquarePlusEpsilon,
  kReciprocalDeviation,
  kReciprocalRootMeanSquare,
  // Its elements.
  kCentred,
  kSquared,
  kNormalized,
  kRepeated,
  kScaled,
  kShifted,  // plus beta; of a softmax: minus the maximum
  // Of a softmax.
  kDividedByTemperature,
  kLengthened,
  kMaximum,
  kMaximumWithSink,
  kShiftedMaximum,
  kShiftedSink,
  kExponential,
  kExponentialOfSink,
  kSumWithoutSink,
  kFactorOfSum,
  kRescaledSum,
  kSum,
  kShare,
  kLogOfSum,
  kLogarithm,
  // Of the others.
  kThreshold,
  kMagnitude,
  kBounded,
  kMultipliedByAlpha,
  kTangent,
  // Of a backward pass; d is the gradient of what is normalized.
  kUpstreamGradient,
  kGradientOfNormalized,
  kMeanOfGradient,
  kGradientTimesNormalized,
  kMeanOfGradientTimesNormalized,
  kCentredGradient,
  kPartAlongNormalized,
  kGradientWithoutParts,
  kSumOfGradient,
  kGradientTimesShare,
  kSumOfGradientTimesShare,
  kInputGradient,
  // Of a layer, and of each.
  kProduct,
  kOutput,
};

/// "mean", "variance + eps": the names that windows, sessions and lessons use.
std::span<const base::Name<Role>> role_names();

/// The role of a variance, a mean square or a root after epsilon was added.
Role with_epsilon(Role role);
/// The role of the square root of a variance or a mean square.
Role root_of(Role role);

/// Whether a step of this role stands beside the rows of its operation whatever step is shown:
/// where the groups lie, and how far they spread.
bool is_landmark(Role role);

}  // namespace normscope::trace
