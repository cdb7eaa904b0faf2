// SPDX-License-Identifier: MIT
// See error_function.hpp. Facts (coefficients, order of roundings) from SLEEF 3.5.1's functions of
// accuracy 1.0 with FMA.
#include "core/torch_arithmetic/error_function.hpp"

#include <array>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>

#include "core/base/vectors.hpp"
#include "core/torch_arithmetic/double_float.hpp"
#include "core/torch_arithmetic/elementwise_in_line.hpp"

namespace normscope::torch_arithmetic {
namespace {

constexpr float kInverseLn2 = 0x1.715476p+0F;

// x 2^exponent by two factors: 2^exponent itself may be out of range.
inline float times_power(float x, int exponent) {
  const int half = exponent >> 1;
  return x * power_of_two(half) * power_of_two(exponent - half);
}

// A polynomial; coefficients from the highest power down.
template <std::size_t N>
double polynomial(double x, const std::array<double, N>& coefficients) {
  double y = coefficients[0];
  for (std::size_t i = 1; i < N; ++i) y = std::fma(y, x, coefficients[i]);
  return y;
}

// e^x of a double-float.
inline DoubleFloat<float> exp_of_double_float(DoubleFloat<float> x) {
  constexpr float kLn2High = 0x1.62e4p-1F;
  constexpr float kLn2Low = 0x1.7f7d1cp-20F;
  const bool vanishes = x.high < -104.0F;
  if (vanishes) x = {};
  const float n = std::nearbyint((x.high + x.low) * kInverseLn2);
  DoubleFloat<float> rest = exact_sum(x, n * -kLn2High);
  rest = exact_sum(rest, n * -kLn2Low);
  float p = std::fma(0.1980960224e-3F, rest.high, 0.1394256484e-2F);
  p = std::fma(p, rest.high, 0.8333456703e-2F);
  p = std::fma(p, rest.high, 0.4166637361e-1F);
  DoubleFloat<float> t = exact_sum(product(rest, p), 0.166666659414234244790680580464F);
  t = exact_sum(product(rest, t), 0.5F);
  t = exact_sum(rest, product(squared(rest), t));
  t = ordered_sum(1.0F, t);
  const int exponent = static_cast<int>(n);
  const float high = times_power(t.high, exponent);
  const float low = times_power(t.low, exponent);
  return {vanishes ? 0.0F : high, vanishes ? 0.0F : low};
}

DoubleFloat<double> exp_of_double_float(DoubleFloat<double> x) {
  constexpr double kInverseLn2Double =
      1.442695040888963407359924681001892137426645954152985934135449406931;
  constexpr double kLn2High = 0.69314718055966295651160180568695068359375;
  constexpr double kLn2Low = 0.28235290563031577122588448175013436025525412068e-12;
  if (x.high < -1000.0) return {};
  const double n = std::nearbyint((x.high + x.low) * kInverseLn2Double);
  DoubleFloat<double> rest = exact_sum(x, n * -kLn2High);
  rest = exact_sum(rest, n * -kLn2Low);
  // SLEEF evaluates the polynomial in these groups of terms (Estrin's scheme), which fixes its
  // roundings.
  const double r = rest.high;
  const double r2 = r * r;
  const double r4 = r2 * r2;
  const double p01 = std::fma(r, 0.8333333333333347095e-2, 0.4166666666666669905e-1);
  const double p23 = std::fma(r, 0.1984126984148071858e-3, 0.1388888888886763255e-2);
  const double p45 = std::fma(r, 0.2755731892386044373e-5, 0.2480158735605815065e-4);
  const double p67 = std::fma(r, 0.2505230023782644465e-7, 0.2755724800902135303e-6);
  const double p89 = std::fma(r, 0.1602472219709932072e-9, 0.2092255183563157007e-8);
  const double low = std::fma(r4, std::fma(r2, p67, p45), std::fma(r2, p23, p01));
  const double p = std::fma(r4 * r4, p89, low);
  DoubleFloat<double> t = exact_sum(product(rest, p), 0.1666666666666666574);
  t = exact_sum(product(rest, t), 0.5);
  t = exact_sum(rest, product(squared(rest), t));
  t = exact_sum(1.0, t);
  const int exponent = static_cast<int>(n);
  return {std::ldexp(t.high, exponent), std::ldexp(t.low, exponent)};
}

// The three ranges of erf: a polynomial in x^2, then 1 - e^p(x) twice.
struct Range {
  std::array<double, 20> coefficients{};
  DoubleFloat<double> constant{};
};

// clang-format off
constexpr std::array<Range, 3> kRanges{{
    {{0.6801072401395392157e-20, -0.2161766247570056391e-18, 0.4695919173301598752e-17,
      -0.9049140419888010819e-16, 0.1634018903557411517e-14, -0.2783485786333455216e-13,
      0.4463221276786412722e-12, -0.6711366622850138987e-11, 0.9422759050232658346e-10,
      -0.1229055530100228477e-8, 0.1480719281585085023e-7, -0.1636584469123402714e-6,
      0.1646211436588923363e-5, -0.1492565035840624866e-4, 0.1205533298178966496e-3,
      -0.8548327023450851166e-3, 0.5223977625442188799e-2, -0.2686617064513125569e-1,
      0.1128379167095512753, -0.3761263890318375380},
     {1.1283791670955125586, 1.5335459613165822674e-17}},
    {{0.2830954522087717660e-13, -0.1509491946179481940e-11, 0.3827857177807173152e-10,
      -0.6139733921558987241e-9, 0.6985387934608038824e-8, -0.5988224513034371474e-7,
      0.4005716952355346640e-6, -0.2132190104575784400e-5, 0.9092461304042630325e-5,
      -0.3079188080966205457e-4, 0.7971413443082370762e-4, -0.1387853215225442864e-3,
      0.6469678026257590965e-4, 0.4996645280372945860e-3, -0.1622802482842520535e-2,
      0.1615320557049377171e-3, 0.1915262325574875607e-1, -0.1027818298486033455,
      -0.6366172819842503827, -0.1128379590648910469e+1},
     {3.4110644736196137587e-8, -2.4875650708323294246e-24}},
    {{-0.5846750404269610493e-17, 0.6076691048812607898e-15, -0.3007518609604893831e-13,
      0.9427906260824646063e-12, -0.2100110908269393629e-10, 0.3534639523461223473e-9,
      -0.4664967728285395926e-8, 0.4943823283769000532e-7, -0.4271203394761148254e-6,
      0.3034067677404915895e-5, -0.1776295289066871135e-4, 0.8524547630559505050e-4,
      -0.3290582944961784398e-3, 0.9696966068789101157e-3, -0.1812527628046986137e-2,
      -0.4725409828123619017e-3, 0.2090315427924229266e-1, -0.1052041921842776645,
      -0.6345351808766568347, -0.1129442929103524396e+1},
     {0.00024963035690526438285, -5.4362665034856259795e-21}},
}};
// clang-format on

// oneDNN's exponential, a polynomial of degree 5, for gelu_erf only.
inline float coarse_exp(float x) {
  constexpr float kLargest = 0x1.62e430p+6F;    // ln of the largest float
  constexpr float kSmallest = -0x1.5d589ep+6F;  // ln of the smallest normal one
  const float above = x > kSmallest ? x : kSmallest;
  const float bounded = above < kLargest ? above : kLargest;
  const float n = std::floor(bounded * kInverseLn2 + 0.5F);
  const float r = std::fma(-n, 0x1.62e43p-1F, bounded);
  float p = std::fma(0.00828929059F, r, 0.0418978221F);
  p = std::fma(p, r, 0.166676521F);
  p = std::fma(p, r, 0.499991506F);
  p = std::fma(p, r, 0.999999701F);
  p = std::fma(p, r, 1.0F);
  const float result = p * power_of_two(static_cast<int>(n) - 1) * 2.0F;
  return x < kSmallest ? 0.0F : result;
}

inline float erf_in_line(float x) {
  const float size = std::abs(x) < 4.0F ? std::abs(x) : 4.0F;
  const bool near = size < 1.1F;
  const bool middle = size < 2.4F;
  const auto pick = [&](float a, float b, float c) { return near ? a : middle ? b : c; };
  const auto pick_pair = [&](double a, double b, double c) {
    const double value = near ? a : middle ? b : c;
    const auto high = static_cast<float>(value);
    return DoubleFloat<float>{high, static_cast<float>(value - static_cast<double>(high))};
  };
  const float u = near ? size * size : size;
  float t = pick(0.7089292194e-4F, -0.1792667899e-4F, -0.9495757695e-5F);
  t = std::fma(t, u, pick(-0.7768311189e-3F, 0.3937633010e-3F, 0.2481465926e-3F));
  t = std::fma(t, u, pick(0.5159463733e-2F, -0.3949181177e-2F, -0.2918176819e-2F));
  t = std::fma(t, u, pick(-0.2683781274e-1F, 0.2445474640e-1F, 0.2059706673e-1F));
  t = std::fma(t, u, pick(0.1128318012F, -0.1070996150F, -0.9901899844e-1F));
  DoubleFloat<float> d = product(t, u);
  d = exact_sum(d, pick_pair(-0.376125876000657465175213237214, -0.634588905908410389971210809210,
                             -0.643598050547891613081201721633));
  d = product(d, u);
  d = exact_sum(d, pick_pair(1.12837916021059138255978217023, -1.12879855826694507209862753992,
                             -1.12461487742845562801052956293));
  d = product(d, size);
  const DoubleFloat<float> far = ordered_sum(1.0F, negated(exp_of_double_float(d)));
  const float inside = near ? rounded(d) : rounded(far);
  const float result = std::copysign(std::abs(x) >= 4.0F ? 1.0F : inside, x);
  return std::isnan(x) ? x : result;
}

constexpr float kRootHalf = 0x1.6a09e6p-1F;

// The error function of s, of which oneDNN makes gelu; `power` is exp(-s^2).
inline float coarse_erf(float s, float power) {
  const float t = 1.0F / std::fma(0.3275911F, std::abs(s), 1.0F);
  float r = std::fma(1.061405429F, t, -1.453152027F);
  r = std::fma(r, t, 1.421413741F);
  r = std::fma(r, t, -0.284496736F);
  r = std::fma(r, t, 0.254829592F);
  return std::copysign(std::fma(-power * t, r, 1.0F), s);
}

inline float gelu_in_line(float x) {
  const float s = x * kRootHalf;
  const float half = 0.5F * x;
  return std::fma(coarse_erf(s, coarse_exp(-(s * s))), half, half);
}

inline float gelu_slope_in_line(float x) {
  constexpr float kOneOverRootPi = 0x1.20dd74p-1F;
  const float s = x * kRootHalf;
  const float power = coarse_exp(-(s * s));
  return std::fma(coarse_erf(s, power), 0.5F, s * kOneOverRootPi * power + 0.5F);
}

}  // namespace

float erf(float x) {
  return erf_in_line(x);
}

double erf(double x) {
  if (std::isnan(x)) return x;
  const double size = std::abs(x);
  if (size >= 6.0) return std::copysign(1.0, x);
  const bool near = size < 1.0;
  const Range& range = kRanges[near ? 0U : size < 3.7 ? 1U : 2U];
  const double u = near ? size * size : size;
  DoubleFloat<double> d = exact_sum(product(polynomial(u, range.coefficients), u), range.constant);
  d = near ? product(d, size) : ordered_sum(1.0, negated(exp_of_double_float(d)));
  return std::copysign(rounded(d), x);
}

float gelu_erf(float x) {
  return gelu_in_line(x);
}

void erf(std::span<const float> x, std::span<float> y) {
  base::map_in_vectors(x.data(), y.data(), static_cast<std::int64_t>(x.size()),
                       [](float value) { return erf_in_line(value); });
}

void gelu_erf(std::span<const float> x, std::span<float> y) {
  base::map_in_vectors(x.data(), y.data(), static_cast<std::int64_t>(x.size()),
                       [](float value) { return gelu_in_line(value); });
}

void gelu_erf_slope(std::span<const float> x, std::span<float> y) {
  base::map_in_vectors(x.data(), y.data(), static_cast<std::int64_t>(x.size()),
                       [](float value) { return gelu_slope_in_line(value); });
}

}  // namespace normscope::torch_arithmetic
