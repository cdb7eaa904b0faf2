// SPDX-License-Identifier: MIT
#include "core/trace/written.hpp"

#include <algorithm>
#include <cstdint>
#include <functional>
#include <optional>
#include <utility>

#include "core/text/translate.hpp"

namespace normscope::trace {

using tensor::GroupLayout;
using tensor::Shape;

namespace {

tl::unexpected<base::Error> refused(std::size_t step, const std::string& why) {
  return base::fail(base::ErrorKind::kInvalidArgument,
                    tr("step {step}: {why}", arg("step", step), arg("why", why)));
}

// The shape that two shapes are broadcast to.
std::optional<Shape> broadcast(const Shape& a, const Shape& b) {
  const bool swaps = a.size() < b.size();
  Shape shape = swaps ? b : a;
  const Shape& other = swaps ? a : b;
  const std::size_t before = shape.size() - other.size();
  for (std::size_t d = 0; d < other.size(); ++d) {
    std::int64_t& size = shape[before + d];
    if (size != other[d] && size != 1 && other[d] != 1) return std::nullopt;
    if (size == 1) size = other[d];
  }
  return shape;
}

class Maker {
 public:
  Maker(std::span<const WrittenStep> steps, const Shape& x) : steps_(steps), x_(x) {}

  Expected<WrittenProgram> make() {
    if (steps_.empty()) return refused(0, tr("there are no steps"));
    if (steps_.size() > kMostWrittenSteps) {
      return refused(kMostWrittenSteps,
                     tr("a chain has at most {most} steps", arg("most", kMostWrittenSteps)));
    }
    for (at_ = 0; at_ < steps_.size(); ++at_) {
      if (auto made = add(steps_[at_]); !made) return tl::unexpected(made.error());
    }
    Program& program = result_.program;
    if (program.size() == 1 || result_.positions.back() + 1 != program.size()) {
      return refused(steps_.size() - 1, tr("the last step computes nothing"));
    }
    name_groups();
    return std::move(result_);
  }

 private:
  Program& program() { return result_.program; }
  // Of written steps, as a later step sees them.
  const Shape& seen(int written) const { return shapes_[static_cast<std::size_t>(written)]; }
  int position(int written) const { return result_.positions[static_cast<std::size_t>(written)]; }
  const Step& operand(int written) const { return result_.program.step(position(written)); }

  Expected<void> add(const WrittenStep& step) {
    if (at_ == 0 && (step.primitive != Primitive::kGiven || step.a >= 0)) {
      return refused(0, tr("a chain begins with its input"));
    }
    const PrimitiveRow& row = row_of(step.primitive);
    const int last = static_cast<int>(at_);
    const bool operands = step.a < last && step.b < last && (step.a >= 0) == (row.arity > 0) &&
                          (step.b >= 0) == (row.arity > 1);
    if (!operands) return refused(at_, tr("its operands are not earlier steps"));
    if (row.kind == Kind::kLeaf) {
      const bool constant = step.primitive == Primitive::kConstant;
      return push(step, at_ == 0 ? x_ : (constant ? Shape() : step.shape), {});
    }
    if (row.kind == Kind::kStatistic) return add_statistic(step);
    if (row.kind == Kind::kProduct) return add_product(step);
    if (step.primitive == Primitive::kRepeat) return add_view(step);
    std::optional<Shape> shape = seen(step.a);
    if (step.b >= 0) shape = broadcast(seen(step.a), seen(step.b));
    if (!shape) return refused(at_, tr("the sizes of its operands do not fit each other"));
    return add_element(step, std::move(*shape));
  }

  tl::unexpected<base::Error> too_many() const {
    return refused(at_, tr("it has too many numbers"));
  }

  Expected<void> add_view(const WrittenStep& step) {
    Shape shape = step.shape;
    if (!tensor::element_count(shape)) return too_many();
    const std::int64_t size = tensor::product(seen(step.a));
    if (broadcast(seen(step.a), shape) == shape && tensor::product(shape) != size) {
      return add_element(step, std::move(shape));
    }
    if (!shape.empty() && tensor::product(shape) != size) {
      const std::int64_t rest = tensor::product(std::span(shape).subspan(1));
      if (rest > 0 && size % rest == 0) shape.front() = size / rest;
    }
    if (tensor::product(shape) != size) {
      return refused(at_, tr("its operand has not as many numbers as its view"));
    }
    shapes_.push_back(std::move(shape));
    result_.positions.push_back(position(step.a));
    return {};
  }

  Expected<void> add_element(const WrittenStep& step, Shape shape) {
    if (!tensor::element_count(shape)) return too_many();
    Step made;
    made.shape = shape;
    for (const int from : {step.a, step.b}) {
      // A statistic that was seen in another shape has the shape of its groups again.
      if (from >= 0 && seen(from) == shape) made.shape = operand(from).shape;
    }
    if (tensor::product(shape) == tensor::product(x_)) made.shape = x_;
    bool fits = true;
    const auto spread = [&](int from) -> Spread {
      if (from < 0) return nullptr;
      if (tensor::product(seen(from)) == tensor::product(shape)) {
        made.by_shape = made.by_shape && operand(from).shape == made.shape;
        return nullptr;
      }
      auto layout = tensor::blocks(shape, seen(from));
      fits = fits && layout;
      if (!layout) return nullptr;
      const auto by_shape = tensor::blocks(made.shape, operand(from).shape);
      made.by_shape = made.by_shape && by_shape && tensor::same_layout(*layout, *by_shape);
      return std::make_shared<const GroupLayout>(*std::move(layout));
    };
    made.spread_a = spread(step.a);
    made.spread_b = spread(step.b);
    if (!fits) return refused(at_, tr("it repeats numbers along dimensions that alternate"));
    const auto single = [&](int from) {
      return from < 0 || operand(from).per_group || operand(from).primitive == Primitive::kConstant;
    };
    made.per_group = single(step.a) && single(step.b);
    return push(step, std::move(shape), std::move(made));
  }

