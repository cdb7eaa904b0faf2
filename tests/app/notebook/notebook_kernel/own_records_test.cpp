// SPDX-License-Identifier: MIT
// Records of a PyTorch of the person's own: of each call the same graph that the built-in torch
// gives, and the same numbers; and what becomes of them when tensors change or are let go.
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "app/notebook/client/client.hpp"
#include "core/text/lines.hpp"
#include "tests/app/kernel_options.hpp"
#include "tests/support/support.hpp"

namespace normscope::notebook::client {
namespace {

using protocol::Record;
using protocol::RecordGraph;

constexpr std::string_view kSetup =
    "import torch\n"
    "import torch.nn as nn\n"
    "import torch.nn.functional as F\n"
    "torch.manual_seed(0)\n"
    "x = torch.randn(4, 6); w = torch.randn(6); b = torch.randn(6); z = torch.randn(2, 3, 4)\n"
    "m = x > 0\n";

// A call a line. What PyTorch 1.13 does not tell a function mode (x[0], x[1:]) has its own list.
constexpr std::string_view kCalls = R"(x + 1
1 + x
x + w
torch.add(x, w, alpha=2)
x - 1
1 - x
x - w
torch.sub(x, w)
torch.rsub(x, 1)
2 * x
x * w
x.mul(3)
x / 2
2 / x
x / w
torch.true_divide(x, w)
x ** 2
2 ** x
x.pow(2)
torch.pow(x, w)
-x
abs(x)
x.square()
torch.sqrt(x.abs())
x.rsqrt()
x.reciprocal()
torch.exp(x)
x.log()
torch.tanh(x)
x.sigmoid()
F.relu(x)
nn.ReLU()(x)
F.gelu(x)
F.silu(x)
F.softplus(x)
F.leaky_relu(x)
F.elu(x)
torch.erf(x)
x.round()
x.floor()
x.sign()
x // 2
x % 2
x.fmod(2)
torch.atan2(x, w)
x.expm1()
x.log1p()
x.sum()
x.sum(1)
x.sum(-1, keepdim=True)
x.sum(dim=(0, 1))
x.mean()
torch.mean(x, dim=-1, keepdim=True)
torch.mean(x, [0, 1])
x.var(-1)
x.var(dim=-1, unbiased=False)
x.var(-1, unbiased=False, keepdim=True)
x.var(unbiased=False)
x.var(-1, correction=0)
torch.var(x, dim=1, unbiased=False)
x.std(-1, keepdim=True)
x.std()
torch.std_mean(x)[0]
torch.var_mean(x, -1)[1]
x.amax(-1, keepdim=True)
x.max()
x.max(dim=-1, keepdim=True).values
torch.max(x, dim=1, keepdim=True)[0]
torch.max(x, w)
x.min(dim=0).values
torch.maximum(x, w)
torch.clamp(x, min=0)
x.clamp(-1, 1)
x.clamp(max=2.0)
x.clamp_min(0.5)
torch.where(m, x, w)
x.where(m, w)
x.masked_fill(m, 0.0)
x.masked_fill(m, float('-inf'))
x > 0
x == w
x.prod(-1)
x.any()
x.all(-1)
x.norm()
x.norm(dim=-1, keepdim=True)
x.norm(p=1, dim=-1)
torch.linalg.norm(x, dim=-1)
torch.logsumexp(x, -1)
torch.softmax(x, -1)
F.softmax(x, dim=-1)
nn.Softmax(dim=-1)(x)
x.softmax(-1)
F.log_softmax(x, dim=-1)
nn.LogSoftmax(dim=1)(x)
F.layer_norm(x, (6,))
F.layer_norm(x, (6,), w, b, 1e-3)
nn.LayerNorm(6)(x)
nn.LayerNorm(6, elementwise_affine=False)(x)
nn.LayerNorm([3, 4])(z)
nn.GroupNorm(3, 6)(x)
F.group_norm(x, 2)
nn.BatchNorm1d(6)(x)
F.batch_norm(x, None, None, training=True)
F.normalize(x, dim=-1)
torch.cumsum(x, -1)
x.sort(-1)[0]
x @ x.T
x.matmul(w)
torch.mm(x, x.t())
torch.bmm(z, z.transpose(1, 2))
z @ z.transpose(1, 2)
w @ b
torch.dot(w, b)
nn.Linear(6, 3)(x)
nn.Linear(6, 3, bias=False)(x)
x.view(6, 4)
x.reshape(-1)
x.flatten()
x.ravel()
x.view_as(x)
x.unsqueeze(-1)
x.squeeze()
x.unsqueeze(0).squeeze(0)
x[:, None]
x[:, 1]
x[:, 1:3]
x[0, 1]
x[..., 0]
x.select(0, 1)
x.unbind(0)[1]
x.split(3, dim=-1)[1]
x.chunk(2, dim=-1)[1]
x.clone()
x.detach()
x.double()
x.to(torch.float64)
x.half()
x.float()
w.expand(4, 6)
w.expand_as(x)
torch.broadcast_to(w, (4, 6))
x.transpose(-1, -2)
x.swapaxes(0, 1)
z.permute(2, 0, 1)
x.t()
x.T
x.mT
torch.stack([w, b])
torch.stack([w, b], dim=1)
torch.cat([x, x])
x[m]
torch.tril(x)
x.add_(1)
(x - x.mean(-1, keepdim=True)) / torch.sqrt(x.var(-1, unbiased=False, keepdim=True) + 1e-5) * w + b
torch.exp(x) / torch.exp(x).sum(-1, keepdim=True)
)";
constexpr std::string_view kCallsSince2 = R"(nn.MultiheadAttention(4, 2)(z, z, z)[0]
x[0]
x[-1]
x[None]
x[1:]
x[::2]
)";

