// SPDX-License-Identifier: MIT
// Everything a person can have changed, as one value: what goes in, what is done to it, what is
// looked at. Two equal documents show the same picture; the session file is a document's text.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <variant>
#include <vector>

#include "app/document/array.hpp"
#include "core/base/names.hpp"
#include "core/ops/norm.hpp"
#include "core/ops/softmax.hpp"

namespace normscope::document {

/// The distributions of the generator; integers are those of [low, high).
enum class Distribution { kRand, kRandn, kUniform, kNormal, kIntegers };
std::span<const base::Name<Distribution>> distribution_names();

struct Typed {
  bool operator==(const Typed&) const = default;
};
struct Random {
  Distribution distribution = Distribution::kRandn;
  double a = 0;                // uniform and integers: low; normal: mean
  double b = 1;                // uniform and integers: high; normal: deviation
  std::uint64_t seed = 123;    // of PyTorch's CPU generator
  std::uint64_t position = 0;  // 32-bit draws that came before in the stream
  bool operator==(const Random&) const = default;
};
struct Constant {
  double value = 0;  // may be NaN, which then equals itself
  bool operator==(const Constant& other) const;
};
struct Ramp {
  double start = 0;
  double step = 1;
  bool operator==(const Ramp&) const = default;
};
struct File {
  std::string path;
  std::string sha256{};  // of its bytes, in hexadecimal digits; empty: any bytes will do
  bool operator==(const File&) const = default;
};
/// gamma or beta: switched off it keeps its values.
struct Parameter {
  bool on = false;
  Array values{};
  bool operator==(const Parameter&) const = default;
};

struct NormSettings {
  ops::NormOptions options{};
  bool epsilon_on = true;  // off: as placement none, with value and placement kept
  Parameter gamma{};
  Parameter beta{};

  /// The options as they are run.
  ops::NormOptions effective() const;
  bool operator==(const NormSettings&) const = default;
};

enum class Subject { kNorm, kSoftmax };
std::span<const base::Name<Subject>> subject_names();

/// One step of an operation as the cells of a lesson write it.
struct HandWrittenStep {
  std::string name;     // as a trace's step: "variance + eps"
  std::string symbol;   // in LaTeX
  std::string formula;  // in LaTeX
  int cell = 0;         // which cell of the lesson, from 1; 0: none of its lines made this
  int line = 0;         // of that cell, from 1
  std::string text{};   // of the line
  Array values{};       // what the cell computed; empty of a large step
  bool operator==(const HandWrittenStep&) const = default;
};

/// A normalization or a softmax as cells write it, with the settings that it comes down to.
struct HandWritten {
  Subject subject = Subject::kNorm;
  NormSettings norm{};
  ops::SoftmaxOptions softmax{};
  std::vector<HandWrittenStep> steps{};  // the input first
  bool operator==(const HandWritten&) const = default;
};

/// A variable that the cells of a lesson left. What was made by an operation is opened with it: the
/// input is then what went in.
struct Variable {
  std::string lesson;  // its title
  std::string name;
  std::optional<HandWritten> hand_written{};
  bool operator==(const Variable&) const = default;
};

/// Where an input's values came from before single numbers were changed.
using Origin = std::variant<Typed, Random, Constant, Ramp, File, Variable>;

struct Input {
  std::string name;
  Origin origin{};
  Array values{};
  bool operator==(const Input&) const = default;
};

/// Layers before the operation, as lectures put them.
struct LinearLayer {
  std::int64_t out_features = 6;
  std::uint64_t seed = 123;    // of the stream that its weight and bias are drawn from
  std::uint64_t position = 0;  // 32-bit draws before them
  bool operator==(const LinearLayer&) const = default;
};
struct ReluLayer {
  bool operator==(const ReluLayer&) const = default;
};
using Layer = std::variant<LinearLayer, ReluLayer>;

/// The one selected place, in every step alike: the step's values seen as a matrix whose rows are
/// all leading dimensions and whose columns are the last.
struct Selection {
  std::int64_t row = 0;
  std::int64_t column = 0;
  bool operator==(const Selection&) const = default;
};

enum class Digits { kFour, kSix, kNine, kTorch, kBits };
std::span<const base::Name<Digits>> digits_names();

struct View {
  Digits digits = Digits::kFour;
  std::vector<std::int64_t> outer{};  // which slice of the dimensions before the last two
  std::string figure = "distribution";
  bool operator==(const View&) const = default;
};

struct LessonPosition {
  std::string lesson;  // its id; empty: none
  int step = 0;
  bool operator==(const LessonPosition&) const = default;
};

struct Document {
  std::vector<Input> inputs{};  // never empty in a valid document
  std::size_t input = 0;        // the one on the stage
  std::vector<Layer> layers{};
  Subject subject = Subject::kNorm;
  NormSettings norm{};
  ops::SoftmaxOptions softmax{};
  Selection selection{};
  View view{};
  LessonPosition lesson{};
  bool operator==(const Document&) const = default;
};

/// What a newcomer sees: rand(2, 5) from seed 123, Linear(5, 6) and ReLU from the same stream,
/// layer norm as PyTorch's.
Document welcome_document();

/// A document on these values, everything else as PyTorch does it. A session file writes an origin
/// that is a recipe instead of the values, so they must be what it makes.
Document document_of(std::string name, Origin origin, tensor::Tensor values);

/// The shape that reaches the operation: the input's, through the layers.
tensor::Shape shape_after_layers(const Document& document);

/// The shape that gamma and beta must have.
/// errors  as ops::plan_norm
base::Expected<tensor::Shape> affine_shape(const Document& document);

/// Makes the settings fit after the shape or the kind of normalization changed. A normalized shape
/// that is no longer what the input's shape ends with keeps its number of dimensions. gamma and
/// beta keep what they share with the new shape, its last dimensions aligned; new places are 1 and
/// 0. The selection and the outer slice come back inside.
Document fitted(Document document);

/// The operation that the current input's variable was made by, while the document still runs it:
/// nothing after its settings were changed or layers were put before it. Its lines belong to the
/// operation's steps.
const HandWritten* hand_written_operation(const Document& document);

/// Whether that operation also works on the numbers that it was written for, so that the values of
/// its steps are those of the cells.
bool has_hand_written_values(const Document& document, const HandWritten& hand_written);

/// The values that an origin makes. A file's are reshaped; its own shape stays where `shape` is ().
/// errors  as the generator and the shape, and as io::read_tensor; InvalidArgument: Typed and
///         Variable have no recipe; a parameter beyond float32, or not whole for integers; a file
///         of another size
base::Expected<tensor::Tensor> make_values(const Origin& origin, const tensor::Shape& shape);

}  // namespace normscope::document
