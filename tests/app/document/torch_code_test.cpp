// SPDX-License-Identifier: MIT
// The PyTorch program of a document: its text, and, where PyTorch is installed, its results
// compared with the document's.
#include "app/document/torch_code.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdlib>
#include <sstream>

#include "app/document/comparison.hpp"
#include "app/document/edits.hpp"
#include "app/results/evaluation.hpp"
#include "core/ops/presets.hpp"
#include "tests/app/every_operation.hpp"
#include "tests/app/lecture_document.hpp"
#include "tests/support/support.hpp"

namespace normscope::testing {
namespace {

using document::Document;
using document::torch_code;

TEST(TorchCode, ReadsAsALectureWritesIt) {
  EXPECT_EQ(torch_code(testing::lecture_document()),
            "import torch\n"
            "\n"
            "torch.manual_seed(123)\n"
            "x = torch.rand((2, 5))\n"
            "linear = torch.nn.Linear(5, 6)\n"
            "x = linear(x).detach()\n"
            "x = torch.relu(x)\n"
            "\n"
            "y = torch.nn.functional.layer_norm(x, (6,), weight=None, bias=None, eps=1e-05)\n"
            "print(y)\n");
}

TEST(TorchCode, AVariantIsWrittenOut) {
  auto document = document::document_of("x", document::Typed{}, make({1, 3}, {1, -0.5F, NAN}));
  document = NORMSCOPE_VALUE_OR_FAIL(document::choose_preset(document, "V6")).after;
  EXPECT_EQ(torch_code(document),
            "import torch\n"
            "\n"
            "x = torch.tensor([[1., -0.5, float('nan')]])\n"
            "\n"
            "mean = x.mean(dim=(-1,), keepdim=True)\n"
            "centred = x - mean\n"
            "n = x.numel() // mean.numel()\n"
            "squares = centred.pow(2).sum(dim=(-1,), keepdim=True)\n"
            "var = squares / (n - 1)\n"
            "y = centred / (torch.sqrt(var) + 1e-06)\n"
            "print(y)\n");
}

TEST(TorchCode, RelativesAreFewLines) {
  auto document = document::document_of("x", document::Typed{}, make({1, 3}, {1, 2, 4}));
  const auto lines = [&document] {
    const std::string code = torch_code(document::fitted(document));
    const auto first = code.find("\n\n", code.find("x = ")) + 2;
    return code.substr(first, code.rfind("print(y)") - first);
  };
  document.subject = document::Subject::kRelative;
  document.norm.gamma.on = document.norm.beta.on = true;
  EXPECT_EQ(lines(),
            "gamma = torch.tensor([1., 1., 1.])\nbeta = torch.tensor([0., 0., 0.])\n"
            "y = gamma * torch.tanh(0.5 * x) + beta\n");
  document.relative.kind = ops::Relative::kL2Norm;
  EXPECT_EQ(lines(), "y = torch.nn.functional.normalize(x, dim=-1, eps=1e-12)\n");
  document.subject = document::Subject::kSoftmax;
  document.softmax.length_scale = 0.43;
  EXPECT_EQ(lines(), "y = torch.softmax(x * (0.43 * math.log(3)), dim=-1)\n");
  EXPECT_TRUE(torch_code(document).starts_with("import math\nimport torch\n"));
  document.softmax = {.sink = 0};
  EXPECT_EQ(lines(),
            "z = x\nm = z.amax(dim=-1, keepdim=True).clamp(min=0.)\ne = torch.exp(z - m)\n"
            "s = e.sum(dim=-1, keepdim=True) + torch.exp(0. - m)\ny = e / s\n");
}

TEST(TorchCode, EvaluationHasRunningStatistics) {
  ops::NormOptions options{.kind = ops::Normalization::kBatchNorm};
  options.running = true;
  auto document =
      with_parameters(document::document_of("x", document::Typed{}, make({1, 2}, {1, 2})), options);
  document.norm.gamma.on = document.norm.beta.on = false;
  const std::string head =
      "import torch\n"
      "\n"
      "x = torch.tensor([[1., 2.]])\n"
      "\n"
      "running_mean = torch.tensor([0.5, 0.75])\n"
      "running_var = torch.tensor([0.5, 0.75])\n";
  EXPECT_EQ(torch_code(document),
            head +
                "y = torch.nn.functional.batch_norm(x, running_mean, running_var, training=False, "
                "weight=None, bias=None, eps=1e-05)\nprint(y)\n");
  document.norm.options.epsilon_placement = ops::EpsilonPlacement::kOutside;
  EXPECT_EQ(torch_code(document), head +
                                      "var = running_var.reshape(-1)\n"
                                      "centred = x - running_mean.reshape(-1)\n"
                                      "y = centred / (torch.sqrt(var) + 1e-05)\nprint(y)\n");
}

TEST(TorchCode, AComparisonPrintsBothAndTheirDifference) {
  const auto document = document::document_of("x", document::Typed{}, make({1, 3}, {1, 2, 4}));
  const auto compared =
      NORMSCOPE_VALUE_OR_FAIL(document::compare_with_preset(document, "V9")).after;
  EXPECT_EQ(torch_code(compared),
            "import torch\n"
            "\n"
            "x = torch.tensor([[1., 2., 4.]])\n"
            "\n"
            "y = torch.nn.functional.layer_norm(x, (3,), weight=None, bias=None, eps=1e-05)\n"
            "print(y)\n"
            "a = y\n"
            "\n"
            "# V9: the input unchanged\n"
            "y = x.clone()\n"
            "b = y\n"
            "print(b)\n"
            "print(a - b)\n"
            "print((a - b).abs().max())\n");
  const std::string alone = torch_code(document);
  EXPECT_EQ(torch_code(NORMSCOPE_VALUE_OR_FAIL(
                           document::compare_with(document,
                                                  {.b_calculation = document::Calculation::kTorch}))
                           .after),
            alone)
      << "the program has one way to compute it";
  const auto given = NORMSCOPE_VALUE_OR_FAIL(document::compare_with(
      document, {.b = document::GivenOutput{"by\nhand", document::Typed{},
                                            document::Array(make({1, 3}, {-1, 0, 1.5F}))}}));
  EXPECT_EQ(torch_code(given.after), alone +
                                         "a = y\n"
                                         "\n"
                                         "# by hand\n"
                                         "b = torch.tensor([[-1., 0., 1.5]])\n"
                                         "print(b)\n"
                                         "print(a - b)\n"
                                         "print((a - b).abs().max())\n");
}

// A group norm in single steps works on x in another shape, which B must not find.
TEST(TorchCode, BFindsXAsItWas) {
  const auto numbers = document::document_of("x", document::Ramp{}, make({1, 4, 1}, {0, 1, 2, 3}));
  document::NormSettings settings = numbers.norm;
  settings.options.kind = ops::Normalization::kGroupNorm;
  settings.options.groups = 2;
  settings.options.estimator = ops::VarianceEstimator::kUnbiased;
  const auto group = NORMSCOPE_VALUE_OR_FAIL(document::set_norm(numbers, settings)).after;
  const auto compared = NORMSCOPE_VALUE_OR_FAIL(document::compare_with_preset(group, "V3")).after;
  const std::string code = torch_code(compared);
  const auto arranged = code.find("x = x.reshape(1, 2, -1)");
  const auto back = code.find("x, y = x.reshape(shape), y.reshape(shape)");
  const auto b = code.find("a = y");
  EXPECT_NE(arranged, std::string::npos) << code;
  EXPECT_LT(arranged, back) << code;
  EXPECT_LT(back, b) << code;
}

void add_norms(std::vector<Document>& all) {
  for (const auto& [kind, name] : ops::normalization_names()) {
    for (const auto& [estimator, estimator_name] : ops::variance_estimator_names()) {
      ops::NormOptions options{.kind = kind, .groups = 2, .estimator = estimator};
      all.push_back(with_parameters(images(), options));
      all.push_back(all.back());
      all.back().norm.gamma.on = all.back().norm.beta.on = false;
      if (kind != ops::Normalization::kBatchNorm) continue;
      options.running = true;
      options.centring = estimator == ops::VarianceEstimator::kBiased;
      all.push_back(with_parameters(images(), options));
    }
  }
}

void add_softmaxes(std::vector<Document>& all) {
  for (const bool log : {false, true}) {
    for (const double temperature : {1.0, 0.5}) {
      for (const auto& [algorithm, name] : ops::softmax_algorithm_names()) {
        Document document = images();
        document.subject = document::Subject::kSoftmax;
        document.softmax = {
            .dim = 1, .temperature = temperature, .algorithm = algorithm, .log = log};
        all.push_back(document);
      }
    }
  }
}

// Every kind in single steps and every softmax, against the next in the list: both sides of each.
void add_comparisons(std::vector<Document>& all) {
  std::vector<Document> sides;
  add_norms(sides);
  add_softmaxes(sides);
  for (std::size_t i = 0; i < sides.size(); ++i) {
    const Document& other = sides[(i + 1) % sides.size()];
    all.push_back(NORMSCOPE_VALUE_OR_FAIL(
                      document::compare_with(sides[i], {.b = document::operation_of(other)}))
                      .after);
  }
}

// Every kind, variant and origin.
std::vector<Document> documents() {
  std::vector<Document> all = {testing::lecture_document()};
  const auto add_origin = [&](const document::Origin& origin, const tensor::Shape& shape) {
    all.push_back(document::document_of(
        "x", origin, NORMSCOPE_VALUE_OR_FAIL(document::make_values(origin, shape))));
  };
  for (const auto& [distribution, name] : document::distribution_names()) {
    add_origin(document::Random{distribution, -2, 3, 7, 5}, {3, 4});
    add_origin(document::Random{distribution, 0, 2, 9, 0}, {5, 8});
  }
  add_origin(document::Constant{2.5}, {2, 3});
  add_origin(document::Ramp{-1, 0.25}, {3, 5});
  for (const ops::Preset& preset : ops::presets()) {
    Document document = testing::lecture_document();
    all.push_back(NORMSCOPE_VALUE_OR_FAIL(document::choose_preset(document, preset.id)).after);
  }
  add_norms(all);
  add_softmaxes(all);
  add_comparisons(all);
  return all;
}

// The numbers that the program leaves in `y`: of a comparison, B's.
Document of_y(const Document& document) {
  return document.comparison ? document::other_alone(document) : document;
}

TEST(TorchCode, RunsAndGivesTheSameNumbers) {
  const TemporaryFolder folder;
  const std::vector<Document> all = documents();
  std::string programs = "import struct\nprograms = [\n";
  for (const Document& document : all) {
    programs += "r'''" + torch_code(document) + "''',\n";
  }
  programs +=
      "]\n"
      "for program in programs:\n"
      "    names = {}\n"
      "    exec(program.replace('print(', 'str('), names)\n"
      "    values = names['y'].flatten().tolist()\n"
      "    print(' '.join(struct.pack('>f', v).hex() for v in values))\n";
  write_file(folder / "programs.py", programs);
  const std::string command = "ATEN_CPU_CAPABILITY=avx2 OMP_NUM_THREADS=1 /usr/bin/python3 " +
                              (folder / "programs.py").string() + " > " +
                              (folder / "out").string() + " 2> " + (folder / "err").string();
  if (std::system("/usr/bin/python3 -c 'import torch' 2> /dev/null") != 0) {
    GTEST_SKIP() << "the programs were not run: Debian's python3-torch is not here";
  }
  ASSERT_EQ(std::system(command.c_str()), 0) << read_file(folder / "err");
  std::istringstream lines(read_file(folder / "out"));
  for (const Document& document : all) {
    std::string line;
    ASSERT_TRUE(std::getline(lines, line));
    const auto evaluation =
        results::evaluate(of_y(document), 0, compute::make_backends(), compute::Device::kReference);
    ASSERT_FALSE(evaluation.failure) << torch_code(document);
    std::istringstream bits(line);
    for (const float value : evaluation.result->y.values()) {
      std::string hex;
      ASSERT_TRUE(bits >> hex) << torch_code(document);
      const float theirs = from_bits(hex);
      if (std::isnan(value)) {
        EXPECT_TRUE(std::isnan(theirs)) << torch_code(document);
        continue;
      }
      // PyTorch adds a handful of numbers in float32: some ULPs of the largest value in a row,
      // which here is below 4.
      EXPECT_NEAR(theirs, value, 4e-6 * std::max(1.0F, std::abs(value))) << torch_code(document);
    }
  }
}

}  // namespace
}  // namespace normscope::testing
