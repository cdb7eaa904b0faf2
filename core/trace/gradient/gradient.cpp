// SPDX-License-Identifier: MIT
#include "core/trace/gradient/gradient.hpp"

#include <algorithm>
#include <cstddef>
#include <memory>
#include <utility>

#include "core/text/translate.hpp"
#include "core/trace/gradient/finish.hpp"
#include "core/trace/notation.hpp"
#include "core/trace/step_name.hpp"

namespace normscope::trace {

namespace {

std::size_t index_of_step(int step) {
  return static_cast<std::size_t>(step);
}

class BackwardPass {
 public:
  BackwardPass(const Program& forward, const std::vector<int>& wanted)
      : forward_(forward),
        builder_(forward),
        gradients_(forward.steps.size()),
        varies_(forward.steps.size()) {
    for (const int leaf : wanted) varies_[index_of_step(leaf)] = true;
    varies_.front() = true;
    for (std::size_t at = 0; at < varies_.size(); ++at) {
      for (const int from : {forward.steps[at].a, forward.steps[at].b}) {
        if (from >= 0 && varies_[index_of_step(from)]) varies_[at] = true;
      }
    }
  }

  base::Expected<Gradient> run() && {
    const int output = forward_.size() - 1;
    const Value dy = upstream_leaf(builder_, forward_);
    gradients_[index_of_step(output)] = dy;
    for (int at = output; at >= 0; --at) {
      if (!gradients_[index_of_step(at)]) continue;
      name(at);
      if (auto passed = pass_on(at); !passed) return tl::unexpected(passed.error());
    }
    return finished(builder_, forward_, gradients_, dy);
  }

 private:
  // The gradients of all steps behind a step are complete, and so is its own.
  void name(int at) {
    const Step& step = forward_.step(at);
    const Role role = at == 0 ? Role::kInputGradient : Role::kNone;
    builder_.label(gradients_[index_of_step(at)], role, "gradient of " + step.name,
                   gradient_symbol(step.symbol));
  }

  base::Expected<void> pass_on(int at) {
    const Step& step = forward_.step(at);
    const PrimitiveRow& row = row_of(step.primitive);
    const bool elements = row.kind == Kind::kElement;
    for (const bool second : {false, true}) {
      const int from = second ? step.b : step.a;
      if (from < 0 || !varies_[index_of_step(from)]) continue;
      const Derivative derivative = row.derivatives[second ? 1 : 0];
      if (derivative == nullptr) {
        return base::fail(base::ErrorKind::kUnsupported,
                          tr("the step \"{name}\" has no derivative that is known",
                             arg("name", step_name_in_words(step.name))));
      }
      const tensor::Shape& shape = forward_.step(from).shape;
      builder_.set_shape(step.shape);
      Value d = gradients_[index_of_step(at)];
      Value y = builder_.of(at);
      if (!elements) d = builder_.repeated(d);
      if (row.kind == Kind::kStatistic) {
        const auto over = std::make_shared<const tensor::GroupLayout>(step.over);
        d.spread = over;
        y.spread = over;
        builder_.set_shape(shape);
      }
      const Value a = builder_.of(step.a, step.spread_a);
      const Value b = step.b < 0 ? Value{} : builder_.of(step.b, step.spread_b);
      Value gradient = derivative({d, y, a, b, step.c, &step.over});
      if (!gradient) continue;
      const Spread& spread = second ? step.spread_b : step.spread_a;
      // A value that serves several elements gets the sum of their gradients.
      if (elements && spread) {
        gradient = builder_.of(builder_.reduce(Primitive::kSumOver, gradient, *spread, shape).step);
      }
      builder_.set_shape(shape);
      Value& sum = gradients_[index_of_step(from)];
      sum = sum ? sum + gradient : gradient;
    }
    return {};
  }

  const Program& forward_;
  BackwardBuilder builder_;
  std::vector<Value> gradients_;
  std::vector<bool> varies_;  // depends on a leaf whose gradient is wanted
};

// The parameters that are learned, and the numbers of the options that have a name.
std::vector<int> parameters_of(const Program& program) {
  std::vector<int> leaves;
  for (int at = 1; at < program.size(); ++at) {
    const Step& step = program.step(at);
    const bool number = step.primitive == Primitive::kConstant && step.role == Role::kNone;
    const bool kept = step.role == Role::kRunningMean || step.role == Role::kRunningVariance;
    if (step.is_leaf() && !number && !kept) leaves.push_back(at);
  }
  return leaves;
}

}  // namespace

int Gradient::of(Role leaf) const {
  const auto found = std::ranges::find(leaves, leaf);
  return found == leaves.end() ? -1 : gradient[static_cast<std::size_t>(found - leaves.begin())];
}

base::Expected<Gradient> gradient_of(const Program& forward,
                                     std::optional<std::vector<int>> wanted) {
  return BackwardPass(forward, wanted ? *wanted : parameters_of(forward)).run();
}

}  // namespace normscope::trace
