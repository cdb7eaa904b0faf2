// SPDX-License-Identifier: MIT
#include "core/trace/role.hpp"

#include <algorithm>
#include <array>

#include "core/text/translate.hpp"

namespace normscope::trace {

namespace {

constexpr std::array kRoleNames = std::to_array<base::Name<Role>>({
    {Role::kNone, tr_later("step")},
    {Role::kInput, tr_later("input")},
    {Role::kGamma, tr_later("gamma")},
    {Role::kBeta, tr_later("beta")},
    {Role::kRunningMean, tr_later("running mean")},
    {Role::kRunningVariance, tr_later("running variance")},
    {Role::kWeight, tr_later("weight")},
    {Role::kBias, tr_later("bias")},
    {Role::kTemperature, tr_later("temperature")},
    {Role::kSink, tr_later("sink")},
    {Role::kAlpha, tr_later("alpha")},
    {Role::kMean, tr_later("mean")},
    {Role::kMeanSquare, tr_later("mean square")},
    {Role::kMeanSquarePlusEpsilon, tr_later("mean square + eps")},
    {Role::kSquaredMean, tr_later("squared mean")},
    {Role::kBiasedVariance, tr_later("biased variance")},
    {Role::kVarianceWithoutEpsilon, tr_later("variance without eps")},
    {Role::kVariance, tr_later("variance")},
    {Role::kVariancePlusEpsilon, tr_later("variance + eps")},
    {Role::kDeviation, tr_later("standard deviation")},
    {Role::kDeviationPlusEpsilon, tr_later("standard deviation + eps")},
    {Role::kRootMeanSquare, tr_later("root mean square")},
    {Role::kRootMeanSquarePlusEpsilon, tr_later("root mean square + eps")},
    {Role::kReciprocalDeviation, tr_later("reciprocal standard deviation")},
    {Role::kReciprocalRootMeanSquare, tr_later("reciprocal root mean square")},
    {Role::kCentred, tr_later("centred")},
    {Role::kSquared, tr_later("squared")},
    {Role::kNormalized, tr_later("normalized")},
    {Role::kRepeated, tr_later("repeated")},
    {Role::kScaled, tr_later("scaled")},
    {Role::kShifted, tr_later("shifted")},
    {Role::kDividedByTemperature, tr_later("divided by temperature")},
    {Role::kLengthened, tr_later("times s log n")},
    {Role::kMaximum, tr_later("maximum")},
    {Role::kMaximumWithSink, tr_later("maximum with sink")},
    {Role::kShiftedMaximum, tr_later("shifted maximum")},
    {Role::kShiftedSink, tr_later("shifted sink")},
    {Role::kExponentialOfSink, tr_later("exponential of the sink")},
    {Role::kSumWithoutSink, tr_later("sum without sink")},
    {Role::kFactorOfSum, tr_later("factor of the sum")},
    {Role::kRescaledSum, tr_later("rescaled sum")},
    {Role::kExponential, tr_later("exponential")},
    {Role::kSum, tr_later("sum")},
    {Role::kShare, tr_later("share")},
    {Role::kLogOfSum, tr_later("log of the sum")},
    {Role::kLogarithm, tr_later("logarithm")},
    {Role::kThreshold, tr_later("threshold")},
    {Role::kMagnitude, tr_later("length")},
    {Role::kBounded, tr_later("length or eps")},
    {Role::kMultipliedByAlpha, tr_later("times alpha")},
    {Role::kTangent, tr_later("hyperbolic tangent")},
    {Role::kUpstreamGradient, tr_later("upstream gradient")},
    {Role::kGradientOfNormalized, tr_later("gradient of normalized")},
    {Role::kMeanOfGradient, tr_later("mean of gradient")},
    {Role::kGradientTimesNormalized, tr_later("gradient times normalized")},
    {Role::kMeanOfGradientTimesNormalized, tr_later("mean of gradient times normalized")},
    {Role::kCentredGradient, tr_later("centred gradient")},
    {Role::kPartAlongNormalized, tr_later("part along normalized")},
    {Role::kGradientWithoutParts, tr_later("gradient without both parts")},
    {Role::kSumOfGradient, tr_later("sum of the gradient")},
    {Role::kGradientTimesShare, tr_later("gradient times share")},
    {Role::kSumOfGradientTimesShare, tr_later("sum of gradient times share")},
    {Role::kInputGradient, tr_later("gradient of the input")},
    {Role::kProduct, tr_later("product")},
    {Role::kOutput, tr_later("output")},
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
