// SPDX-License-Identifier: MIT
// The functions of the primitives of elements, each once for float32 and for double. Included by
// the table alone.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <span>

#include "core/base/vectors.hpp"
#include "core/torch_arithmetic/elementwise.hpp"

namespace normscope::trace::function {

inline float exponential(float a) {
  return torch_arithmetic::exp(a);
}
inline double exponential(double a) {
  return std::exp(a);
}
inline float logarithm(float a) {
  return torch_arithmetic::log(a);
}
inline double logarithm(double a) {
  return std::log(a);
}

inline float tangent(float a) {
  return torch_arithmetic::tanh(a);
}
inline double tangent(double a) {
  return std::tanh(a);
}

struct Same {
  template <class T>
  static T of(T a, T /*b*/, T /*c*/) {
    return a;
  }
};
struct Sum {
  template <class T>
  static T of(T a, T b, T /*c*/) {
    return a + b;
  }
};
struct Difference {
  template <class T>
  static T of(T a, T b, T /*c*/) {
    return a - b;
  }
};
struct Product {
  template <class T>
  static T of(T a, T b, T /*c*/) {
    return a * b;
  }
};
struct Quotient {
  template <class T>
  static T of(T a, T b, T /*c*/) {
    return a / b;
  }
};
struct Square {
  template <class T>
  static T of(T a, T /*b*/, T /*c*/) {
    return a * a;
  }
};
struct Larger {
  template <class T>
  static T of(T a, T b, T /*c*/) {
    if (std::isnan(a)) return a;  // as in torch
    return a < b || std::isnan(b) ? b : a;
  }
};
struct Power {
  template <class T>
  static T of(T a, T /*b*/, T c) {
    return std::pow(a, c);
  }
};
struct Reciprocal {
  template <class T>
  static T of(T a, T /*b*/, T /*c*/) {
    return T{1} / a;
  }
};
struct ReciprocalRoot {
  template <class T>
  static T of(T a, T /*b*/, T /*c*/) {
    return T{1} / std::sqrt(a);
  }
};
struct TimesConstant {
  template <class T>
  static T of(T a, T /*b*/, T c) {
    return a * c;
  }
};
struct AtLeast {
  template <class T>
  static T of(T a, T /*b*/, T c) {
    return a < c ? c : a;
  }
};
struct Tangent {
  template <class T>
  static T of(T a, T /*b*/, T /*c*/) {
    return tangent(a);
  }
};
struct Sigmoid {
  template <class T>
  static T of(T a, T /*b*/, T /*c*/) {
    return T{1} / (T{1} + exponential(-a));
  }
};
struct Magnitude {
  template <class T>
  static T of(T a, T /*b*/, T /*c*/) {
    return std::abs(a);
  }
};
struct SquareRoot {
  template <class T>
  static T of(T a, T /*b*/, T /*c*/) {
    return std::sqrt(a);
  }
};
struct PlusConstant {
  template <class T>
  static T of(T a, T /*b*/, T c) {
    return a + c;
  }
};
struct OverConstant {
  template <class T>
  static T of(T a, T /*b*/, T c) {
    return a / c;
  }
};
struct Exponential {
  template <class T>
  static T of(T a, T /*b*/, T /*c*/) {
    return exponential(a);
  }
};
struct Logarithm {
  template <class T>
  static T of(T a, T /*b*/, T /*c*/) {
    return logarithm(a);
  }
};
struct Rectified {
  template <class T>
  static T of(T a, T /*b*/, T /*c*/) {
    return a < 0 ? T{0} : a;
  }
};

struct Sign {
  template <class T>
  static T of(T a, T /*b*/, T /*c*/) {
    return a > 0 ? T{1} : (a < 0 ? T{-1} : T{0});  // of NaN 0, as in torch
  }
};
struct Equal {
  template <class T>
  static T of(T a, T b, T /*c*/) {
    return a == b ? T{1} : T{0};
  }
};
struct LargerShare {
  template <class T>
  static T of(T a, T b, T /*c*/) {
    return a < b ? T{0} : (a == b ? T{0.5} : T{1});  // of NaN 1, as in torch
  }
};
struct Where {
  template <class T>
  static T of(T a, T b, T /*c*/) {
    return b == 0 ? T{0} : a;
  }
};

// Functions that have vectors of their own.
inline void many(Exponential /*of*/, std::span<const float> a, std::span<float> places) {
  torch_arithmetic::exp(a, places);
}
inline void many(Logarithm /*of*/, std::span<const float> a, std::span<float> places) {
  torch_arithmetic::log(a, places);
}
inline void many(Tangent /*of*/, std::span<const float> a, std::span<float> places) {
  torch_arithmetic::tanh(a, places);
}

// An operand of one value is the same for all places.
template <class Function, int kArity, class T>
void each(std::span<const T> a, std::span<const T> b, double c, std::span<T> places) {
  const auto constant = static_cast<T>(c);
  if ((kArity < 1 || a.size() == 1) && (kArity < 2 || b.size() == 1) && !places.empty()) {
    const T first = kArity > 0 ? a.front() : T{};
    const T value =
        kArity == 0 ? constant : Function::of(first, kArity > 1 ? b.front() : T{}, constant);
    std::ranges::fill(places, value);
    return;
  }
  if constexpr (requires { many(Function(), a, places); }) {
    return many(Function(), a.first(places.size()), places);
  }
  const T* const from_a = a.data();
  const T* const from_b = b.data();
  T* const to = places.data();
  const std::size_t count = places.size();
  const auto fill = [=](auto value) {
    base::in_wide_vectors([=] {
      for (std::size_t i = 0; i < count; ++i) to[i] = value(i);
    });
  };
  if constexpr (kArity <= 1) {
    fill([=](std::size_t i) { return Function::of(from_a[i], T{}, constant); });
  } else if (b.size() == 1) {
    const T second = from_b[0];
    fill([=](std::size_t i) { return Function::of(from_a[i], second, constant); });
  } else if (a.size() == 1) {
    const T first = from_a[0];
    fill([=](std::size_t i) { return Function::of(first, from_b[i], constant); });
  } else {
    fill([=](std::size_t i) { return Function::of(from_a[i], from_b[i], constant); });
  }
}

}  // namespace normscope::trace::function
