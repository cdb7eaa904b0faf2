// SPDX-License-Identifier: MIT
// Writes the program in order: numbers, layers, operation.
#include "app/document/torch_code.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <optional>
#include <string_view>

#include "app/document/comparison.hpp"
#include "app/document/descriptions.hpp"
#include "app/document/hand_written.hpp"
#include "app/document/parameters.hpp"
#include "app/document/torch_lines.hpp"
#include "core/ops/operation.hpp"

namespace normscope::document {
namespace {

using ops::EpsilonPlacement;
using ops::Grouping;
using tensor::Shape;

std::string python_text(std::string_view text) {
  std::string result = "'";
  for (const char c : text) {
    if (c == '\'' || c == '\\') result += '\\';
    result += c == '\n' ? ' ' : c;
  }
  return result + "'";
}

// The text of a comment, on one line.
std::string comment(std::string text) {
  std::ranges::replace_if(
      text, [](char c) { return c == '\n' || c == '\r'; }, ' ');
  return text;
}

std::string sizes(const Shape& shape) {
  return fmt::format("{}", fmt::join(shape, ", "));
}

// "(2, 5)", "(5,)": a Python tuple of one size needs a comma.
std::string tuple(const Shape& shape) {
  return fmt::format("({}{})", sizes(shape), shape.size() == 1 ? "," : "");
}

// The arguments of numpy.loadtxt for a table that a person described.
std::string loadtxt(const io::TableChoice& table, std::string_view extension) {
  std::string arguments = ", ndmin=2";
  const char separator = table.separator.value_or(extension == ".csv" ? ',' : ' ');
  if (separator != ' ' && separator != '\0') {
    arguments += fmt::format(", delimiter={}", python_text(std::string_view(&separator, 1)));
  }
  const std::int64_t skipped = table.skip.value_or(0) + (table.header.value_or(false) ? 1 : 0);
  if (skipped > 0) arguments += fmt::format(", skiprows={}", skipped);
  if (!table.columns.empty()) arguments += fmt::format(", usecols={}", tuple(table.columns));
  if (table.decimal_mark == ',') {
    arguments +=
        ", encoding='utf-8', converters=lambda text: float(text.replace('.', '').replace(',', "
        "'.'))";
  }
  return arguments;
}

// The module beside NumPy that reads a file.
std::string import_of(const File& file) {
  const bool model = std::filesystem::path(file.path).extension() == ".safetensors";
  return model ? "import safetensors.torch\n" : "";
}

bool needs_math(const Document& document) {
  const auto scales = [](const auto& side) {
    return side.subject == Subject::kSoftmax && side.softmax.has_length_scale();
  };
  const Operation* const other = other_operation(document);
  return scales(document) || (other != nullptr && scales(*other));
}

/// The state of PyTorch's generator at this point of the program.
struct Stream {
  std::uint64_t seed;
  std::uint64_t position;
};

class Program {
 public:
  Program(const Document& document, std::string_view given) : document_(document), given_(given) {}

  // The numbers and the layers.
  std::string input() {
    code_ = needs_math(document_) ? "import math\nimport torch\n" : "import torch\n";
    const Input& input = document_.inputs[document_.input];
    const bool file = std::holds_alternative<File>(input.origin);
    const bool recipe = !file && !std::holds_alternative<Typed>(input.origin) &&
                        !std::holds_alternative<Variable>(input.origin);
    const bool given = !recipe && !given_.empty();
    if (file && !given) code_ += "import numpy\n" + import_of(std::get<File>(input.origin));
    code_ += "\n";
    if (given) {
      code_ += fmt::format("x = {}\n", given_);
    } else {
      std::visit([&](const auto& origin) { make(origin, input.values); }, input.origin);
    }
    if (recipe || (file && !given)) {
      for (const auto& [index, value] : input.values.changes()) {
        code_ += fmt::format("x.view(-1)[{}] = {}\n", index, python(value));
      }
    }
    if (differentiates_) code_ += "start = x.requires_grad_()\n";
    Shape shape = input.values.shape();
    for (const Layer& layer : document_.layers) {
      std::visit([&](const auto& known) { add(known, shape); }, layer);
    }
    return code_ + "\n";
  }

  std::string text() {
    differentiates_ = document_.backward.on;
    code_ = input();
    Shape shape = shape_after_layers(document_);
    if (const HandWritten* const chain = chain_operation(document_)) {
      note_plan(document_.precision);
      add_chain(*chain, shape);
      add_backward(operation_of(document_));
    } else {
      add_operation(operation_of(document_), shape);
    }
    if (!document_.comparison) return code_ + "print(y)\n";
    add_comparison(*document_.comparison, shape);
    return code_;
  }