std::string value_text(const protocol::RecordAttribute::Value& value) {
  if (const auto* const one = std::get_if<std::int64_t>(&value)) return std::to_string(*one);
  if (const auto* const one = std::get_if<double>(&value)) return fmt::format("{}", *one);
  if (const auto* const one = std::get_if<bool>(&value)) return *one ? "true" : "false";
  std::string text;
  for (const std::int64_t each : std::get<std::vector<std::int64_t>>(value)) {
    text += std::to_string(each) + " ";
  }
  return text;
}

// A record with all that it was made from. Of c + x PyTorch tells a mode x + c, of c x likewise.
std::string text_of(const RecordGraph& graph, std::size_t at) {
  const Record& record = graph.records[at];
  std::vector<std::string> parts;
  for (const protocol::RecordAttribute& each : record.attributes) {
    const bool commutes = record.operation == "add" || record.operation == "mul";
    const std::string_view name = commutes && each.name == "self" ? "other" : each.name;
    parts.push_back(fmt::format("{}={}", name, value_text(each.value)));
  }
  std::ranges::sort(parts);
  for (const int operand : record.operands) {
    parts.push_back(text_of(graph, static_cast<std::size_t>(operand)));
  }
  std::string text = fmt::format("{}({}) {} [{}", record.operation, fmt::join(parts, ", "),
                                 name_of(record.dtype), fmt::join(record.shape, " "));
  text += fmt::format("; {}]", fmt::join(record.strides, " "));
  return text;
}

std::string graph_text(Client& client) {
  const auto graph = client.records("r");
  if (!graph) return graph.error().sentence;
  return *graph ? text_of(**graph, (*graph)->records.size() - 1) : "nothing";
}

struct OwnRecords : public ::testing::Test {
  void SetUp() override {
    own_options.python = own_python(NORMSCOPE_PYTHON, {}).value();
    if (!own_options.python->has_torch)
      GTEST_SKIP() << NORMSCOPE_PYTHON << " has no torch (python3-torch)";
  }
  static KernelOptions built_in() {
    KernelOptions options = testing::kernel_options();
    options.python.reset();
    return options;
  }
  static std::string run(Client& client, std::string_view source) {
    const Outcome outcome = client.run({source, "cell " + std::to_string(client.runs() + 1)});
    EXPECT_FALSE(outcome.error) << source << "\n" << outcome.error->traceback;
    return outcome.value.value_or("");
  }
  KernelOptions own_options = testing::kernel_options();
};

TEST_F(OwnRecords, AreThoseOfTheBuiltInTorch) {
  Client own(own_options);
  Client ours(built_in());
  run(own, "import torch");
  std::string calls(kCalls);
  if (run(own, "torch.__version__ > '2'") == "True") calls += kCallsSince2;
  for (std::string_view rest = calls; !rest.empty();) {
    const std::string line = "r = " + std::string(text::take_line(rest));
    SCOPED_TRACE(line);
    for (Client* const each : {&own, &ours}) {
      run(*each, kSetup);
      run(*each, line);
    }
    EXPECT_EQ(graph_text(own), graph_text(ours));
    ASSERT_FALSE(own.ended());
  }
}

