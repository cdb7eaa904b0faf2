// SPDX-License-Identifier: MIT
#include "core/variants/separate.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <utility>
#include <vector>

#include "core/base/limits.hpp"
#include "core/base/ulp.hpp"
#include "core/compute/reference_group.hpp"
#include "core/ops/operation.hpp"
#include "core/text/translate.hpp"
#include "core/variants/small_inputs.hpp"
#include "core/variants/small_text.hpp"

namespace normscope::variants {

using compute::Operation;
using compute::Plan;
using tensor::Shape;
using tensor::Tensor;

namespace {

constexpr std::array<base::Name<Visibility>, 5> kVisibilities{{
    {Visibility::kFourDecimals, "four-decimals"},
    {Visibility::kNotFinite, "not-finite"},
    {Visibility::kMoreDigits, "more-digits"},
    {Visibility::kRounding, "rounding"},
    {Visibility::kNone, "none"},
}};

// Most inputs of one shape whose permutations all count: 17^4 and 7^6 are below, 17^5 is above.
constexpr std::int64_t kMostOfShape = 200'000;

// Dimensions that an input needs for the operation to show all that it does: within a channel of an
// instance norm there is more than one element only from the third dimension on.
std::size_t needed_rank(const Operation& operation) {
  const auto rank_with = [](std::int64_t given) {
    constexpr auto kMost = static_cast<std::int64_t>(base::kMaxRank);
    const std::int64_t dim = std::clamp(given, -kMost, kMost - 1);
    return static_cast<std::size_t>(dim < 0 ? -dim : dim + 1);
  };
  if (const auto* softmax = std::get_if<ops::SoftmaxOptions>(&operation)) {
    return rank_with(softmax->dim);
  }
  if (const auto* relative = std::get_if<ops::RelativeOptions>(&operation)) {
    return rank_with(relative->dim);
  }
  const auto& norm = std::get<ops::NormOptions>(operation);
  if (ops::rule_of(norm.kind).grouping == ops::Grouping::kTrailing) {
    return norm.normalized_shape.size();
  }
  return norm.kind == ops::Normalization::kInstanceNorm ? 3 : 2;
}

// The operation on inputs of this shape, which replaces the sizes of a normalized shape.
Operation fitted(Operation operation, const Shape& shape) {
  auto* norm = std::get_if<ops::NormOptions>(&operation);
  if (norm != nullptr && !norm->normalized_shape.empty()) {
    const auto rank = static_cast<std::ptrdiff_t>(norm->normalized_shape.size());
    norm->normalized_shape.assign(shape.end() - rank, shape.end());
  }
  return operation;
}

Expected<Plan> plan_of(const Operation& operation, const Shape& shape) {
  auto x = Tensor::full(shape, 0.0F);
  if (!x) return tl::unexpected(x.error());
  return compute::plan_request(
      {fitted(operation, shape), std::make_shared<const Tensor>(*std::move(x))});
}

// Options that no input fits are an error; a number of groups that no small input fits is not.
Expected<void> check_options(Operation operation, std::size_t rank) {
  if (auto* norm = std::get_if<ops::NormOptions>(&operation)) norm->groups = 1;
  const auto plan = plan_of(operation, Shape(rank, 1));
  if (!plan) return tl::unexpected(plan.error());
  return {};
}

// All shapes of `rank` dimensions with `size` elements, leading dimensions of 1 first.
void add_shapes(std::int64_t size, std::size_t rank, Shape& prefix, std::vector<Shape>& shapes) {
  if (prefix.size() + 1 == rank) {
    shapes.push_back(prefix);
    shapes.back().push_back(size);
    return;
  }
  for (std::int64_t first = 1; first <= size; ++first) {
    if (size % first != 0) continue;
    prefix.push_back(first);
    add_shapes(size / first, rank, prefix, shapes);
    prefix.pop_back();
  }
}

// The inputs of one shape, with the operations' plans for it.
struct Space {
  Shape shape;
  Plan a;
  Plan b;
  bool one_group = false;  // a permutation of the input permutes the outputs
  int largest = kLargestInteger;
};

bool same_groups(const tensor::GroupLayout& a, const tensor::GroupLayout& b) {
  if (a.count != b.count || a.size != b.size) return false;
  for (std::int64_t group = 0; group < a.count; ++group) {
    for (std::int64_t k = 0; k < a.size; ++k) {
      if (a.base(group) + a.offset(k) != b.base(group) + b.offset(k)) return false;
    }
  }
  return true;
}

// The spaces of both operations, by the number of elements. Groups that the operations share are
// independent, so a size of them that an earlier space has needs no other.
std::vector<std::vector<Space>> make_spaces(const Operation& a, const Operation& b,
                                            std::size_t rank) {
  std::vector<std::vector<Space>> spaces(kMostElements + 1);
  std::vector<bool> seen(kMostElements + 1, false);
  for (int size = 1; size <= kMostElements; ++size) {
    std::vector<Shape> shapes;
    Shape prefix;
    add_shapes(size, rank, prefix, shapes);
    for (const Shape& shape : shapes) {
      const auto plan_a = plan_of(a, shape);
      const auto plan_b = plan_of(b, shape);
      if (!plan_a || !plan_b) continue;
      const tensor::GroupLayout& groups = compute::groups_of(*plan_a);
      Space space{shape, *plan_a, *plan_b};
      if (same_groups(groups, compute::groups_of(*plan_b))) {
        const auto group_size = static_cast<std::size_t>(groups.size);
        if (seen[group_size]) continue;
        seen[group_size] = true;
        space.one_group = groups.count == 1;
      }
      while (!space.one_group && std::pow(2 * space.largest + 1, size) > kMostOfShape) {
        --space.largest;
      }
      spaces[static_cast<std::size_t>(size)].push_back(std::move(space));
    }
  }
  return spaces;
}

// The double reference of a whole small input.
using Outputs = std::array<double, kMostElements>;

Outputs reference_outputs(const Plan& plan, std::span<const float> x) {
  const tensor::GroupLayout& groups = compute::groups_of(plan);
  Outputs outputs{};
  Outputs row{};
  const auto size = static_cast<std::size_t>(groups.size);
  for (std::int64_t group = 0; group < groups.count; ++group) {
    compute::reference_group(plan, group, x, {}, {}, std::span(row).first(size));
    for (std::int64_t k = 0; k < groups.size; ++k) {
      outputs[static_cast<std::size_t>(groups.base(group) + groups.offset(k))] =
          row[static_cast<std::size_t>(k)];
    }
  }
  return outputs;
}

// What a difference shows; kNone: no more than rounding.
Visibility visibility_of(bool finite, double absolute, double ulps) {
  if (!finite) return Visibility::kNotFinite;
  if (absolute > kVisibleDifference) return Visibility::kFourDecimals;
  return ulps > kRoundingUlps ? Visibility::kMoreDigits : Visibility::kNone;
}

// The search over all spaces: the first input of each kind, in the order of the spaces.
class Search {
 public:
  Search(Operation a, Operation b, std::stop_token stop)
      : a_(std::move(a)), b_(std::move(b)), stop_(std::move(stop)) {}

