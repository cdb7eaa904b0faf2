// SPDX-License-Identifier: MIT
// Everything that the user can change, as one value: the inputs, the operation, the selection and
// the view. Two equal documents show the same picture; a session file is a document as text.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <variant>
#include <vector>

#include "app/document/array.hpp"
#include "core/base/boxed.hpp"
#include "core/base/names.hpp"
#include "core/io/table.hpp"
#include "core/ops/norm.hpp"
#include "core/ops/relatives.hpp"
#include "core/ops/softmax.hpp"
#include "core/precision/plan.hpp"
#include "core/trace/gradient/closed_forms.hpp"
#include "core/trace/written.hpp"

namespace normscope::document {

/// The distributions of the generator; integers are drawn from [low, high).
enum class Distribution { kRand, kRandn, kUniform, kNormal, kIntegers };
std::span<const base::Name<Distribution>> distribution_names();

struct Typed {
  bool operator==(const Typed&) const = default;
};
struct Random {
  Distribution distribution = Distribution::kRandn;
  double a = 0;                // uniform and integers: low; normal: mean
  double b = 1;                // uniform and integers: high; normal: standard deviation
  std::uint64_t seed = 123;    // of PyTorch's CPU generator
  std::uint64_t position = 0;  // 32-bit draws before these in the stream
  bool operator==(const Random&) const = default;
};
struct Constant {
  double value = 0;  // may be NaN; compared by its bits
  bool operator==(const Constant& other) const;
};
struct Ramp {
  double start = 0;
  double step = 1;
  bool operator==(const Ramp&) const = default;
};
struct File {
  std::string path;
  std::string sha256{};  // of the file's bytes, in hexadecimal digits; empty: not checked
  std::string array{};   // the name within an archive; empty: the only array of the file
  std::optional<io::TableChoice> table{};  // how a table is read; none: as its beginning tells
  bool operator==(const File&) const = default;
};
/// A parameter of an operation: see parameters.hpp. One that is off keeps its values.
struct Parameter {
  bool on = false;
  Array values{};
  base::Boxed<File> file{};  // the values' origin, before single numbers were changed
  bool operator==(const Parameter&) const = default;
};

struct NormSettings {
  ops::NormOptions options{};
  bool epsilon_on = true;  // off: computed as placement none; value and placement are kept
  Parameter gamma{};
  Parameter beta{};
  Parameter running_mean{};  // on where the options say so
  Parameter running_variance{};

  /// The options that the operation runs with.
  ops::NormOptions effective() const;
  bool operator==(const NormSettings&) const = default;
};

enum class Subject {
  kNorm,
  kSoftmax,
  kRelative,
  kChain,  // the steps that a cell wrote, of an input that has them
};
std::span<const base::Name<Subject>> subject_names();

/// One step of an operation that the cells of a lesson compute by hand.
struct HandWrittenStep {
  trace::WrittenStep step{};
  int cell = 0;        // the cell of the lesson, from 1; 0: no line of the lesson computed the step
  int line = 0;        // in that cell, from 1
  std::string text{};  // the text of that line
  /// Of a parameter its values; else those that the cell computed, empty for a large step and where
  /// something that the step is made of was edited.
  Array values{};
  bool operator==(const HandWrittenStep&) const = default;
};

/// How the .grad of a cell's tensor stands to what the last backward pass brought there.
enum class LeftGrad {
  kSame,
  kCleared,  // none, or zeros
  kOther,    // other numbers: of several passes, or changed by a cell
  kInner,    // the tensor keeps none
};
std::span<const base::Name<LeftGrad>> left_grad_names();

/// The gradient that the last backward pass of the cells through an operation brought to its
/// output, its input or a parameter.
struct LeftGradient {
  std::string of{};  // "output", "input", else the parameter's step: "gamma"
  LeftGrad grad{};
  bool whole = true;  // all of it came through the output
  Array values{};
  bool operator==(const LeftGradient&) const = default;
};

/// What cells compute by hand: a normalization or a softmax with the equivalent settings, or any
/// other chain of steps.
struct HandWritten {
  Subject subject = Subject::kNorm;
  NormSettings norm{};
  ops::SoftmaxOptions softmax{};
  std::vector<HandWrittenStep> steps{};  // the input first
  std::vector<LeftGradient> gradients{};
  /// Computed by PyTorch's own function, or row by row: the steps are those of the settings.
  bool built_in = false;

