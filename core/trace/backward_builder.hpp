// SPDX-License-Identifier: MIT
// Writes the steps of a backward pass behind those of its forward pass. A step that is there
// already is not written again.
#pragma once

#include <cstdint>
#include <set>
#include <string>

#include "core/trace/derivatives.hpp"
#include "core/trace/program.hpp"

namespace normscope::trace {

class BackwardBuilder {
 public:
  explicit BackwardBuilder(Program forward);
  ~BackwardBuilder() = default;
  // Its values point to it.
  BackwardBuilder(const BackwardBuilder&) = delete;
  BackwardBuilder& operator=(const BackwardBuilder&) = delete;

  Program& program() { return program_; }

  /// The values of a step; with fewer than the elements, each serves a group of these.
  Value of(int step, Spread spread = nullptr) { return {this, step, std::move(spread)}; }
  const tensor::Shape& shape_of(const Value& value) const {
    return program_.step(value.step).shape;
  }

  /// The elements of the following steps have this shape.
  void set_shape(tensor::Shape shape) { shape_ = std::move(shape); }

  /// Adds a leaf.
  Value leaf(Role role, const std::string& symbol, tensor::Shape shape);
  Value constant(double value);
  /// Adds a step of elements, or of values for each group where all operands have one for each of
  /// the same groups.
  Value add(Primitive primitive, const Value& a, const Value& b = {}, double c = 0);
  /// Adds a statistic of groups of the elements; its values have this shape, and serve the groups.
  Value reduce(Primitive primitive, const Value& a, const tensor::GroupLayout& over,
               tensor::Shape shape, double c = 1);
  /// Adds a product of matrices.
  Value product(Primitive primitive, const Value& a, const Value& b);
  /// One value for each element.
  Value repeated(const Value& a);

  /// Names a step of the backward pass that has no name of its own yet.
  void label(const Value& value, Role role, const std::string& name, const std::string& symbol);

 private:
  Value push(Step step, Spread spread);
  void write(Step& step);
  std::string own_name(const std::string& noun);

  Program program_;
  tensor::Shape shape_{};
  std::set<std::string> names_{};
  std::set<int> labelled_{};
  int letters_ = 0;
};

}  // namespace normscope::trace