TEST_F(OwnRecords, HaveTheLinesOfTheCellsOwnCode) {
  Client client(own_options);
  run(client,
      "import torch\n"
      "def norm(x):\n"
      "    mean = x.mean(-1, keepdim=True)\n"
      "    return (x -\n"
      "            mean) / torch.sqrt(x.var(-1, keepdim=True) + 1e-5)\n"
      "layer = torch.nn.LayerNorm(3)\n");
  run(client, "r = norm(torch.ones(2, 3))\n");
  const auto graph = client.records("r").value().value();
  std::vector<std::pair<std::string_view, int>> lines;
  for (const Record& record : graph.records) {
    EXPECT_EQ(record.run, record.operation.empty() ? 2 : 1);
    lines.emplace_back(record.operation, record.line);
  }
  EXPECT_NE(std::ranges::find(lines, std::pair<std::string_view, int>("mean", 3)), lines.end());
  EXPECT_NE(std::ranges::find(lines, std::pair<std::string_view, int>("sqrt", 5)), lines.end());
  run(client, "\n\nr = layer(torch.ones(2, 3))");
  const auto layer = client.records("r").value().value();
  EXPECT_EQ(layer.records.back().line, 3);
  EXPECT_EQ(layer.records.back().run, 3);
}

TEST_F(OwnRecords, GiveTheNumbersOfStepsThatTheCellsLetGo) {
  Client client(own_options);
  run(client, "import torch\nr = (torch.arange(6.).view(2, 3) - 1).exp()");
  const auto graph = client.records("r").value().value();
  ASSERT_EQ(graph.records.size(), 4U);
  const auto values = client.values(graph, {2});
  ASSERT_TRUE(values) << values.error().sentence;
  EXPECT_EQ(values->front().values()[5], 4.0F);
}

TEST_F(OwnRecords, OfWhatHasChangedAreLost) {
  Client client(own_options);
  run(client, "import torch\nx = torch.ones(3)\nr = x + 1\nx.mul_(2)");
  auto graph = client.records("r").value().value();
  EXPECT_FALSE(graph.records.front().held);
  EXPECT_TRUE(graph.records.back().held);
  EXPECT_FALSE(client.values(graph, {0}));
  run(client, "r.view(-1)[0] = 5");
  EXPECT_FALSE(client.records("r").value());
}

TEST_F(OwnRecords, OfALongLoopAreBounded) {
  Client client(own_options);
  run(client, "import torch\nr = torch.zeros(3)\nfor i in range(9000): r = r + 1");
  const auto graph = client.records("r").value().value();
  EXPECT_LE(graph.records.size(), 2002U);
  run(client, "r = [torch.zeros(1) + i for i in range(40_000)][-1]");
  EXPECT_EQ(client.records("r").value().value().records.size(), 2U);
}

TEST_F(OwnRecords, SayWhetherAVariableIsAnotherOne) {
  Client client(own_options);
  const auto stamps = [&] {
    std::vector<std::uint64_t> all;
    for (const protocol::Variable& each : client.variables().value()) all.push_back(each.stamp);
    return all;
  };
  run(client, "import torch\nx = torch.ones(3)\ny = torch.ones(3)");
  const auto before = stamps();
  EXPECT_EQ(stamps(), before);
  run(client, "x.add_(1)");
  const auto after = stamps();
  ASSERT_EQ(after.size(), 2U);
  EXPECT_NE(after[0], before[0]);
  EXPECT_EQ(after[1], before[1]);
  run(client, "y = y + 1");
  EXPECT_NE(stamps()[1], before[1]);
}

TEST_F(OwnRecords, ArraysOfNumpyAndOfTorchAreTaken) {
  Client client(own_options);
  run(client,
      "import torch\nx = torch.tensor([1.5, -2.0], dtype=torch.bfloat16)\n"
      "y = torch.arange(6).view(2, 3).t()\nz = torch.zeros(2, dtype=torch.complex64)");
  const auto list = client.variables().value();
  ASSERT_EQ(list.size(), 2U);
  EXPECT_EQ(client.numbers(list[0])->values()[1], -2.0F);
  EXPECT_EQ(client.numbers(list[1])->shape(), (tensor::Shape{3, 2}));
  EXPECT_EQ(client.numbers(list[1])->values()[1], 3.0F);
}

}  // namespace
}  // namespace normscope::notebook::client