  Expected<void> add_statistic(const WrittenStep& step) {
    const Shape& from = seen(step.a);
    Shape kept = from;
    const bool ascending = std::ranges::is_sorted(step.dims, std::less_equal{});
    if (!ascending || (!step.dims.empty() && step.dims.back() >= from.size())) {
      return refused(at_, tr("its operand has not these dimensions"));
    }
    for (const std::size_t dim : step.dims) kept[dim] = 1;
    if (tensor::product(from) == 0) return refused(at_, tr("there is nothing to reduce"));
    auto over = tensor::blocks(from, kept);
    if (!over) return refused(at_, tr("its dimensions alternate with others"));
    Step made;
    made.shape = statistic_shape(operand(step.a), *over, std::move(kept));
    made.over = *std::move(over);
    made.over.reduced_shape = made.shape;
    const auto by_shape = tensor::blocks(operand(step.a).shape, made.shape);
    made.by_shape = by_shape && tensor::same_layout(made.over, *by_shape);
    made.per_group = operand(step.a).shape == x_;
    Shape shape = from;
    for (std::size_t d = step.dims.size(); d-- > 0;) {
      if (step.keepdim) {
        shape[step.dims[d]] = 1;
      } else {
        shape.erase(shape.begin() + static_cast<std::ptrdiff_t>(step.dims[d]));
      }
    }
    return push(step, std::move(shape), std::move(made));
  }

  // Of groups that lie in the operand as in a view of it: a shape of the operand's rank of which
  // each value belongs to a block, where there is one.
  static Shape statistic_shape(const Step& from, const GroupLayout& over, Shape kept) {
    Shape shape = kept;
    while (shape.size() < from.shape.size()) shape.push_back(1);
    while (shape.size() > from.shape.size() && shape.back() == 1) shape.pop_back();
    const auto blocks = tensor::blocks(from.shape, shape);
    return blocks && tensor::same_layout(over, *blocks) ? shape : std::move(kept);
  }

  Expected<void> add_product(const WrittenStep& step) {
    const Shape& b = seen(step.b);
    Shape shape = seen(step.a);
    const bool turned = step.primitive == Primitive::kMatrixProduct;
    if (shape.empty() || b.size() != 2 || shape.back() != b[turned ? 1 : 0]) {
      return refused(at_, tr("the sizes of its operands do not fit each other"));
    }
    shape = product_shape(step.primitive, shape, b);
    Step made;
    made.shape = shape;
    made.a = matrix(step.a);
    made.b = matrix(step.b);
    return push(step, std::move(shape), std::move(made));
  }

  // The step of an operand whose rows are those that are seen.
  int matrix(int written) {
    const Step& from = operand(written);
    if (from.shape == seen(written)) return position(written);
    const auto same = std::ranges::find_if(program().steps, [&](const Step& step) {
      return step.primitive == Primitive::kRepeat && step.a == position(written) &&
             !step.spread_a && step.shape == seen(written);
    });
    if (same != program().steps.end()) return static_cast<int>(same - program().steps.begin());
    Step view;
    view.name = from.name + fmt::format(" in rows of {}", seen(written).back());
    view.symbol = from.symbol;
    view.formula = from.symbol;
    view.shape = seen(written);
    view.primitive = Primitive::kRepeat;
    view.a = position(written);
    view.by_shape = false;
    program().steps.push_back(std::move(view));
    return program().size() - 1;
  }

  Expected<void> push(const WrittenStep& step, Shape shape, Step made) {
    if (!tensor::element_count(shape)) return too_many();
    if (row_of(step.primitive).kind == Kind::kLeaf) made.shape = shape;
    made.role = step.role;
    made.name = step.name;
    made.symbol = step.symbol;
    made.formula = step.formula;
    made.primitive = step.primitive;
    if (step.a >= 0 && made.a < 0) made.a = position(step.a);
    if (step.b >= 0 && made.b < 0) made.b = position(step.b);
    made.c = step.c;
    if (step.of_size) made.c += static_cast<double>(made.over.size);
    shapes_.push_back(std::move(shape));
    result_.positions.push_back(program().size());
    program().steps.push_back(std::move(made));
    return {};
  }

  // The groups of the input that its first statistic is taken over; of several groupings the
  // others stand for themselves.
  void name_groups() {
    const auto first = std::ranges::find_if(program().steps, [&](const Step& step) {
      return reduces(step.primitive) && program().step(step.a).shape == x_;
    });
    const bool found = first != program().steps.end();
    program().groups = found ? first->over : tensor::whole_group(x_);
    std::vector<bool> alone;
    for (Step& step : program().steps) {
      const auto is_alone = [&](int from) {
        return from >= 0 && alone[static_cast<std::size_t>(from)];
      };
      const bool other =
          reduces(step.primitive) && !tensor::same_layout(program().groups, step.over);
      alone.push_back(other || (step.per_group && (is_alone(step.a) || is_alone(step.b))));
      if (alone.back()) step.per_group = false;
    }
  }

  std::span<const WrittenStep> steps_;
  const Shape& x_;
  std::size_t at_ = 0;
  std::vector<Shape> shapes_{};  // of the written steps, as they were written
  WrittenProgram result_{};
};

}  // namespace

Expected<WrittenProgram> written_program(std::span<const WrittenStep> steps, const Shape& x) {
  return Maker(steps, x).make();
}

}  // namespace normscope::trace
