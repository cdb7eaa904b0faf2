// SPDX-License-Identifier: MIT
// The program that is given to PyTorch: which rows it sends, and that no text of a document enters
// it.
#include "app/verification/program.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <locale>
#include <random>

#include "app/document/comparison.hpp"
#include "app/document/edits.hpp"
#include "app/verification/step_lines.hpp"
#include "core/text/numbers.hpp"
#include "tests/app/lecture_document.hpp"
#include "tests/app/verification/fake_python.hpp"
#include "tests/core/trace/drawn_programs.hpp"
#include "tests/support/support.hpp"

namespace normscope::testing {
namespace {

using document::Document;
using verification::ComputedBy;
using verification::Program;

Program program_of(const Document& document, results::Evaluation& evaluation) {
  evaluation =
      results::evaluate(document, 0, compute::make_backends(), compute::Device::kReference);
  EXPECT_FALSE(evaluation.failure);
  return verification::program_of(document, evaluation);
}

std::vector<std::string> names(const Program& program, ComputedBy by) {
  std::vector<std::string> names;
  for (const auto& row : program.rows) {
    if (row.by == by) names.push_back(row.name);
  }
  return names;
}

// A program that no table names, over the channels of a batch.
TEST(VerificationProgram, WritesAnyProgram) {
  const tensor::Shape shape{2, 3, 4};
  trace::ProgramBuilder builder(shape, *tensor::blocks(shape, {2, 3, 1}));
  const int gamma = builder.parameter(trace::Role::kGamma, "g", {3, 1});
  const int mean = builder.reduce({trace::Role::kMean, "m", "m"}, trace::Primitive::kSumOver, 0, 4);
  const int centred =
      builder.add({trace::Role::kCentred, "c", "c"}, trace::Primitive::kSubtract, 0, mean);
  const int bounded =
      builder.add({trace::Role::kNone, "b", "b"}, trace::Primitive::kAtLeast, centred, -1, 0.5);
  builder.add({trace::Role::kOutput, "y", "y"}, trace::Primitive::kMultiply, gamma, bounded);
  EXPECT_EQ(verification::torch_lines(std::move(builder).finish()),
            "_0 = x\n"
            "_2 = _0.mean(dim=(2, ), keepdim=True)\n"
            "_3 = _0 - _2\n"
            "_4 = _3.clamp(min=0.5)\n"
            "_5 = gamma.reshape((-1, 1, )) * _4\n");
}

std::string python_tensor(const tensor::Tensor& values) {
  std::string numbers;
  for (const float value : values.values()) numbers += fmt::format("{:.9g}, ", value);
  return fmt::format("torch.tensor([{}]).reshape([{}])", numbers, text::joined(values.shape()));
}

// Each line of drawn programs, run by PyTorch, gives what the step gives.
TEST(VerificationProgram, PyTorchRunsWhatIsWrittenOfAnyProgram) {
  if (!has_torch()) GTEST_SKIP() << kNoTorch;
  const TemporaryFolder folder;
  std::vector<trace::Trace> traces;
  std::string code = "import torch\n";
  std::mt19937 random(13);  // NOLINT(cert-msc32-c,cert-msc51-cpp): the same programs each time
  for (int round = 0; round < 100; ++round) {
    trace::Drawn one = trace::drawn(random);
    code += fmt::format("x = {}\ngamma = {}\n", python_tensor(*one.leaves[0]),
                        python_tensor(*one.leaves[1]));
    code += verification::torch_lines(one.program);
    for (const int step : one.program.main_steps()) {
      code += fmt::format("print(*_{}.flatten().tolist())\n", step);
    }
    traces.push_back(NORMSCOPE_VALUE_OR_FAIL(trace::Trace::of(one.program, one.leaves)));
  }
  write_file(folder / "programs.py", code);
  const std::string command =
      fmt::format("/usr/bin/python3 '{}' > '{}'", (folder / "programs.py").string(),
                  (folder / "numbers").string());
  ASSERT_EQ(std::system(command.c_str()), 0);
  std::ifstream numbers(folder / "numbers");
  numbers.imbue(std::locale::classic());
  for (const trace::Trace& trace : traces) {
    const std::vector<double> errors = trace::error_bounds(trace.program(), trace);
    for (const int step : trace.program().main_steps()) {
      const auto count = tensor::product(trace.program().step(step).shape);
      for (std::int64_t at = 0; at < count; ++at) {
        double theirs = 0;
        ASSERT_TRUE(numbers >> theirs);
        // Both are as far as that from the exact value.
        ASSERT_NEAR(static_cast<double>(trace.value(step, at)), theirs,
                    2 * errors[static_cast<std::size_t>(step)])
            << trace.program().step(step).name;
      }
    }
  }
}

TEST(VerificationProgram, SendsEachStepTheFunctionAndTheDevice) {
  results::Evaluation evaluation;
  const Program program = program_of(testing::lecture_document(), evaluation);
  EXPECT_EQ(names(program, ComputedBy::kSteps),
            (std::vector<std::string>{"input", "mean", "centred", "squared", "variance",
                                      "variance + eps", "standard deviation", "normalized"}));
  EXPECT_EQ(names(program, ComputedBy::kFunction), std::vector<std::string>{"output"});
  EXPECT_EQ(names(program, ComputedBy::kDevice),
            (std::vector<std::string>{"mean", "rstd", "output"}));
  EXPECT_NE(program.code.find("torch.manual_seed(123)"), std::string::npos)
      << "the document's own program";
}

TEST(VerificationProgram, OfASoftmaxSendsItsSteps) {
  Document document = testing::lecture_document();
  document.subject = document::Subject::kSoftmax;
  results::Evaluation evaluation;
  const Program program = program_of(document, evaluation);
  EXPECT_EQ(
      names(program, ComputedBy::kSteps),
      (std::vector<std::string>{"input", "maximum", "shifted", "exponential", "sum", "output"}));
  EXPECT_EQ(names(program, ComputedBy::kDevice), std::vector<std::string>{"output"});
}

TEST(VerificationProgram, HoldsNoTextOfTheDocument) {
  const auto check = [](const document::Origin& origin) {
    const Document document =
        document::document_of("a secret name", origin, make({1, 3}, {1, 2, 4}));
    results::Evaluation evaluation;
    const Program program = program_of(verification::verified_document(document), evaluation);
    EXPECT_EQ(program.code.find("secret"), std::string::npos) << program.code;
    EXPECT_NE(program.code.find("x = _given((1, 3, ))"), std::string::npos) << program.code;
  };
  check(document::Typed{});
  check(document::File{"/tmp/secret.npy"});
  check(document::Variable{"a secret lesson", "secret"});
}

TEST(VerificationProgram, OfABackwardPassSendsItsGradient) {
  Document document = testing::lecture_document();
  document.layers.clear();
  document = document::fitted(std::move(document));
  document = NORMSCOPE_VALUE_OR_FAIL(document::show_backward(document, true)).after;
  results::Evaluation evaluation;
  const Program given = program_of(document, evaluation);
  EXPECT_EQ(names(given, ComputedBy::kSteps), (std::vector<std::string>{"gradient of the input"}));
  EXPECT_EQ(given.rows.size(), 1U);
  EXPECT_NE(given.code.find("y, = torch.autograd.grad(y, start, dy)\nprint(y)\n_send(0, y)\n"),
            std::string::npos)
      << given.code;
  document.backward.target = 1;
  EXPECT_NE(program_of(document, evaluation)
                .code.find("loss = -torch.log_softmax(y, -1).select(-1, 1).mean()\n"),
            std::string::npos);
}

// What *Copy as PyTorch code* gives, which a person runs without this program.
TEST(VerificationProgram, ADocumentUnderAPlanIsItsStepsWithTheirCasts) {
  Document document = document::document_of("x", document::Typed{}, make({2, 2}, {300, 1, 2, 3}));
  document.norm.options.epsilon = 1;
  const auto text_under = [&](std::string_view plan) {
    document.precision = NORMSCOPE_VALUE_OR_FAIL(precision::parse_plan(plan));
    const auto evaluation =
        results::evaluate(document, 0, compute::make_backends(), compute::Device::kCpu);
    return verification::torch_text(document, &evaluation);
  };
  EXPECT_EQ(text_under("bfloat16-steps constants=float16"),
            "import torch\n\n"
            "x = torch.tensor([[300., 1.],\n                  [2., 3.]])\n\n"
            "# In the precision plan storage=bfloat16 sum=float32 constants=float16.\n"
            "_0 = x.to(torch.bfloat16).float()  # input\n"
            "_1 = (_0.mean(dim=(1, ), keepdim=True)).to(torch.bfloat16).float()  # mean\n"
            "_2 = (_0 - _1).to(torch.bfloat16).float()  # centred\n"
            "_3 = (_2.pow(2)).to(torch.bfloat16).float()  # squared\n"
            "_4 = (_3.mean(dim=(1, ), keepdim=True)).to(torch.bfloat16).float()  # variance\n"
            "_5 = (_4 + 1.).to(torch.bfloat16).float()  # variance + eps\n"
            "_6 = (_5.sqrt()).to(torch.bfloat16).float()  # standard deviation\n"
            "_7 = (_2 / _6).to(torch.bfloat16).float()  # normalized\n"
            "y = _7\nprint(y)\n");
  const std::string in_turn = text_under("float16 lanes=4");
  EXPECT_NE(in_turn.find("\ndef in_turn(values, dims, rounded, lanes=1, halves=False):\n"),
            std::string::npos);
  EXPECT_NE(in_turn.find("_1 = (in_turn(_0, (1, ), lambda s: s.to(torch.float16).float(), 4, "
                         "False) / 2.).to(torch.float16).float()  # mean\n"),
            std::string::npos)
      << in_turn;
  EXPECT_NE(
      text_under("fma").find("# In float32; the stage is computed in the precision plan fma."),
      std::string::npos);
}

TEST(VerificationProgram, AComparisonIsItsA) {
  const Document alone = testing::lecture_document();
  const Document compared =
      NORMSCOPE_VALUE_OR_FAIL(document::compare_with_preset(alone, "V6")).after;
  EXPECT_EQ(verification::verified_document(compared), alone);
}

}  // namespace
}  // namespace normscope::testing
