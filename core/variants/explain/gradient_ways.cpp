// SPDX-License-Identifier: MIT
#include "core/variants/explain/gradient_ways.hpp"

#include <array>

#include "core/text/translate.hpp"

namespace normscope::variants {

namespace {

double right_norm(const NormTerms& t) {
  return t.r * (t.d - t.mean - t.h * t.along);
}
double right_softmax(const SoftmaxTerms& t) {
  return t.slope * t.p * (t.dy - t.sum);
}
double right_log_softmax(const SoftmaxTerms& t) {
  return t.slope * (t.dy - t.p * t.sum);
}

constexpr std::array<GradientWay, 10> kWays{{
    {.norm = right_norm, .softmax = right_softmax, .log_softmax = right_log_softmax},
    {.id = "mean-twice",
     .words = tr_later("the mean of d subtracted twice"),
     .norm = [](const NormTerms& t) { return t.r * (t.d - 2 * t.mean - t.h * t.along); },
     .centred = true},
    {.id = "without-mean",
     .words = tr_later("the mean of d left out"),
     .norm = [](const NormTerms& t) { return t.r * (t.d - t.h * t.along); },
     .centred = true},
    {.id = "without-part-along",
     .words = tr_later("the mean of d xhat left out"),
     .norm = [](const NormTerms& t) { return t.r * (t.d - t.mean); }},
    {.id = "without-means",
     .words = tr_later("both means left out"),
     .norm = [](const NormTerms& t) { return t.r * t.d; },
     .centred = true},
    {.id = "without-epsilon",
     .words = tr_later("eps forgotten on the way back"),
     .norm = right_norm,
     .forgets_epsilon = true},
    {.id = "without-gamma",
     .words = tr_later("gamma forgotten on the way back"),
     .norm = right_norm,
     .forgets_gamma = true},
    {.id = "without-sum",
     .words = tr_later("the sum of p dy left out"),
     .softmax = [](const SoftmaxTerms& t) { return t.slope * t.p * t.dy; }},
    {.id = "by-itself",
     .words = tr_later("each number by itself, p (1 - p) dy"),
     .softmax = [](const SoftmaxTerms& t) { return t.slope * t.p * (1 - t.p) * t.dy; }},
    {.id = "without-temperature",
     .words = tr_later("the temperature forgotten on the way back"),
     .softmax = [](const SoftmaxTerms& t) { return t.p * (t.dy - t.sum); },
     .log_softmax = [](const SoftmaxTerms& t) { return t.dy - t.p * t.sum; }},
}};

}  // namespace

std::span<const GradientWay> gradient_ways() {
  return kWays;
}

}  // namespace normscope::variants
