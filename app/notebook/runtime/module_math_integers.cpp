// SPDX-License-Identifier: MIT
// The part of math that works on whole numbers.
#include <cmath>
#include <string>
#include <utility>

#include "app/notebook/runtime/modules.hpp"
#include "app/notebook/runtime/number.hpp"
#include "app/notebook/runtime/operations.hpp"

namespace normscope::notebook::runtime {
namespace {

// floor and ceil ask the class first.
NativeCall whole(double (*round)(double), bool up) {
  return [round, up](Vm& vm, const Args& args) {
    if (is_integer(args[0])) return args[0].is_bool() ? Value::integer(args[0].as_int()) : args[0];
    if (!args[0].is_float()) {
      bool has = false;
      const auto& name = up ? vm.names().ceil : vm.names().floor;
      Value result = call_special(vm, args[0], name, {}, has);
      if (has) return result;
    }
    const auto x = to_float(vm, args[0]);
    return x ? float_to_int(vm, round(*x)) : Value();
  };
}

// The int behind an argument; nothing: raised.
std::optional<Integer> int_argument(Vm& vm, const Value& value) {
  if (is_integer(value)) return integer_of(value);
  const auto index = to_index(vm, value);
  if (!index) return std::nullopt;
  return Integer(*index);
}

Value factorial(Vm& vm, const Args& args) {
  const auto n = int_argument(vm, args[0]);
  if (!n) return {};
  if (n->sign() < 0) {
    return vm.raise(vm.errors().value_error, "factorial() not defined for negative values");
  }
  constexpr std::int64_t kMost = 1'000'000;
  if (!n->fits() || n->small() > kMost) {
    return vm.raise(vm.errors().overflow_error,
                    "factorial() argument should not exceed " + std::to_string(kMost));
  }
  Integer result;
  mpz_fac_ui(result.get(), static_cast<unsigned long>(n->small()));
  return make_int(vm, std::move(result));
}

Value fold_ints(Vm& vm, const Args& args, std::int64_t start,
                void (*fold)(mpz_ptr, mpz_srcptr, mpz_srcptr)) {
  Integer total(start);
  for (const Value& value : args.positional) {
    const auto n = int_argument(vm, value);
    if (!n) return {};
    fold(total.get(), total.get(), n->get());
    if (total.bits() > vm.limits().int_bits) return make_int(vm, std::move(total));
  }
  mpz_abs(total.get(), total.get());
  return make_int(vm, std::move(total));
}

Value choose(Vm& vm, const Args& args, bool ordered) {
  const auto n = int_argument(vm, args[0]);
  if (!n) return {};
  const bool all = ordered && (args.size() == 1 || args[1].is_none());
  const auto k = all ? n : int_argument(vm, args[1]);
  if (!k) return {};
  if (n->sign() < 0 || k->sign() < 0) {
    return vm.raise(vm.errors().value_error,
                    std::string(n->sign() < 0 ? "n" : "k") + " must be a non-negative integer");
  }
  if (mpz_cmp(k->get(), n->get()) > 0) return Value::integer(0);
  constexpr std::int64_t kMost = 1'000'000;
  Integer small = *k;
  if (!ordered) {
    Integer rest;
    mpz_sub(rest.get(), n->get(), k->get());
    if (mpz_cmp(rest.get(), small.get()) < 0) small = rest;
  }
  if (!small.fits() || small.small() > kMost ||
      n->bits() * static_cast<std::size_t>(small.small()) > vm.limits().int_bits) {
    return vm.raise(vm.errors().overflow_error, "too large a number of choices");
  }
  Integer result(1);
  if (!ordered) {
    mpz_bin_ui(result.get(), n->get(), static_cast<unsigned long>(small.small()));
  } else {
    Integer factor = *n;
    for (std::int64_t i = 0; i < small.small(); ++i) {
      if (!vm.tick()) return {};
      mpz_mul(result.get(), result.get(), factor.get());
      mpz_sub_ui(factor.get(), factor.get(), 1);
    }
  }
  return make_int(vm, std::move(result));
}

Value isqrt(Vm& vm, const Args& args) {
  auto n = int_argument(vm, args[0]);
  if (!n) return {};
  if (n->sign() < 0) {
    return vm.raise(vm.errors().value_error, "isqrt() argument must be nonnegative");
  }
  mpz_sqrt(n->get(), n->get());
  return make_int(vm, std::move(*n));
}

}  // namespace

void add_math_function(Vm& vm, const Value& module, const char* name, std::size_t least,
                       std::size_t most, NativeCall call) {
  set_name(
      vm, module, name,
      make_function(vm, name,
                    [name, least, most, call = std::move(call)](Vm& machine, const Args& args) {
                      if (!check_count(machine, args, name, least, most)) return Value();
                      return call(machine, args);
                    }));
}

void add_math_integers(Vm& vm, const Value& module) {
  add_math_function(vm, module, "floor", 1, 1, whole(std::floor, false));
  add_math_function(vm, module, "ceil", 1, 1, whole(std::ceil, true));
  add_math_function(vm, module, "trunc", 1, 1, [](Vm& machine, const Args& args) {
    bool has = false;
    Value result = call_special(machine, args[0], machine.names().trunc, {}, has);
    if (has) return result;
    return Value(
        machine.raise(machine.errors().type_error,
                      "type " + type_name(machine, args[0]) + " doesn't define __trunc__ method"));
  });
  add_math_function(vm, module, "factorial", 1, 1, factorial);
  add_math_function(vm, module, "gcd", 0, 1000, [](Vm& machine, const Args& args) {
    return fold_ints(machine, args, 0, mpz_gcd);
  });
  add_math_function(vm, module, "lcm", 0, 1000, [](Vm& machine, const Args& args) {
    return fold_ints(machine, args, 1, mpz_lcm);
  });
  add_math_function(vm, module, "comb", 2, 2,
                    [](Vm& machine, const Args& args) { return choose(machine, args, false); });
  add_math_function(vm, module, "perm", 1, 2,
                    [](Vm& machine, const Args& args) { return choose(machine, args, true); });
  add_math_function(vm, module, "isqrt", 1, 1, isqrt);
}

}  // namespace normscope::notebook::runtime
