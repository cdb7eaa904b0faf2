// SPDX-License-Identifier: MIT
#include "app/document/document.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <utility>

#include "app/document/checks.hpp"
#include "app/document/hand_written.hpp"
#include "app/document/parameters.hpp"
#include "core/base/memory.hpp"
#include "core/ops/norm_options.hpp"
#include "core/ops/operation.hpp"
#include "core/text/translate.hpp"

namespace normscope::document {

using base::Name;
using tensor::Shape;
using tensor::Tensor;

namespace {

constexpr std::array<Name<Distribution>, 5> kDistributions{{
    {Distribution::kRand, "rand"},
    {Distribution::kRandn, "randn"},
    {Distribution::kUniform, "uniform"},
    {Distribution::kNormal, "normal"},
    {Distribution::kIntegers, "integers"},
}};
constexpr std::array<Name<Subject>, 4> kSubjects{{
    {Subject::kNorm, "norm"},
    {Subject::kSoftmax, "softmax"},
    {Subject::kRelative, "relative", tr_later("other")},
    {Subject::kChain, "chain", tr_later("code")},
}};
constexpr std::array<Name<StageLayout>, 4> kStageLayouts{{
    {StageLayout::kSheet, "sheet"},
    {StageLayout::kAllSteps, "all-steps"},
    {StageLayout::kVariants, "variants"},
    {StageLayout::kAuto, "auto"},
}};
constexpr std::array<Name<Calculation>, 5> kCalculations{{
    {Calculation::kSteps, "steps"},
    {Calculation::kTorch, "torch"},
    {Calculation::kCpu, "cpu"},
    {Calculation::kGpu, "gpu"},
    {Calculation::kReference, "reference"},
}};
constexpr std::array<Name<Digits>, 5> kDigits{{
    {Digits::kFour, "4", tr_later("4 digits")},
    {Digits::kSix, "6", tr_later("6 digits")},
    {Digits::kNine, "9", tr_later("9 digits")},
    {Digits::kTorch, "torch", tr_later("Digits as torch prints")},
    {Digits::kBits, "bits", tr_later("Bits")},
}};

// The name of the welcome document's input: lectures call the input of a network a batch.
constexpr const char* kWelcomeName = "batch";

// The shape with ones in front, up to this rank.
Shape padded(const Shape& shape, std::size_t rank) {
  Shape result(rank - shape.size(), 1);
  result.insert(result.end(), shape.begin(), shape.end());
  return result;
}

// Copies the box of indices that two arrays share, aligned at the last dimension.
void copy_shared(const Array& from, Tensor& to) {
  const std::size_t rank = std::max(from.shape().size(), to.rank());
  const Shape old_shape = padded(from.shape(), rank);
  const Shape new_shape = padded(to.shape(), rank);
  for (std::int64_t at = 0; at < to.size(); ++at) {
    std::int64_t rest = at;
    std::int64_t source = 0;
    std::int64_t stride = 1;
    bool inside = true;
    for (std::size_t d = rank; d-- > 0;) {
      const std::int64_t index = rest % new_shape[d];
      rest /= new_shape[d];
      inside = inside && index < old_shape[d];
      source += index * stride;
      stride *= old_shape[d];
    }
    if (inside) to.values()[static_cast<std::size_t>(at)] = from.at(source);
  }
}

void fit(Parameter& parameter, const Shape& shape, float fresh) {
  if (parameter.values.shape() == shape) return;
  auto values = Tensor::full(shape, fresh);
  if (!values) return;  // no memory; check_fit tells
  copy_shared(parameter.values, *values);
  parameter.values = Array(*std::move(values));
  parameter.file.reset();
}

void fit_normalized_shape(Shape& normalized, const Shape& x) {
  if (normalized.empty() || tensor::is_trailing(normalized, x)) return;
  const std::size_t kept = std::min(normalized.size(), x.size());
  normalized.assign(x.end() - static_cast<std::ptrdiff_t>(kept), x.end());
}

// Of an operation with gamma and beta, else of the normalization that is kept beside it.
template <class Side>
base::Expected<Shape> affine_shape(const Shape& x, const Side& side) {
  if (side.subject == Subject::kRelative && ops::has_parameters(side.relative)) {
    auto plan = ops::plan_relative(x, nullptr, nullptr, side.relative);
    if (!plan) return tl::unexpected(plan.error());
    return std::move(plan->affine_shape);
  }
  auto plan = ops::plan_norm(x, side.norm.options);
  if (!plan) return tl::unexpected(plan.error());
  return std::move(plan->affine_shape);
}

// Running statistics that are off, or stand beside a relative, wait as they are.
template <class Side>
bool needs_fit(const Side& side, const ParameterRow& row) {
  return !row.running || ((side.norm.*row.values).on && side.subject != Subject::kRelative);
}

template <class Side>
void fit_parameters(Side& side, const Shape& x) {
  NormSettings& norm = side.norm;
  fit_normalized_shape(norm.options.normalized_shape, x);
  norm.running_mean.on = norm.running_variance.on = norm.options.running;
  // While the settings do not suit the input's shape, the parameters stay unchanged.
  const auto shape = affine_shape(x, side);
  if (!shape) return;
  for (const ParameterRow& row : kParameterRows) {
    if (needs_fit(side, row)) fit(norm.*row.values, *shape, row.fresh);
  }
}

std::int64_t last_of(const Shape& shape) {
  return shape.empty() ? 1 : shape.back();
}

std::int64_t inside(std::int64_t index, std::int64_t size) {
  return std::clamp<std::int64_t>(index, 0, std::max<std::int64_t>(size - 1, 0));
}

// A target stays within its group. An upstream gradient of another shape is made again, or keeps
// what it shares with the new shape.
void fit_upstream(Document& document) {
  Backward& backward = document.backward;
  const auto answers = answers_of(document);
  if (backward.target && answers) backward.target = inside(*backward.target, *answers);
  const auto shape = output_shape(document);
  if (!backward.on || !shape || backward.upstream.shape() == *shape) return;
  const bool has_recipe = std::holds_alternative<Random>(backward.origin) ||
                          std::holds_alternative<Constant>(backward.origin) ||
                          std::holds_alternative<Ramp>(backward.origin);
  if (has_recipe) {
    if (auto values = make_values(backward.origin, *shape)) {
      backward.upstream = Array(*std::move(values));
      return;
    }
  }
  auto values = Tensor::full(*shape, 1.0F);
  if (!values) return;  // no memory; the evaluation tells
  copy_shared(backward.upstream, *values);
  backward.upstream = Array(*std::move(values));
  backward.origin = Typed{};
}

// The columns of the document's widest step: a linear layer may have more outputs than inputs.
std::int64_t widest(const Document& document) {
  std::int64_t columns = last_of(document.inputs[document.input].values.shape());
  for (const Layer& layer : document.layers) {
    if (const auto* linear = std::get_if<LinearLayer>(&layer)) {
      columns = std::max(columns, linear->out_features);
    }
  }
  return columns;
}

}  // namespace

std::span<const Name<Distribution>> distribution_names() {
  return kDistributions;
}
std::span<const Name<Subject>> subject_names() {
  return kSubjects;
}
std::span<const Name<DistributionParts>> distribution_parts_names() {
  static constexpr std::array kNames = {
      Name<DistributionParts>{DistributionParts::kHistogram, "histogram"},
      Name<DistributionParts>{DistributionParts::kDensity, "density"},
      Name<DistributionParts>{DistributionParts::kBoth, "both", tr_later("both")}};
  return kNames;
}

std::span<const Name<StageLayout>> stage_layout_names() {
  return kStageLayouts;
}

std::span<const Name<Calculation>> calculation_names() {
  return kCalculations;
}

std::span<const Name<Digits>> digits_names() {
  return kDigits;
}

bool Constant::operator==(const Constant& other) const {
  return std::bit_cast<std::uint64_t>(value) == std::bit_cast<std::uint64_t>(other.value);
}

ops::NormOptions NormSettings::effective() const {
  return epsilon_on ? options : ops::without_epsilon(options);
}

Document welcome_document() {
  // Mean 5 and standard deviation 2, and ten times that: both rows give -1.5, -0.5, 0, 0.5, 1.5.
  auto rows = Tensor::from_values({2, 5}, {2, 4, 5, 6, 8, 20, 40, 50, 60, 80});
  return document_of(kWelcomeName, Typed{}, *std::move(rows));  // ten numbers cannot fail
}

Document document_of(std::string name, Origin origin, Tensor values) {
  Document document;
  document.inputs.push_back({std::move(name), std::move(origin), Array(std::move(values))});
  return fitted(std::move(document));
}

Shape shape_after_layers(const Document& document) {
  Shape shape = document.inputs[document.input].values.shape();
  for (const Layer& layer : document.layers) {
    const auto* linear = std::get_if<LinearLayer>(&layer);
    if (linear != nullptr && !shape.empty()) shape.back() = linear->out_features;
  }
  return shape;
}

base::Expected<Shape> output_shape(const Document& document) {
  const HandWritten* const chain = chain_operation(document);
  if (chain == nullptr) return shape_after_layers(document);
  const auto made = trace::written_program(running_steps(document, *chain),
                                           document.inputs[document.input].values.shape());
  if (!made) return tl::unexpected(made.error());
  return made->program.steps.back().shape;
}

base::Expected<void> check_fit(const Document& document) {
  const Shape activations = shape_after_layers(document);
  const auto fits = [&activations](const auto& side) {
    const auto shape = affine_shape(activations, side);
    return !shape || std::ranges::all_of(kParameterRows, [&](const ParameterRow& row) {
      return !needs_fit(side, row) || (side.norm.*row.values).values.shape() == *shape;
    });
  };
  const auto* const other =
      document.comparison ? std::get_if<Operation>(&document.comparison->b) : nullptr;
  if (fits(document) && (other == nullptr || fits(*other))) return {};
  return base::no_memory_left(text::tr_later("its parameters"));
}

base::Expected<Shape> affine_shape(const Document& document) {
  return affine_shape(shape_after_layers(document), document);
}

Document fitted(Document document) {
  if (document.subject == Subject::kChain && !has_chain(document)) {
    document.subject = Subject::kNorm;
  }
  const Shape activations = shape_after_layers(document);
  fit_parameters(document, activations);
  if (document.comparison) {
    auto* other = std::get_if<Operation>(&document.comparison->b);
    if (other != nullptr) fit_parameters(*other, activations);
  }
  fit_upstream(document);
  const Shape& x = document.inputs[document.input].values.shape();
  const std::span<const std::int64_t> sizes(x);
  const std::int64_t rows = x.empty() ? 1 : tensor::product(sizes.first(x.size() - 1));
  document.selection.row = inside(document.selection.row, rows);
  document.selection.column = inside(document.selection.column, widest(document));
  document.view.outer.resize(x.size() < 2 ? 0 : x.size() - 2);
  for (std::size_t d = 0; d < document.view.outer.size(); ++d) {
    document.view.outer[d] = inside(document.view.outer[d], x[d]);
  }
  return document;
}

bool same_data(const Document& a, const Document& b) {
  if (a.lesson != b.lesson || a.layers != b.layers) return false;
  const Array& of_a = a.inputs[a.input].values;
  const auto changed = of_a.changed_since(b.inputs[b.input].values);
  return changed &&
         static_cast<std::int64_t>(changed->size()) <= std::max<std::int64_t>(1, of_a.size() / 2);
}

}  // namespace normscope::document
