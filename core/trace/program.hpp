// SPDX-License-Identifier: MIT
// An operation as a value, without any numbers: its steps, each with the primitive that computes it
// from earlier steps. Everything that is known of an operation is read off its program.
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "core/tensor/groups.hpp"
#include "core/tensor/shape.hpp"
#include "core/trace/primitive.hpp"
#include "core/trace/role.hpp"

namespace normscope::trace {

/// The values of an operand that has fewer than its step, as groups of the step: value g serves the
/// elements of group g. Null where both have the same shape.
using Spread = std::shared_ptr<const tensor::GroupLayout>;

/// One step. Operands may have fewer values than the step: each of their values serves a block of
/// the step's (see tensor::blocks).
struct Step {
  Role role = Role::kNone;
  std::string name;     // of the role, or what a cell called it; unique in its program
  std::string symbol;   // in LaTeX: x - \mu
  std::string formula;  // in LaTeX, from the symbols of earlier steps
  tensor::Shape shape;
  Primitive primitive = Primitive::kGiven;
  int a = -1;  // positions of the operands' steps, all earlier; -1: none
  int b = -1;
  double c = 0;                // as the options give it (n + eps); float32 steps round it first
  tensor::GroupLayout over{};  // of a statistic: the groups of a
  bool per_group = false;      // a statistic, given or computed, or made from statistics alone
  Spread spread_a{};           // where a has fewer values than the step: see link
  Spread spread_b{};
  /// Whether the shapes alone say which values of operands serve which elements; else any value of
  /// an operand of other sizes may serve any element (of what a view has turned into other rows).
  bool by_shape = true;

  bool is_leaf() const { return row_of(primitive).kind == Kind::kLeaf && a < 0; }
};

struct Program {
  std::vector<Step> steps;       // step 0 is the input, the last step the output
  tensor::GroupLayout groups{};  // of the input, which most statistics are taken over

  const Step& step(int at) const { return steps[static_cast<std::size_t>(at)]; }
  int size() const { return static_cast<int>(steps.size()); }

  /// The position of the step of this name or role, or -1.
  int find(std::string_view name) const;
  int find(Role role) const;

  /// Whether a step is a parameter: a leaf other than the input and an upstream gradient.
  bool is_parameter(int at) const {
    return at > 0 && step(at).is_leaf() && step(at).role != Role::kUpstreamGradient;
  }
  /// The positions of all other steps, which are those that a person follows.
  std::vector<int> main_steps() const;
};

/// The texts of a step; symbol and formula in LaTeX.
struct StepLabel {
  Role role = Role::kNone;
  std::string symbol;
  std::string formula;
};

/// Writes a program step by step. Shapes follow from those of the operands.
class ProgramBuilder {
 public:
  ProgramBuilder(tensor::Shape x, tensor::GroupLayout groups);

  /// The position of the input's step.
  static constexpr int kInput = 0;

  Program& program() { return program_; }
  const std::string& symbol(int step) const { return program_.step(step).symbol; }

  /// Adds a parameter. Its shape stands for that of its values, which may lack sizes of 1.
  int parameter(Role role, const std::string& symbol, tensor::Shape shape);
  /// Adds a parameter with one value for each group.
  int group_parameter(Role role, const std::string& symbol);
  /// Adds a number as a parameter.
  int constant(Role role, const std::string& symbol, double value);

  /// Adds a step of elements.
  /// shape   each size is that of the operand whose size is larger
  int add(StepLabel label, Primitive primitive, int a, int b = -1, double c = 0);
  /// Adds a step that repeats a for every element of this shape.
  int repeat(StepLabel label, int a, tensor::Shape shape);
  /// Adds a statistic of the program's groups.
  int reduce(StepLabel label, Primitive primitive, int a, double c = 1);
  /// Adds a product of the rows of a and of b.
  /// shape   a [*, in], b [out, in]; result [*, out]
  int product(StepLabel label, int a, int b);

  Program finish() && { return std::move(program_); }

 private:
  int push(StepLabel label, Primitive primitive, tensor::Shape shape, int a, int b, double c);

  Program program_;
};

/// The shape of a product of matrices of these shapes.
tensor::Shape product_shape(Primitive primitive, const tensor::Shape& a, const tensor::Shape& b);

/// How values of shape `from` serve the elements of a step of shape `shape`.
Spread spread_of(const Program& program, const tensor::Shape& shape, const tensor::Shape& from);

/// Sets the spreads of a step, whose operands and shape are known.
void link(Program& program, int at);

}  // namespace normscope::trace