 private:
  void go_to(std::uint64_t seed, std::uint64_t position) {
    if (!stream_ || stream_->seed != seed || stream_->position != position) {
      code_ += fmt::format("torch.manual_seed({})\n", seed);
      if (position > 0) code_ += fmt::format("torch.rand({})  # numbers drawn before\n", position);
    }
    stream_.reset();
  }

  void make(const Typed& /*origin*/, const Array& values) { code_ += tensor_of("x", values); }
  void make(const Variable& origin, const Array& values) {
    code_ += fmt::format("# {}{}, {}\n", origin.hand_written ? "what goes into " : "",
                         comment(origin.name), comment(origin.lesson));
    code_ += tensor_of("x", values);
  }
  void make(const Random& origin, const Array& values) {
    go_to(origin.seed, origin.position);
    const std::string shape = sizes(values.shape());
    const std::string empty = fmt::format("torch.empty({})", tuple(values.shape()));
    switch (origin.distribution) {
      case Distribution::kRand:
        code_ += fmt::format("x = torch.rand({})\n", tuple(values.shape()));
        // rand draws once per number; the other distributions depend on the number of elements.
        stream_ = {origin.seed, origin.position + static_cast<std::uint64_t>(values.size())};
        break;
      case Distribution::kRandn:
        code_ += fmt::format("x = torch.randn({})\n", tuple(values.shape()));
        break;
      case Distribution::kUniform:
        code_ +=
            fmt::format("x = {}.uniform_({}, {})\n", empty, python(origin.a), python(origin.b));
        break;
      case Distribution::kNormal:
        code_ += fmt::format("x = {}.normal_({}, {})\n", empty, python(origin.a), python(origin.b));
        break;
      case Distribution::kIntegers:
        code_ += fmt::format("x = torch.randint({:.0f}, {:.0f}, {}).float()\n", origin.a, origin.b,
                             tuple(values.shape()));
        break;
    }
  }
  void make(const Constant& origin, const Array& values) {
    code_ += fmt::format("x = torch.full({}, {})\n", tuple(values.shape()), python(origin.value));
  }
  void make(const Ramp& origin, const Array& values) {
    code_ += fmt::format(
        "x = ({} + torch.arange({}, dtype=torch.float64) * {}).float().reshape({})\n",
        python(origin.start), values.size(), python(origin.step), tuple(values.shape()));
  }
  void make(const File& origin, const Array& values) {
    const std::string path = python_text(origin.path);
    const std::string extension = std::filesystem::path(origin.path).extension().string();
    std::string load = fmt::format("numpy.load({})", path);
    if (!origin.array.empty()) load += fmt::format("[{}]", python_text(origin.array));
    if (extension == ".safetensors") {
      load = fmt::format("safetensors.torch.load_file({})[{}].float().numpy()", path,
                         python_text(origin.array));
    }
    if (origin.table) {
      load = fmt::format("numpy.loadtxt({}{}){}", path, loadtxt(*origin.table, extension),
                         origin.table->transposed ? ".T" : "");
    }
    const bool table = !origin.table;
    if (table && extension == ".csv") load = fmt::format("numpy.loadtxt({}, delimiter=',')", path);
    if (table && (extension == ".tsv" || extension == ".txt"))
      load = fmt::format("numpy.loadtxt({})", path);
    code_ += fmt::format("x = torch.from_numpy({}.astype('float32')).reshape({})\n", load,
                         tuple(values.shape()));
  }

  void add(const LinearLayer& layer, Shape& shape) {
    go_to(layer.seed, layer.position);
    code_ += fmt::format("linear = torch.nn.Linear({}, {})\n", shape.back(), layer.out_features);
    code_ += differentiates_ ? "x = linear(x)\n" : "x = linear(x).detach()\n";
    const auto drawn = static_cast<std::uint64_t>((shape.back() + 1) * layer.out_features);
    stream_ = {layer.seed, layer.position + drawn};
    shape.back() = layer.out_features;
  }
  void add(const ReluLayer& /*layer*/, Shape& /*shape*/) { code_ += "x = torch.relu(x)\n"; }

  void add_chain(const HandWritten& chain, const Shape& shape) {
    for (std::size_t at = 1; at < chain.steps.size(); ++at) {
      const HandWrittenStep& step = chain.steps[at];
      const bool given = step.step.primitive == trace::Primitive::kGiven;
      if (given) code_ += tensor_of(fmt::format("p{}", at), step.values);
    }
    code_ += chain_lines(running_steps(document_, chain), shape);
  }