  Expected<void> run(const std::vector<std::vector<Space>>& spaces) {
    for (const auto& of_size : spaces) {
      for (int largest = 0; largest <= kLargestInteger; ++largest) {
        for (const Space& space : of_size) {
          if (largest > space.largest) continue;
          const auto size = static_cast<int>(tensor::product(space.shape));
          const bool ended =
              visit_rows(size, largest, space.one_group,
                         [&](std::span<const float> x) { return examine(space, x); });
          if (failure_) return tl::unexpected(*failure_);
          if (ended) return {};
        }
      }
    }
    return {};
  }

  /// Compares the float32 outputs; keeps the input where it shows what is wanted and nothing did.
  bool confirm(const Shape& shape, std::span<const float> x, Visibility wanted) {
    auto input = Tensor::from_values(shape, {x.begin(), x.end()});
    if (!input) return fail_with(input.error());
    const auto shared = std::make_shared<const Tensor>(*input);
    auto of_a = output_of({fitted(a_, shape), shared});
    if (!of_a) return fail_with(of_a.error());
    auto of_b = output_of({fitted(b_, shape), shared});
    if (!of_b) return fail_with(of_b.error());
    const auto difference = largest_difference(of_a->y, of_b->y);
    if (!difference) return fail_with(difference.error());
    const Visibility visibility =
        visibility_of(difference->not_finite == 0, difference->absolute, difference->ulps);
    const bool by_rounding =
        wanted == Visibility::kRounding &&
        (visibility == Visibility::kFourDecimals || visibility == Visibility::kNotFinite);
    if (visibility != wanted && !by_rounding) return false;
    Separation& separation = found_[static_cast<std::size_t>(wanted)];
    separation.visibility = wanted;
    separation.input = *std::move(input);
    separation.a = std::move(of_a->y);
    separation.b = std::move(of_b->y);
    separation.difference = *difference;
    return true;
  }

  /// What was found, of the kind that comes first.
  Separation best() const {
    Separation best;
    for (const Separation& separation : found_) {
      if (!best.input) best = separation;
    }
    best.inputs_searched = inputs_;
    return best;
  }

  double largest_gap() const { return largest_gap_; }
  const std::optional<base::Error>& failure() const { return failure_; }

 private:
  bool fail_with(const base::Error& error) {
    failure_ = error;
    return true;
  }

