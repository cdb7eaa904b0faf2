// SPDX-License-Identifier: MIT
#include "core/trace/role.hpp"

#include <algorithm>
#include <array>

namespace normscope::trace {

namespace {

constexpr std::array kRoleNames = std::to_array<base::Name<Role>>({
    {Role::kNone, "step"},
    {Role::kInput, "input"},
    {Role::kGamma, "gamma"},
    {Role::kBeta, "beta"},
    {Role::kRunningMean, "running mean"},
    {Role::kRunningVariance, "running variance"},
    {Role::kWeight, "weight"},
    {Role::kBias, "bias"},
    {Role::kTemperature, "temperature"},
    {Role::kSink, "sink"},
    {Role::kAlpha, "alpha"},
    {Role::kMean, "mean"},
    {Role::kMeanSquare, "mean square"},
    {Role::kMeanSquarePlusEpsilon, "mean square + eps"},
    {Role::kSquaredMean, "squared mean"},
    {Role::kBiasedVariance, "biased variance"},
    {Role::kVarianceWithoutEpsilon, "variance without eps"},
    {Role::kVariance, "variance"},
    {Role::kVariancePlusEpsilon, "variance + eps"},
    {Role::kDeviation, "standard deviation"},
    {Role::kDeviationPlusEpsilon, "standard deviation + eps"},
    {Role::kRootMeanSquare, "root mean square"},
    {Role::kRootMeanSquarePlusEpsilon, "root mean square + eps"},
    {Role::kReciprocalDeviation, "reciprocal standard deviation"},
    {Role::kReciprocalRootMeanSquare, "reciprocal root mean square"},
    {Role::kCentred, "centred"},
    {Role::kSquared, "squared"},
    {Role::kNormalized, "normalized"},
    {Role::kRepeated, "repeated"},
    {Role::kScaled, "scaled"},
    {Role::kShifted, "shifted"},
    {Role::kDividedByTemperature, "divided by temperature"},
    {Role::kLengthened, "times s log n"},
    {Role::kMaximum, "maximum"},
    {Role::kMaximumWithSink, "maximum with sink"},
    {Role::kShiftedMaximum, "shifted maximum"},
    {Role::kShiftedSink, "shifted sink"},
    {Role::kExponentialOfSink, "exponential of the sink"},
    {Role::kSumWithoutSink, "sum without sink"},
    {Role::kFactorOfSum, "factor of the sum"},
    {Role::kRescaledSum, "rescaled sum"},
    {Role::kExponential, "exponential"},
    {Role::kSum, "sum"},
    {Role::kShare, "share"},
    {Role::kLogOfSum, "log of the sum"},
    {Role::kLogarithm, "logarithm"},
    {Role::kThreshold, "threshold"},
    {Role::kMagnitude, "length"},
    {Role::kBounded, "length or eps"},
    {Role::kMultipliedByAlpha, "times alpha"},
    {Role::kTangent, "hyperbolic tangent"},
    {Role::kUpstreamGradient, "upstream gradient"},
    {Role::kGradientOfNormalized, "gradient of normalized"},
    {Role::kMeanOfGradient, "mean of gradient"},
    {Role::kGradientTimesNormalized, "gradient times normalized"},
    {Role::kMeanOfGradientTimesNormalized, "mean of gradient times normalized"},
    {Role::kCentredGradient, "centred gradient"},
    {Role::kPartAlongNormalized, "part along normalized"},
    {Role::kGradientWithoutParts, "gradient without both parts"},
    {Role::kSumOfGradient, "sum of the gradient"},
    {Role::kGradientTimesShare, "gradient times share"},
    {Role::kSumOfGradientTimesShare, "sum of gradient times share"},
    {Role::kInputGradient, "gradient of the input"},
    {Role::kProduct, "product"},
    {Role::kOutput, "output"},
});

constexpr std::array kLandmarks{Role::kMean,
                                Role::kMaximum,
                                Role::kDeviation,
                                Role::kDeviationPlusEpsilon,
                                Role::kRootMeanSquare,
                                Role::kRootMeanSquarePlusEpsilon,
                                Role::kSum,
                                Role::kLogOfSum,
                                Role::kThreshold,
                                Role::kBounded};

struct Derived {
  Role from;
  Role with_epsilon;
  Role root;
};
constexpr std::array kDerived = std::to_array<Derived>({
    {Role::kVariance, Role::kVariancePlusEpsilon, Role::kDeviation},
    {Role::kVariancePlusEpsilon, Role::kNone, Role::kDeviation},
    {Role::kRunningVariance, Role::kVariancePlusEpsilon, Role::kDeviation},
    {Role::kMeanSquare, Role::kMeanSquarePlusEpsilon, Role::kRootMeanSquare},
    {Role::kMeanSquarePlusEpsilon, Role::kNone, Role::kRootMeanSquare},
    {Role::kDeviation, Role::kDeviationPlusEpsilon, Role::kNone},
    {Role::kRootMeanSquare, Role::kRootMeanSquarePlusEpsilon, Role::kNone},
});

Derived derived_from(Role role) {
  const auto* const row = std::ranges::find(kDerived, role, &Derived::from);
  return row == kDerived.end() ? Derived{role, Role::kNone, Role::kNone} : *row;
}

}  // namespace

std::span<const base::Name<Role>> role_names() {
  return kRoleNames;
}

Role with_epsilon(Role role) {
  return derived_from(role).with_epsilon;
}

Role root_of(Role role) {
  return derived_from(role).root;
}

bool is_landmark(Role role) {
  return std::ranges::find(kLandmarks, role) != kLandmarks.end();
}

}  // namespace normscope::trace