  void note_plan(const precision::Plan& plan) {
    if (plan == precision::Plan{}) return;
    code_ += fmt::format("# In float32; the stage is computed in the precision plan {}.\n",
                         precision::name_or_text(plan));
  }

  void add_operation(const Operation& operation, const Shape& shape) {
    note_plan(operation.precision);
    if (operation.subject == Subject::kSoftmax) {
      code_ += softmax_lines(operation.softmax, shape);
    } else if (operation.subject == Subject::kRelative) {
      if (ops::has_parameters(operation.relative)) add_parameters(operation.norm, false);
      code_ += relative_lines(operation);
    } else {
      add_norm(operation.norm, shape);
    }
    add_backward(operation);
  }

  // y becomes the gradient of the input.
  void add_backward(const Operation& operation) {
    const Backward& backward = document_.backward;
    if (!backward.on) return;
    if (!backward.target) {
      code_ += tensor_of("dy", backward.upstream);
      code_ += "y, = torch.autograd.grad(y, start, dy)\n";
      return;
    }
    const bool softmax = operation.subject == Subject::kSoftmax;
    const std::int64_t dim = softmax ? operation.softmax.dim : -1;
    const std::string logarithms = !softmax                ? "torch.log_softmax(y, -1)"
                                   : operation.softmax.log ? "y"
                                                           : "torch.log(y)";
    code_ += fmt::format("loss = -{}.select({}, {}).mean()\n", logarithms, dim, *backward.target);
    code_ += "y, = torch.autograd.grad(loss, start)\n";
  }

  // B in the variables of A, which the program does not need any more.
  void add_comparison(const Comparison& comparison, const Shape& shape) {
    const auto* other = std::get_if<Operation>(&comparison.b);
    const auto* given = std::get_if<GivenOutput>(&comparison.b);
    code_ += "print(y)\n";
    if (other == nullptr && given == nullptr) return;  // the same operation on another device
    code_ += fmt::format("a = y\n\n# {}\n", comment(other_description(document_)));
    if (other != nullptr) {
      add_operation(*other, shape);
      code_ += "b = y\n";
    } else {
      code_ += tensor_of("b", given->values);
    }
    code_ += "print(b)\nprint(a - b)\nprint((a - b).abs().max())\n";
  }

  void add_parameters(const NormSettings& settings, bool running) {
    for (const ParameterRow& row : kParameterRows) {
      const Parameter& parameter = settings.*row.values;
      if (parameter.on && (running || !row.running))
        code_ += tensor_of(std::string(row.key), parameter.values);
    }
  }

  void add_norm(const NormSettings& settings, const Shape& shape) {
    const ops::NormOptions options = settings.effective();
    add_parameters(settings, true);
    if (ops::is_torch_norm(options)) {
      add_library_norm(settings, options, shape);
    } else if (ops::is_identity(options)) {
      code_ += "y = x.clone()\n";
    } else {
      add_plain_norm(settings, options, shape);
    }
  }

  void add_library_norm(const NormSettings& settings, const ops::NormOptions& options,
                        const Shape& shape) {
    const std::string parameters =
        fmt::format("weight={}, bias={}, eps={}", settings.gamma.on ? "gamma" : "None",
                    settings.beta.on ? "beta" : "None", python(options.epsilon));
    code_ += "y = torch.nn.functional.";
    switch (options.kind) {
      case ops::Normalization::kBatchNorm:
        code_ += fmt::format("batch_norm(x, {}, {})\n",
                             options.running ? "running_mean, running_var, training=False"
                                             : "None, None, training=True",
                             parameters);
        return;
      case ops::Normalization::kInstanceNorm:
        code_ += fmt::format("instance_norm(x, {})\n", parameters);
        return;
      case ops::Normalization::kGroupNorm:
        code_ += fmt::format("group_norm(x, {}, {})\n", options.groups, parameters);
        return;
      case ops::Normalization::kLayerNorm:
      case ops::Normalization::kRmsNorm:
        break;
    }
    code_ +=
        fmt::format("layer_norm(x, {}, {})\n", tuple(normalized_shape(options, shape)), parameters);
  }

  static Shape normalized_shape(const ops::NormOptions& options, const Shape& shape) {
    if (!options.normalized_shape.empty()) return options.normalized_shape;
    return shape.empty() ? Shape{} : Shape{shape.back()};
  }

