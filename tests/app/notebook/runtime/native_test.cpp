// SPDX-License-Identifier: MIT
// Functions, types and classes that C++ gives the language.
#include "app/notebook/runtime/native.hpp"

#include <gtest/gtest.h>

#include <string>

#include "app/notebook/runtime/engine.hpp"
#include "app/notebook/runtime/operations.hpp"

namespace normscope::notebook::runtime {
namespace {

class Pair final : public NativeObject {
 public:
  Pair(TypeObject& type, double x_, double y_) : NativeObject(type), x(x_), y(y_) {}
  double x;
  double y;
};

Pair& pair_of(const Value& value) {
  return value.get<Pair>();
}

Value create(Vm& vm, TypeObject& type, const Args& args) {
  static const Signature kSignature("Pair", "x, y=0.0, *, scale=1.0");
  Value bound[3];
  if (!kSignature.bind(vm, args, bound)) return {};
  double parts[3] = {0, 0, 1};
  for (int n = 0; n < 3; ++n) {
    if (!bound[n]) continue;
    const auto number = to_float(vm, bound[n]);
    if (!number) return {};
    parts[n] = *number;
  }
  return Value(vm.make<Pair>(type, parts[0] * parts[2], parts[1] * parts[2]));
}

Value binary_op(Vm& vm, BinaryOp op, const Value& left, const Value& right) {
  const bool both = left.is_kind(Kind::kNativeObject) && right.is_kind(Kind::kNativeObject);
  if (op != BinaryOp::kAdd || !both) return Value::not_implemented();
  const Pair& a = pair_of(left);
  const Pair& b = pair_of(right);
  return Value(vm.make<Pair>(vm.type_of(left), a.x + b.x, a.y + b.y));
}

Value make_pairs(Vm& vm) {
  Value module = make_module(vm, "pairs");
  const auto type = make_native_type(vm, "pairs", "Pair");
  type->slots.create = create;
  type->slots.binary = binary_op;
  type->slots.binary_mask = 1;
  type->slots.repr = [](Vm& machine, const Value& self) {
    const auto x = repr_of(machine, Value::real(pair_of(self).x));
    return machine.str("Pair(" + *x + ")");
  };
  finish_type(vm, *type);
  add_property(*type, "x", [](Vm&, const Value& self) { return Value::real(pair_of(self).x); });
  add_method(*type, "line",
             [](Vm& machine, const Args&) { return Value::integer(machine.place().line); });
  set_name(vm, module, "Pair", Value(type));
  const auto base = make_class(
      vm, "pairs", "Base", {},
      {{"__init__",
        [](Vm& machine, const Args& args) {
          return set_attribute(machine, args[0], "ready", Value::boolean(true)) ? Value::none()
                                                                                : Value();
        }},
       {"__setattr__",
        [](Vm& machine, const Args& args) {
          if (!machine.print("set " + text_of(args[1]) + "\n")) return Value();
          return generic_set_attribute(machine, args[0], args[1].get<StrObject>(), args[2])
                     ? Value::none()
                     : Value();
        }},
       {"__call__", [](Vm& machine, const Args& args) {
          return call(machine, get_attribute(machine, args[0], "forward"), args.tail());
        }}});
  set_name(vm, module, "Base", Value(base));
  return module;
}

std::string output_of(const std::string& source) {
  Engine engine({}, {{"pairs", make_pairs}});
  const Outcome outcome = engine.run(source, "a.py", CellMode::kScript);
  return outcome.output + (outcome.error ? outcome.error->message : "");
}

TEST(Native, TypesHaveTheirSlotsAsMethods) {
  EXPECT_EQ(output_of("from pairs import Pair\np = Pair(1, y=2, scale=3)\nprint(p, p.x, p + p, "
                      "type(p), p.__add__(p), hasattr(p, '__sub__'))"),
            "Pair(3.0) 3.0 Pair(6.0) <class 'pairs.Pair'> Pair(6.0) False\n");
  EXPECT_EQ(output_of("import pairs\n\npairs.Pair(1) - 1"),
            "unsupported operand type(s) for -: 'Pair' and 'int'");
  EXPECT_EQ(output_of("import pairs\npairs.Pair(1).x = 2"),
            "attribute 'x' of 'Pair' objects is not writable");
}

TEST(Native, TheyKnowTheLineThatCalls) {
  EXPECT_EQ(output_of("from pairs import Pair\n\nprint(Pair(1).line())"), "3\n");
}

TEST(Native, UserClassesDeriveFromThem) {
  EXPECT_EQ(output_of("from pairs import Base\nclass M(Base):\n    def __init__(self):\n"
                      "        super().__init__()\n        self.w = 2\n"
                      "    def forward(self, x): return x * self.w\n"
                      "m = M()\nprint(m(5), m.ready, m.__dict__)"),
            "set ready\nset w\n10 True {'ready': True, 'w': 2}\n");
  EXPECT_EQ(output_of("from pairs import Pair\nclass P(Pair):\n"
                      "    def __add__(self, o): return 'own'\n"
                      "    def twice(self): return super().__add__(self)\n"
                      "p = P(2)\nprint(p + p, p.twice(), p, isinstance(p, Pair))"),
            "own Pair(4.0) Pair(2.0) True\n");
}

TEST(Native, ArgumentsAreCheckedInPythonsWords) {
  EXPECT_EQ(output_of("from pairs import Pair\nPair()"),
            "Pair() missing required argument 'x' (pos 1)");
  EXPECT_EQ(output_of("from pairs import Pair\nPair(1, 2, 3)"),
            "Pair() takes at most 2 positional arguments (3 given)");
  EXPECT_EQ(output_of("from pairs import Pair\nPair(1, z=3)"),
            "'z' is an invalid keyword argument for Pair()");
  EXPECT_EQ(output_of("from pairs import Pair\nPair(1, x=3)"),
            "argument for Pair() given by name ('x') and position (1)");
  EXPECT_EQ(output_of("from pairs import Pair\nPair('a')"), "must be real number, not str");
}

}  // namespace
}  // namespace normscope::notebook::runtime