  // Compares the references; true ends the search.
  bool examine(const Space& space, std::span<const float> x) {
    if (stop_.stop_requested()) {
      return fail_with({base::ErrorKind::kCancelled, tr("the search was stopped")});
    }
    ++inputs_;
    const Outputs a = reference_outputs(space.a, x);
    const Outputs b = reference_outputs(space.b, x);
    bool finite = true;
    double absolute = 0;
    double ulps = 0;
    for (std::size_t at = 0; at < x.size(); ++at) {
      const bool both = std::isfinite(a[at]) && std::isfinite(b[at]);
      const double gap = both ? std::abs(a[at] - b[at]) : 0.0;
      finite = finite && (both || a[at] == b[at] || (std::isnan(a[at]) && std::isnan(b[at])));
      if (gap <= absolute) continue;
      absolute = gap;
      const bool a_larger = std::abs(a[at]) > std::abs(b[at]);
      ulps =
          base::ulp_error(static_cast<float>(a_larger ? b[at] : a[at]), a_larger ? a[at] : b[at]);
    }
    largest_gap_ = std::max(largest_gap_, absolute);
    const Visibility visibility = visibility_of(finite, absolute, ulps);
    const bool known = found_[static_cast<std::size_t>(visibility)].input.has_value();
    if (visibility == Visibility::kNone || known) return false;
    return confirm(space.shape, x, visibility) &&
           (failure_ || visibility == Visibility::kFourDecimals);
  }

  Operation a_;
  Operation b_;
  std::stop_token stop_;
  std::array<Separation, kVisibilities.size()> found_{};
  std::int64_t inputs_ = 0;
  double largest_gap_ = 0;
  std::optional<base::Error> failure_{};
};

// A large offset, which one-pass sums and an exponential without the maximum cannot stand.
void search_rounding(Search& search, const std::vector<Space>& spaces) {
  float offset = 1;
  for (int power = 1; power <= 7; ++power) {
    offset *= 10;
    for (const Space& space : spaces) {
      const std::array<float, 2> x{offset + 1, offset};
      if (search.confirm(space.shape, x, Visibility::kRounding)) return;
    }
  }
}

// `largest` is the magnitude up to which every space was searched; nothing: no input fits.
std::string sentence_of(const Separation& separation, double largest_gap,
                        std::optional<int> largest) {
  const int limit = largest.value_or(kLargestInteger);
  const std::string space = tr("up to {most} integers from {low} to {high}",
                               arg("most", kMostElements), arg("low", -limit), arg("high", limit));
  const auto outputs = [&](int precision) {
    return tr("{a} with A and {b} with B", arg("a", small_text(separation.a, precision)),
              arg("b", small_text(separation.b, precision)));
  };
  const std::string input = separation.input ? small_text(*separation.input, 0) : "";
  switch (separation.visibility) {
    case Visibility::kFourDecimals:
      return tr("{input} separates them: it gives {outputs}", arg("input", input),
                arg("outputs", outputs(4)));
    case Visibility::kNotFinite:
      return tr(
          "{input} separates them: it gives {outputs}; where both give numbers, inputs of {space} "
          "show no difference with four decimals",
          arg("input", input), arg("outputs", outputs(4)), arg("space", space));
    case Visibility::kMoreDigits:
      return tr(
          "with four decimals no input of {space} separates them; with more, {input} does: it "
          "gives {outputs}",
          arg("space", space), arg("input", input), arg("outputs", outputs(7)));
    case Visibility::kRounding:
      return tr(
          "on paper they are the same; in float32 they part where the numbers are "
          "far from zero: {input} gives {outputs}",
          arg("input", input), arg("outputs", outputs(4)));
    case Visibility::kNone:
      break;
  }
  if (separation.same_on_paper) {
    return std::string(
        tr("on paper they are the same, and in float32 an offset of up to ten million does not "
           "part them"));
  }
  if (!largest) return tr("no input of {space} fits both", arg("space", space));
  const std::int64_t inputs = separation.inputs_searched;
  if (largest_gap == 0) {
    return tr(
        "no input of {space} separates them: their exact results are the same on all {inputs}",
        arg("space", space), arg("inputs", inputs));
  }
  return tr(
      "no input of {space} separates them: of {inputs} inputs none makes their exact results "
      "differ by more than {largest_gap:.2g}",
      arg("space", space), arg("inputs", inputs), arg("largest_gap", largest_gap));
}

}  // namespace

std::span<const base::Name<Visibility>> visibility_names() {
  return kVisibilities;
}

Expected<Separation> separate(const Operation& a, const Operation& b, const std::stop_token& stop) {
  const std::size_t rank = std::max({std::size_t{2}, needed_rank(a), needed_rank(b)});
  for (const Operation* operation : {&a, &b}) {
    if (const auto checked = check_options(*operation, rank); !checked) {
      return tl::unexpected(checked.error());
    }
  }
  const auto spaces = make_spaces(a, b, rank);
  std::optional<int> largest;
  for (const auto& of_size : spaces) {
    for (const Space& space : of_size) {
      largest = std::min(largest.value_or(kLargestInteger), space.largest);
    }
  }
  Search search(a, b, stop);
  const bool on_paper = ops::same_on_paper(a, b);
  if (!on_paper) {
    if (const auto ran = search.run(spaces); !ran) return tl::unexpected(ran.error());
  } else if (a != b) {
    search_rounding(search, spaces[2]);
  }
  if (search.failure()) return tl::unexpected(*search.failure());
  Separation separation = search.best();
  separation.same_on_paper = on_paper;
  separation.sentence = a == b ? tr("they are the same operation")
                               : sentence_of(separation, search.largest_gap(), largest);
  return separation;
}

}  // namespace normscope::variants
