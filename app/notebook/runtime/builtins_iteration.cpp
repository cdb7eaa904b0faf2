// SPDX-License-Identifier: MIT
// The built-in functions that walk over iterables.
#include <string>
#include <utility>

#include "app/notebook/runtime/attributes.hpp"
#include "app/notebook/runtime/iterators.hpp"
#include "app/notebook/runtime/number.hpp"
#include "app/notebook/runtime/operations.hpp"
#include "app/notebook/runtime/setup.hpp"
#include "app/notebook/runtime/sort.hpp"

namespace normscope::notebook::runtime {
namespace {

Value sum(Vm& vm, const Args& args) {
  static const Signature kSignature("sum", "iterable, /, start=0");
  Value bound[2];
  if (!kSignature.bind(vm, args, bound)) return {};
  Value total = bound[1] ? bound[1] : Value::integer(0);
  if (total.is_kind(Kind::kStr)) {
    return vm.raise(vm.errors().type_error, "sum() can't sum strings [use ''.join(seq) instead]");
  }
  const bool fine = iterate(vm, bound[0], [&](const Value& item) {
    // Not in place: the start value stays what it is.
    total = binary(vm, BinaryOp::kAdd, total, item);
    return static_cast<bool>(total);
  });
  return fine ? total : Value();
}

Value extreme(Vm& vm, const Args& args, const char* name, CompareOp better) {
  Value key;
  Value otherwise;
  for (std::size_t n = 0; n < args.names.size(); ++n) {
    const std::string& given = text_of(args.names[n]);
    if (given == "key") {
      key = args.keywords[n];
    } else if (given == "default") {
      otherwise = args.keywords[n];
    } else {
      return vm.raise(vm.errors().type_error,
                      "'" + given + "' is an invalid keyword argument for " + name + "()");
    }
  }
  if (args.size() == 0) {
    return vm.raise(vm.errors().type_error,
                    std::string(name) + " expected at least 1 argument, got 0");
  }
  if (args.size() > 1 && otherwise) {
    return vm.raise(vm.errors().type_error, "Cannot specify a default for " + std::string(name) +
                                                "() with multiple positional arguments");
  }
  if (key.is_none()) key = Value();
  Value best;
  Value best_key;
  const auto look = [&](const Value& item) {
    Value by = key ? call(vm, key, {item}) : item;
    if (!by) return false;
    if (best) {
      const Value result = compare(vm, better, by, best_key);
      const auto answer = result ? truth(vm, result) : std::nullopt;
      if (!answer) return false;
      if (!*answer) return true;
    }
    best = item;
    best_key = std::move(by);
    return true;
  };
  if (args.size() == 1) {
    if (!iterate(vm, args[0], look)) return {};
  } else {
    for (const Value& item : args.positional) {
      if (!look(item)) return {};
    }
  }
  if (vm.raised()) return {};
  if (best) return best;
  if (otherwise) return otherwise;
  return vm.raise(vm.errors().value_error, std::string(name) + "() arg is an empty sequence");
}

Value sorted(Vm& vm, const Args& args) {
  static const Signature kSignature("sorted", "iterable, /, *, key=None, reverse=False");
  Value bound[3];
  if (args.size() != 1) {
    return vm.raise(vm.errors().type_error,
                    "sorted expected 1 argument, got " + std::to_string(args.size()));
  }
  if (!kSignature.bind(vm, args, bound)) return {};
  const auto items = collect(vm, bound[0]);
  if (!items) return {};
  const Value list = vm.list(*items);
  return sort_list(vm, list.get<ListObject>(), bound[1], bound[2]) ? list : Value();
}

Value reversed(Vm& vm, const Args& args) {
  if (!check_count(vm, args, "reversed", 1, 1)) return {};
  const Value& value = args[0];
  if (value.is_kind(Kind::kStr)) return make_sequence_iterator(vm, value, true);
  bool has = false;
  Value result = call_special(vm, value, vm.names().reversed, {}, has);
  if (has) return result;
  TypeObject& type = vm.type_of(value);
  const bool sequence =
      type.slots.getitem != nullptr || vm.find_in_type(type, *vm.names().getitem) != nullptr;
  if (!sequence || value.is_kind(Kind::kDict) || value.is_kind(Kind::kSet)) {
    return vm.raise(vm.errors().type_error, "'" + type.name + "' object is not reversible");
  }
  const auto size = length(vm, value);
  if (!size) return {};
  return make_iterator(vm, "reversed", {value, Value::integer(*size - 1)},
                       [](Vm& machine, std::vector<Value>& held) {
                         if (held[1].as_int() < 0) return Value();
                         Value item = get_item(machine, held[0], held[1]);
                         held[1] = Value::integer(held[1].as_int() - 1);
                         if (!item && !machine.take_if(machine.errors().index_error)) {
                           machine.take_if(machine.errors().stop_iteration);
                         }
                         return item;
                       });
}

Value enumerate(Vm& vm, const Args& args) {
  static const Signature kSignature("enumerate", "iterable, start=0");
  Value bound[2];
  if (!kSignature.bind(vm, args, bound)) return {};
  const Value start = bound[1] ? bound[1] : Value::integer(0);
  if (!to_index(vm, start)) return {};
  Value iterator = iter(vm, bound[0]);
  if (!iterator) return {};
  return make_iterator(vm, "enumerate", {std::move(iterator), start},
                       [](Vm& machine, std::vector<Value>& held) {
                         const Value item = next(machine, held[0]);
                         if (!item) return Value();
                         Value pair = machine.tuple({held[1], item});
                         held[1] = binary(machine, BinaryOp::kAdd, held[1], Value::integer(1));
                         return pair;
                       });
}

std::string zip_range(std::size_t before) {
  return before == 1 ? " 1" : "s 1-" + std::to_string(before);
}

Value zip_step(Vm& vm, std::vector<Value>& held, bool strict) {
  std::vector<Value> items;
  items.reserve(held.size());
  for (std::size_t n = 0; n < held.size(); ++n) {
    Value item = next(vm, held[n]);
    if (item) {
      items.push_back(std::move(item));
      continue;
    }
    if (vm.raised() || !strict) return {};
    if (n > 0) {
      return vm.raise(vm.errors().value_error, "zip() argument " + std::to_string(n + 1) +
                                                   " is shorter than argument" + zip_range(n));
    }
    for (std::size_t other = 1; other < held.size(); ++other) {
      if (next(vm, held[other])) {
        return vm.raise(vm.errors().value_error, "zip() argument " + std::to_string(other + 1) +
                                                     " is longer than argument" + zip_range(other));
      }
      if (vm.raised()) return {};
    }
    return {};
  }
  return vm.tuple(items);
}

Value zip(Vm& vm, const Args& args) {
  static const Signature kSignature("zip", "*iterables, strict=False");
  Value bound[2];
  if (!kSignature.bind(vm, args, bound)) return {};
  const auto strict = bound[1] ? truth(vm, bound[1]) : false;
  if (!strict) return {};
  std::vector<Value> iterators;
  for (std::size_t n = 0; n < args.size(); ++n) {
    Value iterator = iter(vm, args[n]);
    if (!iterator) {
      if (vm.take_if(vm.errors().type_error)) {
        vm.raise(vm.errors().type_error, "'" + type_name(vm, args[n]) + "' object is not iterable");
      }
      return {};
    }
    iterators.push_back(std::move(iterator));
  }
  if (iterators.empty()) {
    return make_iterator(vm, "zip", {}, [](Vm&, std::vector<Value>&) { return Value(); });
  }
  return make_iterator(vm, "zip", std::move(iterators),
                       [strict = *strict](Vm& machine, std::vector<Value>& held) {
                         return zip_step(machine, held, strict);
                       });
}

Value map(Vm& vm, const Args& args) {
  if (!args.names.empty()) {
    return vm.raise(vm.errors().type_error, "map() takes no keyword arguments");
  }
  if (args.size() < 2) {
    return vm.raise(vm.errors().type_error, "map() must have at least two arguments.");
  }
  std::vector<Value> held{args[0]};
  for (const Value& each : args.positional.subspan(1)) {
    Value iterator = iter(vm, each);
    if (!iterator) return {};
    held.push_back(std::move(iterator));
  }
  return make_iterator(vm, "map", std::move(held), [](Vm& machine, std::vector<Value>& state) {
    std::vector<Value> items;
    for (std::size_t n = 1; n < state.size(); ++n) {
      Value item = next(machine, state[n]);
      if (!item) return Value();
      items.push_back(std::move(item));
    }
    const Value function = state[0];
    return call(machine, function, Args{items, {}, {}});
  });
}

Value filter(Vm& vm, const Args& args) {
  if (!check_count(vm, args, "filter", 2, 2)) return {};
  Value iterator = iter(vm, args[1]);
  if (!iterator) return {};
  return make_iterator(vm, "filter", {args[0], std::move(iterator)},
                       [](Vm& machine, std::vector<Value>& held) {
                         const Value test = held[0];
                         const Value from = held[1];
                         for (;;) {
                           if (!machine.tick()) return Value();
                           Value item = next(machine, from);
                           if (!item) return Value();
                           const Value result = test.is_none() ? item : call(machine, test, {item});
                           const auto answer = result ? truth(machine, result) : std::nullopt;
                           if (!answer) return Value();
                           if (*answer) return item;
                         }
                       });
}

NativeCall quantifier(const char* name, bool stops_at) {
  return [name, stops_at](Vm& vm, const Args& args) {
    if (!check_count(vm, args, name, 1, 1)) return Value();
    bool found = false;
    const bool fine = iterate(vm, args[0], [&](const Value& item) {
      const auto answer = truth(vm, item);
      found = answer && *answer == stops_at;
      return answer && !found;
    });
    return fine ? Value::boolean(found ? stops_at : !stops_at) : Value();
  };
}

// iter(function, last)
Value call_iterator(Vm& vm, const Value& function, const Value& last) {
  return make_iterator(vm, "callable_iterator", {function, last},
                       [](Vm& machine, std::vector<Value>& held) {
                         const Value callee = held[0];
                         Value item = call(machine, callee);
                         if (!item) return Value();
                         const auto ends = equal(machine, item, held[1]);
                         return !ends || *ends ? Value() : item;
                       });
}

}  // namespace

void add_iteration_functions(Vm& vm) {
  add_builtin(vm, "sum", sum);
  add_builtin(vm, "min", [](Vm& machine, const Args& args) {
    return extreme(machine, args, "min", CompareOp::kLess);
  });
  add_builtin(vm, "max", [](Vm& machine, const Args& args) {
    return extreme(machine, args, "max", CompareOp::kGreater);
  });
  add_builtin(vm, "sorted", sorted);
  add_builtin(vm, "reversed", reversed);
  add_builtin(vm, "enumerate", enumerate);
  add_builtin(vm, "zip", zip);
  add_builtin(vm, "map", map);
  add_builtin(vm, "filter", filter);
  add_builtin(vm, "any", quantifier("any", true));
  add_builtin(vm, "all", quantifier("all", false));
  add_builtin(vm, "iter", [](Vm& machine, const Args& args) {
    if (!check_count(machine, args, "iter", 1, 2)) return Value();
    if (args.size() == 2 && !is_callable(machine, args[0])) {
      return Value(machine.raise(machine.errors().type_error, "iter(v, w): v must be callable"));
    }
    return args.size() == 2 ? call_iterator(machine, args[0], args[1]) : iter(machine, args[0]);
  });
  add_builtin(vm, "next", [](Vm& machine, const Args& args) {
    if (!check_count(machine, args, "next", 1, 2)) return Value();
    Value item = next(machine, args[0]);
    if (item || (machine.raised() && args.size() == 1)) return item;
    if (args.size() == 2) {
      if (machine.raised() && !machine.take_if(machine.errors().stop_iteration)) return Value();
      return args[1];
    }
    const Value result = args[0].is_kind(Kind::kIterator) ? stop_value(machine, args[0]) : Value();
    return Value(machine.raise_stop_iteration(result));
  });
}

}  // namespace normscope::notebook::runtime