  /// Whether the steps can be computed. Older sessions have names and values alone.
  bool has_operands() const;
  bool operator==(const HandWritten&) const = default;
};

/// A variable of a lesson's cells. When an operation computed the variable, the operation is opened
/// with it, and the document's input is the operation's input.
struct Variable {
  std::string lesson;  // the lesson's title
  std::string name;
  base::Boxed<HandWritten> hand_written{};
  bool operator==(const Variable&) const = default;
};

/// The origin of an input's values, before single numbers were changed.
using Origin = std::variant<Typed, Random, Constant, Ramp, File, Variable>;

struct Input {
  std::string name;
  Origin origin{};
  Array values{};
  bool operator==(const Input&) const = default;
};

/// The layers before the operation.
struct LinearLayer {
  std::int64_t out_features = 6;
  std::uint64_t seed = 123;    // of the stream that weight and bias are drawn from
  std::uint64_t position = 0;  // 32-bit draws before weight and bias
  bool operator==(const LinearLayer&) const = default;
};
struct ReluLayer {
  bool operator==(const ReluLayer&) const = default;
};
using Layer = std::variant<LinearLayer, ReluLayer>;

/// The selected position, the same in every step. The step's values are viewed as a matrix: all
/// leading dimensions are rows, the last dimension is columns.
struct Selection {
  std::int64_t row = 0;
  std::int64_t column = 0;
  bool operator==(const Selection&) const = default;
};

enum class Digits { kFour, kSix, kNine, kTorch, kBits };
std::span<const base::Name<Digits>> digits_names();

/// What the stage shows: one step with input and output, all steps as cards, or the ten presets
/// against each other. kAuto: all steps where they are in sight at once, else one.
enum class StageLayout { kSheet, kAllSteps, kVariants, kAuto };
std::span<const base::Name<StageLayout>> stage_layout_names();

/// What the figure `distribution` is drawn as.
enum class DistributionParts { kHistogram, kDensity, kBoth };
std::span<const base::Name<DistributionParts>> distribution_parts_names();

/// Choices about the figure on the screen.
struct FigureChoice {
  bool of_group = false;  // distribution: of the selected group, else of the whole batch
  DistributionParts parts = DistributionParts::kBoth;
  std::string step{};  // heatmap: a card's id; empty: the output
  bool operator==(const FigureChoice&) const = default;
};

struct View {
  StageLayout layout = StageLayout::kAuto;
  std::string step{};  // the id of the card of the step on the sheet; empty: the output
  Digits digits = Digits::kFour;
  std::vector<std::int64_t>
      outer{};  // the index of the shown slice in the dimensions before the last two
  std::string figure = "distribution";
  FigureChoice figure_choice{};
  bool operator==(const View&) const = default;
};

/// An operation with all its options; those of the other kinds are kept. Gamma and beta of a DyT
/// are those of `norm`.
struct Operation {
  Subject subject = Subject::kNorm;
  NormSettings norm{};
  ops::SoftmaxOptions softmax{};
  ops::RelativeOptions relative{};
  precision::Plan precision{};  // of its steps
  bool operator==(const Operation&) const = default;
};

/// How the numbers of one side of a comparison are computed: step by step as the sheet shows them,
/// by PyTorch's built-in function, or by a device. Only the steps have intermediate values.
enum class Calculation { kSteps, kTorch, kCpu, kGpu, kReference };
std::span<const base::Name<Calculation>> calculation_names();

/// B is the document's own operation, computed in another way.
struct SameOperation {
  bool operator==(const SameOperation&) const = default;
};
/// B is an output that somebody else computed from the document's input.
struct GivenOutput {
  std::string name;
  Origin origin{};  // Typed or File
  Array values{};
  bool operator==(const GivenOutput&) const = default;
};

/// What the document's operation, A, is compared with. The difference is A - B.
struct Comparison {
  std::variant<SameOperation, Operation, GivenOutput> b{};
  Calculation a_calculation = Calculation::kSteps;
  Calculation b_calculation = Calculation::kSteps;  // not used for a given output
  std::optional<trace::BackwardForm> b_form{};      // of an operation's backward pass; none: A's
  bool operator==(const Comparison&) const = default;
};

/// The backward pass of the operation: from the gradient of the output to that of the input. B of a
/// comparison has the same.
struct Backward {
  bool on = false;                                          // off: what follows is kept
  trace::BackwardForm form = trace::BackwardForm::kClosed;  // else the chain rule, where none is
  /// The index of the right answer of each group: the upstream gradient is that of a cross entropy,
  /// whose mean is over all groups; none: it is `upstream`.
  std::optional<std::int64_t> target{};
  Origin origin = Constant{1};  // of the upstream gradient
  Array upstream{};             // dy; of the output's shape, empty until it was first shown
  bool operator==(const Backward&) const = default;
};

struct LessonPosition {
  std::string lesson;  // the lesson's id; empty: none
  int step = 0;
  bool operator==(const LessonPosition&) const = default;
};

struct Document {
  std::vector<Input> inputs{};  // never empty in a valid document
  std::size_t input = 0;        // the index of the input on the stage
  std::vector<Layer> layers{};
  Subject subject = Subject::kNorm;
  NormSettings norm{};
  ops::SoftmaxOptions softmax{};
  ops::RelativeOptions relative{};
  precision::Plan precision{};             // the formats of the steps
  std::optional<Comparison> comparison{};  // none: the operation is shown alone
  Backward backward{};
  Selection selection{};
  View view{};
  LessonPosition lesson{};
  bool operator==(const Document&) const = default;
};

/// The document at the first start: two rows of five numbers that can be followed in the head, the
/// second ten times the first, and layer norm with PyTorch's options.
Document welcome_document();

/// A document with these values as its input and PyTorch's default options. A session file stores a
/// recipe such as Random instead of the values, so `values` must be what the origin generates.
Document document_of(std::string name, Origin origin, tensor::Tensor values);

/// The shape of the operation's input: the shape of the input after the layers.
tensor::Shape shape_after_layers(const Document& document);

/// The shape of the operation's output.
/// errors  as trace::written_program, of a chain
base::Expected<tensor::Shape> output_shape(const Document& document);

/// The shape that the parameters must have.
/// errors  as ops::plan_norm and ops::plan_relative
base::Expected<tensor::Shape> affine_shape(const Document& document);

/// Adapts the settings after a change of the shape or of the kind of normalization. A normalized
/// shape that is no longer a suffix of the input's shape keeps its number of dimensions. Parameters
/// keep the values that they share with the new shape, aligned at the last dimension; new values
/// are those of a new layer. The same for the operation that it is compared with. The selection and
/// the outer slice are clamped to the new shape. Where there is no memory for such a gamma or beta
/// the old one stays: check_fit tells.
Document fitted(Document document);

/// Whether gamma and beta of both operations have the shape that they must have, where there is
/// one.
/// errors  TooLarge: there was no memory to make them
base::Expected<void> check_fit(const Document& document);

/// Whether two versions of a document are of the same numbers, at the same step of a lesson: but
/// for some single numbers that were changed, and for the operation and its options.
bool same_data(const Document& a, const Document& b);

/// Generates the values of an origin. The values of a file are reshaped, unless `shape` is ().
/// errors  as the generator and the shape, and as io::read_tensor; InvalidArgument: Typed and
///         Variable have no recipe; a parameter beyond float32, or not whole for integers; a file
///         of another size
base::Expected<tensor::Tensor> make_values(const Origin& origin, const tensor::Shape& shape);

}  // namespace normscope::document