  // Reshapes x so that its groups lie along own dimensions, and returns those dimensions.
  std::string arrange(const ops::NormOptions& options, const Shape& shape) {
    const auto& rule = ops::rule_of(options.kind);
    Shape dims;
    std::int64_t first = -static_cast<std::int64_t>(normalized_shape(options, shape).size());
    if (rule.grouping == Grouping::kTrailing) {
      for (; first < 0; ++first) dims.push_back(first);
    } else if (rule.grouping == Grouping::kChannelGroups) {
      code_ +=
          fmt::format("shape = x.shape\nx = x.reshape({}, {}, -1)\n", shape[0], options.groups);
      dims = {-1};
    } else {
      if (rule.shares_batch) dims.push_back(0);
      for (std::size_t d = 2; d < shape.size(); ++d) dims.push_back(static_cast<std::int64_t>(d));
    }
    return tuple(dims);
  }

  void add_plain_norm(const NormSettings& settings, const ops::NormOptions& options,
                      const Shape& shape) {
    const auto grouping = ops::rule_of(options.kind).grouping;
    const std::string dims = arrange(options, shape);
    const bool channels = grouping != Grouping::kTrailing;
    std::string view;
    if (channels) view = fmt::format(".reshape(-1{})", ones(shape.size()));
    if (options.running) {
      code_ += fmt::format("var = running_var{}\n", view);
      if (options.centred()) code_ += fmt::format("centred = x - running_mean{}\n", view);
      add_root(options, options.centred() ? "centred" : "x", "var");
    } else if (options.returned == ops::Returned::kMean) {
      code_ += fmt::format("mean = x.mean(dim={}, keepdim=True)\ny = mean.expand_as(x)\n", dims);
    } else {
      add_quotient(options, dims);
    }
    if (grouping == Grouping::kChannelGroups)
      code_ += "x, y = x.reshape(shape), y.reshape(shape)\n";
    if (settings.gamma.on) code_ += fmt::format("y = gamma{} * y\n", view);
    if (settings.beta.on) code_ += fmt::format("y = y + beta{}\n", view);
  }

  // y as the centred values, or x itself, over the denominator.
  void add_quotient(const ops::NormOptions& options, const std::string& dims) {
    const bool centred = options.centred();
    const std::string numerator = centred ? "centred" : "x";
    const std::string variance = centred ? "var" : "mean_square";
    if (centred) {
      code_ += fmt::format("mean = x.mean(dim={}, keepdim=True)\ncentred = x - mean\n", dims);
      code_ += "n = x.numel() // mean.numel()\n";
    }
    if (centred && options.algorithm == ops::VarianceAlgorithm::kOnePass) {
      code_ += fmt::format(
          "squares = x.pow(2).sum(dim={}, keepdim=True) - n * mean.pow(2)  # in one pass\n", dims);
    } else {
      code_ += fmt::format("squares = {}.pow(2).sum(dim={}, keepdim=True)\n", numerator, dims);
    }
    if (!centred) code_ += "n = x.numel() // squares.numel()\n";
    const bool unbiased = options.estimator == ops::VarianceEstimator::kUnbiased;
    std::string count = unbiased ? "n - 1" : "n";
    if (options.epsilon_placement == EpsilonPlacement::kCount) {
      count += fmt::format(" + {}", python(options.epsilon));
    }
    code_ += fmt::format("{} = squares / ({})\n", variance, count);
    add_root(options, numerator, variance);
  }

  void add_root(const ops::NormOptions& options, const std::string& numerator,
                const std::string& variance) {
    const std::string epsilon = python(options.epsilon);
    std::string root = fmt::format("torch.sqrt({})", variance);
    if (options.epsilon_placement == EpsilonPlacement::kInside) {
      root = fmt::format("torch.sqrt({} + {})", variance, epsilon);
    } else if (options.epsilon_placement == EpsilonPlacement::kOutside) {
      root = fmt::format("(torch.sqrt({}) + {})", variance, epsilon);
    }
    code_ += fmt::format("y = {} / {}\n", numerator, root);
  }

  // A size of 1 for each dimension after the channels.
  static std::string ones(std::size_t rank) {
    std::string text;
    for (std::size_t d = 2; d < rank; ++d) text += ", 1";
    return text;
  }

  const Document& document_;
  std::string_view given_;
  std::string code_;
  bool differentiates_ = false;
  std::optional<Stream> stream_{};
};

}  // namespace

std::string torch_input(const Document& document, std::string_view given) {
  return Program(document, given).input();
}

std::string torch_code(const Document& document, std::string_view given) {
  return Program(document, given).text();
}

}  // namespace normscope::document
