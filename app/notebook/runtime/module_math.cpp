// SPDX-License-Identifier: MIT
// The module math, whole, on the C library's functions as CPython's is.
#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <numeric>
#include <string>
#include <utility>

#include "app/notebook/runtime/modules.hpp"
#include "app/notebook/runtime/number.hpp"
#include "app/notebook/runtime/operations.hpp"

namespace normscope::notebook::runtime {
namespace {

using Real = double (*)(double);

Value domain_error(Vm& vm) {
  return vm.raise(vm.errors().value_error, "math domain error");
}
Value range_error(Vm& vm) {
  return vm.raise(vm.errors().overflow_error, "math range error");
}

// NaN out of a number is a domain error; infinity out of a finite number overflow (or a pole).
Value checked(Vm& vm, double result, double x, bool overflows) {
  if (std::isnan(result) && !std::isnan(x)) return domain_error(vm);
  if (std::isinf(result) && std::isfinite(x)) return overflows ? range_error(vm) : domain_error(vm);
  return Value::real(result);
}

void add_real(Vm& vm, const Value& module, const char* name, Real function, bool overflows) {
  set_name(vm, module, name,
           make_function(vm, name, [name, function, overflows](Vm& machine, const Args& args) {
             if (!check_count(machine, args, std::string("math.") + name, 1, 1)) return Value();
             const auto x = to_float(machine, args[0]);
             return x ? checked(machine, function(*x), *x, overflows) : Value();
           }));
}

// log of an int of any size: its bits count where a double does not hold it.
std::optional<double> log_of(Vm& vm, const Value& value, double (*log)(double), double log2) {
  if (const auto* const big = value.as<BigIntObject>(); big != nullptr && big->number.sign() > 0) {
    long exponent = 0;
    const double mantissa = mpz_get_d_2exp(&exponent, big->number.get());
    return log(mantissa) + static_cast<double>(exponent) * log2;
  }
  const auto x = to_float(vm, value);
  if (!x) return std::nullopt;
  if (*x <= 0) {
    domain_error(vm);
    return std::nullopt;
  }
  return log(*x);
}

Value log(Vm& vm, const Args& args) {
  const auto x = log_of(vm, args[0], std::log, std::log(2.0));
  if (!x || args.size() == 1) return x ? Value::real(*x) : Value();
  const auto base = log_of(vm, args[1], std::log, std::log(2.0));
  if (!base) return {};
  if (*base == 0) return vm.raise(vm.errors().zero_division_error, "float division by zero");
  return Value::real(*x / *base);
}

// Exact: partial sums that do not overlap, rounded once (Shewchuk 1997).
Value fsum(Vm& vm, const Args& args) {
  std::vector<double> parts;
  double special = 0;
  bool has_special = false;
  const bool fine = iterate(vm, args[0], [&](const Value& item) {
    const auto given = to_float(vm, item);
    if (!given) return false;
    double x = *given;
    if (!std::isfinite(x)) {
      special += x;
      has_special = true;
      return true;
    }
    std::size_t kept = 0;
    for (std::size_t n = 0; n < parts.size(); ++n) {
      double y = parts[n];
      if (std::fabs(x) < std::fabs(y)) std::swap(x, y);
      const double high = x + y;
      const double low = y - (high - x);
      if (low != 0) parts[kept++] = low;
      x = high;
    }
    parts.resize(kept);
    parts.push_back(x);
    return true;
  });
  if (!fine) return {};
  if (has_special) {
    if (std::isnan(special)) {
      return vm.raise(vm.errors().value_error, "-inf + inf in fsum");
    }
    return Value::real(special);
  }
  double high = 0;
  std::size_t n = parts.size();
  if (n > 0) {
    high = parts[--n];
    double low = 0;
    while (n > 0) {
      const double x = high;
      const double y = parts[--n];
      high = x + y;
      low = y - (high - x);
      if (low != 0) break;
    }
    // Halves are rounded by the part below.
    if (n > 0 && ((low < 0 && parts[n - 1] < 0) || (low > 0 && parts[n - 1] > 0))) {
      const double y = low * 2;
      const double x = high + y;
      if (y == x - high) high = x;
    }
  }
  if (std::isinf(high))
    return vm.raise(vm.errors().overflow_error, "intermediate overflow in fsum");
  return Value::real(high);
}

Value isclose(Vm& vm, const Args& args) {
  static const Signature kSignature("isclose", "a, b, *, rel_tol=1e-09, abs_tol=0.0");
  Value bound[4];
  if (!kSignature.bind(vm, args, bound)) return {};
  double numbers[4] = {0, 0, 1e-9, 0};
  for (std::size_t n = 0; n < 4; ++n) {
    if (!bound[n]) continue;
    const auto x = to_float(vm, bound[n]);
    if (!x) return {};
    numbers[n] = *x;
  }
  const auto [a, b, relative, absolute] = numbers;
  if (relative < 0 || absolute < 0) {
    return vm.raise(vm.errors().value_error, "tolerances must be non-negative");
  }
  if (a == b) return Value::boolean(true);
  if (std::isinf(a) || std::isinf(b)) return Value::boolean(false);
  const double difference = std::fabs(b - a);
  return Value::boolean(difference <= std::fabs(relative * b) ||
                        difference <= std::fabs(relative * a) || difference <= absolute);
}

Value prod(Vm& vm, const Args& args) {
  static const Signature kSignature("prod", "iterable, /, *, start=1");
  Value bound[2];
  if (!kSignature.bind(vm, args, bound)) return {};
  Value total = bound[1] ? bound[1] : Value::integer(1);
  const bool fine = iterate(vm, bound[0], [&](const Value& item) {
    total = binary(vm, BinaryOp::kMultiply, total, item);
    return static_cast<bool>(total);
  });
  return fine ? total : Value();
}

// The numbers of two iterables of one length.
bool number_lists(Vm& vm, const Value& a, const Value& b, std::vector<double>& first,
                  std::vector<double>& second) {
  for (const auto& [from, to] : {std::pair(&a, &first), std::pair(&b, &second)}) {
    const bool fine = iterate(vm, *from, [&, target = to](const Value& item) {
      const auto x = to_float(vm, item);
      if (x) target->push_back(*x);
      return x.has_value();
    });
    if (!fine) return false;
  }
  if (first.size() == second.size()) return true;
  vm.raise(vm.errors().value_error, "both points must have the same number of dimensions");
  return false;
}

double norm(const std::vector<double>& parts) {
  double largest = 0;
  bool nan = false;
  for (const double part : parts) {
    if (std::isinf(part)) return HUGE_VAL;
    nan = nan || std::isnan(part);
    largest = std::max(largest, std::fabs(part));
  }
  if (nan) return std::nan("");
  if (largest == 0 || parts.size() == 1) return largest;
  if (parts.size() == 2) return std::hypot(parts[0], parts[1]);
  long double sum = 0;
  for (const double part : parts) {
    const long double scaled = static_cast<long double>(part) / largest;
    sum += scaled * scaled;
  }
  return static_cast<double>(largest * std::sqrt(sum));
}

void add_pairs(Vm& vm, const Value& module) {
  const auto pair = [&](const char* name, double (*function)(double, double)) {
    add_math_function(vm, module, name, 2, 2, [function](Vm& machine, const Args& args) {
      const auto x = to_float(machine, args[0]);
      const auto y = x ? to_float(machine, args[1]) : std::nullopt;
      return y ? Value::real(function(*x, *y)) : Value();
    });
  };
  pair("atan2", std::atan2);
  pair("copysign", std::copysign);
  pair("nextafter", std::nextafter);
  const auto strict = [&](const char* name, double (*function)(double, double)) {
    add_math_function(vm, module, name, 2, 2, [function](Vm& machine, const Args& args) {
      const auto x = to_float(machine, args[0]);
      const auto y = x ? to_float(machine, args[1]) : std::nullopt;
      if (!y) return Value();
      const double result = function(*x, *y);
      if (std::isnan(result) && !std::isnan(*x) && !std::isnan(*y)) return domain_error(machine);
      if (std::isinf(result) && std::isfinite(*x) && std::isfinite(*y)) {
        return *x == 0 ? domain_error(machine) : range_error(machine);
      }
      return Value::real(result);
    });
  };
  strict("pow", [](double x, double y) { return std::pow(x, y); });
  strict("fmod", [](double x, double y) { return std::fmod(x, y); });
  strict("remainder", [](double x, double y) { return std::remainder(x, y); });
}

void add_rest(Vm& vm, const Value& module) {
  add_math_function(vm, module, "log", 1, 2, log);
  add_math_function(vm, module, "log2", 1, 1, [](Vm& machine, const Args& args) {
    const auto x = log_of(machine, args[0], std::log2, 1.0);
    return x ? Value::real(*x) : Value();
  });
  add_math_function(vm, module, "log10", 1, 1, [](Vm& machine, const Args& args) {
    const auto x = log_of(machine, args[0], std::log10, std::log10(2.0));
    return x ? Value::real(*x) : Value();
  });
  add_math_function(vm, module, "fsum", 1, 1, fsum);
  set_name(vm, module, "isclose", make_function(vm, "isclose", isclose));
  set_name(vm, module, "prod", make_function(vm, "prod", prod));
  const auto test = [&](const char* name, bool (*function)(double)) {
    add_math_function(vm, module, name, 1, 1, [function](Vm& machine, const Args& args) {
      const auto x = to_float(machine, args[0]);
      return x ? Value::boolean(function(*x)) : Value();
    });
  };
  test("isnan", [](double x) { return std::isnan(x); });
  test("isinf", [](double x) { return std::isinf(x); });
  test("isfinite", [](double x) { return std::isfinite(x); });
  add_math_function(vm, module, "modf", 1, 1, [](Vm& machine, const Args& args) {
    const auto x = to_float(machine, args[0]);
    if (!x) return Value();
    double part = 0;
    const double fraction = std::modf(*x, &part);
    return machine.tuple({Value::real(fraction), Value::real(part)});
  });
  add_math_function(vm, module, "frexp", 1, 1, [](Vm& machine, const Args& args) {
    const auto x = to_float(machine, args[0]);
    if (!x) return Value();
    int exponent = 0;
    const double mantissa = std::isfinite(*x) ? std::frexp(*x, &exponent) : *x;
    return machine.tuple({Value::real(mantissa), Value::integer(exponent)});
  });
  add_math_function(vm, module, "ldexp", 2, 2, [](Vm& machine, const Args& args) {
    const auto x = to_float(machine, args[0]);
    const auto exponent = x ? to_index_clamped(machine, args[1]) : std::nullopt;
    if (!exponent) return Value();
    const auto bounded = static_cast<int>(std::clamp<std::int64_t>(*exponent, -100000, 100000));
    return checked(machine, std::ldexp(*x, bounded), *x, true);
  });
  add_math_function(vm, module, "ulp", 1, 1, [](Vm& machine, const Args& args) {
    const auto given = to_float(machine, args[0]);
    if (!given) return Value();
    const double x = std::fabs(*given);
    if (!std::isfinite(x)) return Value::real(x);
    if (x == std::numeric_limits<double>::max()) return Value::real(x - std::nextafter(x, 0.0));
    return Value::real(std::nextafter(x, HUGE_VAL) - x);
  });
  add_math_function(vm, module, "hypot", 0, 1000, [](Vm& machine, const Args& args) {
    std::vector<double> parts;
    for (const Value& value : args.positional) {
      const auto x = to_float(machine, value);
      if (!x) return Value();
      parts.push_back(*x);
    }
    return Value::real(norm(parts));
  });
  add_math_function(vm, module, "dist", 2, 2, [](Vm& machine, const Args& args) {
    std::vector<double> a;
    std::vector<double> b;
    if (!number_lists(machine, args[0], args[1], a, b)) return Value();
    for (std::size_t n = 0; n < a.size(); ++n) a[n] -= b[n];
    return Value::real(norm(a));
  });
}

Value make_math(Vm& vm) {
  Value module = make_module(vm, "math");
  const std::pair<const char*, Real> plain[] = {
      {"sqrt", std::sqrt},
      {"cbrt", std::cbrt},
      {"sin", std::sin},
      {"cos", std::cos},
      {"tan", std::tan},
      {"asin", std::asin},
      {"acos", std::acos},
      {"atan", std::atan},
      {"tanh", std::tanh},
      {"asinh", std::asinh},
      {"acosh", std::acosh},
      {"atanh", std::atanh},
      {"log1p", std::log1p},
      {"fabs", std::fabs},
      {"erf", std::erf},
      {"erfc", std::erfc},
      {"degrees", [](double x) { return x * (180.0 / M_PI); }},
      {"radians", [](double x) { return x * (M_PI / 180.0); }}};
  for (const auto& [name, function] : plain) add_real(vm, module, name, function, false);
  const std::pair<const char*, Real> growing[] = {
      {"exp", std::exp},
      {"exp2", std::exp2},
      {"expm1", std::expm1},
      {"sinh", std::sinh},
      {"cosh", std::cosh},
      {"gamma",
       [](double x) {
         // Poles at zero and the negative whole numbers.
         if (x == -HUGE_VAL || (x <= 0 && x == std::floor(x))) return std::nan("");
         return std::tgamma(x);
       }},
      {"lgamma", [](double x) {
         if (std::isfinite(x) && x <= 0 && x == std::floor(x)) return std::nan("");
         return std::lgamma(x);
       }}};
  for (const auto& [name, function] : growing) add_real(vm, module, name, function, true);
  add_pairs(vm, module);
  add_math_integers(vm, module);
  add_rest(vm, module);
  set_name(vm, module, "pi", Value::real(M_PI));
  set_name(vm, module, "e", Value::real(M_E));
  set_name(vm, module, "tau", Value::real(2 * M_PI));
  set_name(vm, module, "inf", Value::real(HUGE_VAL));
  set_name(vm, module, "nan", Value::real(std::nan("")));
  return module;
}

}  // namespace

NativeModule math_module() {
  return {"math", make_math};
}

}  // namespace normscope::notebook::runtime
