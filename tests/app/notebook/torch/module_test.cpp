// SPDX-License-Identifier: MIT
// Python with the built-in torch as the kernel embeds it: how an array was made and by which line,
// the place in the random stream, what is given back, and that the files of the program win.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <variant>
#include <vector>

#include "app/notebook/arrays/record.hpp"
#include "core/random/distributions.hpp"
#include "tests/app/notebook/torch/embedded_python.hpp"

namespace normscope::notebook::torch {
namespace {

// Cells that have imported torch.
class EmbeddedTorch : public ::testing::Test {
 protected:
  EmbeddedTorch() { EXPECT_EQ(cells_.run("import torch\n"), ""); }
  Cells& cells() { return cells_; }

 private:
  Cells cells_;
};

TEST_F(EmbeddedTorch, AnArrayIsOfTheLineOfItsCell) {
  ASSERT_EQ(cells().run("a = torch.ones(3)\nx = (a +\n     a)\n"), "");
  const arrays::Record& sum = *cells().array("x").record;
  EXPECT_EQ(sum.operation, "add");
  EXPECT_EQ(sum.line, 2);
  EXPECT_EQ(sum.run, 2);
  EXPECT_EQ(sum.inputs[0].array.record->line, 1);
}

TEST_F(EmbeddedTorch, TheLineIsThatOfTheCellAndNotOfTorchInPython) {
  ASSERT_EQ(cells().run("def f(a):\n    return torch.nn.functional.softmin(a, dim=0)\n"), "");
  ASSERT_EQ(cells().run("\n\n\nx = f(torch.ones(3))\n"), "");
  EXPECT_EQ(cells().array("x").record->line, 2);
  EXPECT_EQ(cells().array("x").record->run, 2);
}

TEST_F(EmbeddedTorch, AScriptIsOneRun) {
  ASSERT_EQ(cells().run("import torch\nx = torch.ones(2) * 2\n", "lecture.py"), "");
  EXPECT_EQ(cells().array("x").record->line, 2);
  EXPECT_EQ(cells().array("x").record->run, 1);
}

TEST_F(EmbeddedTorch, RecordsLeadBackThroughTheLinesOfTheCell) {
  ASSERT_EQ(cells().run("x = torch.arange(6.).view(2, 3)\n"
                        "with torch.no_grad():\n"
                        "    mean = x.mean(-1, keepdim=True)\n"
                        "    y = (x - mean) / 2\n"),
            "");
  const arrays::Record& quotient = *cells().array("y").record;
  EXPECT_EQ(quotient.operation, "div");
  EXPECT_EQ(quotient.line, 4);
  EXPECT_EQ(std::get<std::int64_t>(*quotient.attribute("other")), 2);
  const arrays::Record& difference = *quotient.inputs.at(0).array.record;
  EXPECT_EQ(difference.operation, "sub");
  const arrays::Record& mean = *difference.inputs.at(1).array.record;
  EXPECT_EQ(mean.operation, "mean");
  EXPECT_EQ(mean.line, 3);
  EXPECT_TRUE(std::get<bool>(*mean.attribute("keepdim")));
  EXPECT_TRUE(difference.inputs.at(0).unchanged());
  ASSERT_EQ(cells().run("x += 1\n"), "");
  EXPECT_FALSE(cells().array("y").record->inputs.at(0).array.record->inputs.at(0).unchanged());
}

TEST_F(EmbeddedTorch, TheArraysOfVariablesAreSeen) {
  ASSERT_EQ(cells().run("x = torch.tensor([[1., 2.], [3., 4.]])\n"
                        "p = torch.nn.Parameter(x)\nn = [1]\n"),
            "");
  EXPECT_EQ(cells().array("x").shape, (arrays::Shape{2, 2}));
  EXPECT_EQ(arrays::values_of<double>(cells().array("p")), (std::vector<double>{1, 2, 3, 4}));
  EXPECT_EQ(array_of(cells().find("n")), nullptr);
}

TEST_F(EmbeddedTorch, TheContextKnowsThePlaceInTheStream) {
  ASSERT_EQ(cells().run("torch.manual_seed(5)\nx = torch.rand(3)\n"), "");
  EXPECT_EQ(torch_of_cells().context.generator.state().seed, 5U);
  EXPECT_EQ(torch_of_cells().context.generator.state().position, 3U);
  random::Generator same(5);
  const auto expected = random::rand(same, {3});
  EXPECT_EQ(arrays::values_of<float>(cells().array("x")),
            std::vector<float>(expected->values().begin(), expected->values().end()));
}

TEST_F(EmbeddedTorch, TheFilesOfTheProgramShowTheirLines) {
  ASSERT_EQ(cells().run("spec = torch.nn.functional.__spec__\norigin = spec.origin\n"
                        "head = spec.loader.get_source('torch.nn.functional')[:8]\n"),
            "");
  EXPECT_EQ(characters(cells().find("origin")), "<normscope>/torch/nn/functional/__init__.py");
  EXPECT_EQ(characters(cells().find("head")), "# SPDX-L");
}

TEST_F(EmbeddedTorch, WhatIsMissingSaysSo) {
  const auto refusal = [&](const std::string& source) {
    const std::string said = cells().run(source);
    return said.substr(0, said.find(';'));
  };
  EXPECT_EQ(
      refusal("(torch.ones(1, requires_grad=True) * 2).backward(create_graph=True)"),
      "NotSupportedError: not supported: create_graph: gradients of gradients are not computed "
      "here");
  EXPECT_EQ(refusal("torch.save(1, 'x')"),
            "NotSupportedError: not supported: torch.save: cells write no files");
  EXPECT_EQ(refusal("torch.ones(1).storage()"),
            "NotSupportedError: not supported: torch.Tensor.storage: a tensor does not show its "
            "memory");
  EXPECT_EQ(cells().run("torch.lstm(1, 2)"),
            "NotSupportedError: not supported: torch.lstm: recurrent layers are modules here; use "
            "nn.LSTM, nn.GRU or nn.RNN, or run the cell in your own Python");
  EXPECT_EQ(refusal("torch.optim.lr_scheduler.OneCycleLR(1)"),
            "NotSupportedError: not supported: torch.optim.lr_scheduler.OneCycleLR: only the most "
            "common schedules are here");
  EXPECT_EQ(refusal("torch.tensor([1, 2j]).prod()"),
            "NotSupportedError: not supported: Tensor.prod of complex numbers: few operations have "
            "them here, those of rotary positions");
  EXPECT_EQ(refusal("torch.poisson(torch.ones(1))"),
            "NotSupportedError: not supported: torch.poisson: it is not here");
  EXPECT_EQ(refusal("class Own(torch.nn.Conv2d): pass"),
            "NotSupportedError: not supported: torch.nn.Conv2d: there are no convolutions here");
}

TEST_F(EmbeddedTorch, ExceptExceptionDoesNotHideWhatIsMissing) {
  const std::string said =
      cells().run("try:\n    torch.nn.Conv2d(3, 8, 3)\nexcept Exception:\n    pass\n");
  EXPECT_TRUE(said.starts_with("NotSupportedError: not supported: torch.nn.Conv2d")) << said;
}

// What, why, and what can be done: each sentence has all three.
TEST_F(EmbeddedTorch, EachRefusalSaysWhyAndWhatCanBeDone) {
  ASSERT_EQ(cells().run("x = torch.ones(2, 3)\nz = torch.view_as_complex(torch.ones(3, 2))\n"), "");
  for (const char* const use :
       {"torch.randn(2, dtype=torch.complex64)",
        "torch.matmul(z, z)",
        "torch.prod(z)",
        "z ** 2",
        "z @ z",
        "z.to(torch.float32)",
        "torch.as_strided(x, (1,), (1,))",
        "torch.cdist(torch.ones(26, 1), x)",
        "torch.linalg.matrix_norm(x, 'nuc')",
        "torch.nn.functional.pad(x, (1, 1), mode='reflect')",
        "torch.norm(x, 'nuc')",
        "torch.nn.Linear(1, 1).register_full_backward_hook(print)",
        "torch.nn.CTCLoss()",
        "torch.poisson(x)",
        "x.register_hook(print)",
        "torch.autograd.grad(x.requires_grad_().sum(), x, create_graph=True)",
        "torch.nn.functional.adaptive_avg_pool1d(x.requires_grad_(), 2).sum().backward()",
        "x.geometric_(0.5)",
        "torch.optim.LBFGS([x], 0.1)",
        "torch.linalg.svd(x)",
        "torch.eye(2, dtype=torch.complex64)"}) {
    const std::string said =
        cells().run(fmt::format("try:\n    {}\nexcept Exception:\n    pass\n", use));
    EXPECT_TRUE(said.starts_with("NotSupportedError: not supported: ")) << use << said;
    EXPECT_EQ(std::ranges::count(said, ';'), 1) << use << said;
    EXPECT_NE(said.find(": ", sizeof("NotSupportedError: not supported: ")), std::string::npos)
        << use << said;
  }
}

// The cell that imports everything comes first: its other lines run.
TEST_F(EmbeddedTorch, WhatIsMissingCanBeImported) {
  EXPECT_EQ(cells().run("from torch.optim.lr_scheduler import OneCycleLR\n"
                        "from torch.nn.utils import parametrizations\n"
                        "from torch.utils.tensorboard import SummaryWriter\n"),
            "");
  for (const char* const use : {"OneCycleLR(1, 2)", "parametrizations.spectral_norm(1)",
                                "SummaryWriter()", "torch.special.ndtr(torch.ones(1))"}) {
    EXPECT_TRUE(cells().run(use).starts_with("NotSupportedError: not supported: torch.")) << use;
  }
}

// What lectures on norms, softmax and attention do not use.
TEST_F(EmbeddedTorch, WhatIsRareIsForOnesOwnPython) {
  ASSERT_EQ(cells().run("F, x = torch.nn.functional, torch.ones(2, 4, 4)\n"
                        "from torch.distributions import multinomial\n"
                        "from torch.nn.utils.rnn import pack_padded_sequence\n"
                        "from torch.utils.data import ConcatDataset, WeightedRandomSampler\n"),
            "");
  for (const char* const use : {"torch.nn.MaxPool2d(2)",
                                "torch.nn.AvgPool1d(2)",
                                "torch.max_pool1d(x, 2)",
                                "F.avg_pool2d(x, 2)",
                                "F.interpolate(x, scale_factor=2)",
                                "torch.nn.Upsample(2)",
                                "F.pixel_shuffle(x, 2)",
                                "torch.pixel_shuffle(x, 2)",
                                "F.fold(x, 4, 2)",
                                "torch.nn.ReflectionPad1d(1)",
                                "F.pad(x, (1, 1), mode='circular')",
                                "torch.nn.LazyBatchNorm1d()",
                                "torch.nn.Dropout2d()",
                                "F.dropout1d(x)",
                                "torch.alpha_dropout(x, 0.5, True)",
                                "torch.nn.EmbeddingBag(2, 3)",
                                "torch.nn.Bilinear(1, 1, 1)",
                                "torch.nn.ParameterDict()",
                                "torch.nn.TripletMarginLoss()",
                                "F.soft_margin_loss(x, x)",
                                "F.cosine_embedding_loss(x, x, x)",
                                "torch.nn.RReLU()",
                                "F.hardshrink(x)",
                                "x.hardshrink()",
                                "torch.threshold(x, 0, 1)",
                                "torch.nn.utils.weight_norm(1)",
                                "torch.nn.utils.spectral_norm(1)",
                                "pack_padded_sequence(x, [4, 4])",
                                "ConcatDataset([])",
                                "WeightedRandomSampler([1.0], 1)",
                                "multinomial.Multinomial(10, torch.ones(2))",
                                "torch.distributions.Gumbel(0, 1)",
                                "torch.optim.lr_scheduler.CosineAnnealingWarmRestarts(1, 2)",
                                "torch.load('x.pt')",
                                "torch.save(1, 'x.pt')",
                                "torch.range(1, 4)",
                                "torch.rot90(x)",
                                "x.rot90()",
                                "torch.vander(x[0, 0])",
                                "torch.combinations(x[0, 0])",
                                "torch.fft.fft(x)",
                                "torch.block_diag(x[0])",
                                "torch.tensor_split(x, 2)",
                                "torch.hsplit(x, 2)",
                                "x.is_inference()",
                                "x.nanmedian()",
                                "x.nanquantile(0.5)",
                                "torch.nn.Conv2d(1, 2, 3)",
                                "torch.addmv(x[0, 0], x[0], x[0, 0])",
                                "x.masked_scatter(x > 0, x)",
                                "torch.acosh(x)",
                                "x.acosh_()",
                                "torch.arctanh(x)",
                                "torch.special.erfc(x)",
                                "torch.lgamma(x)",
                                "torch.special.sinc(x)",
                                "x.signbit()",
                                "torch.gcd(x.long(), x.long())",
                                "x.copysign(x)",
                                "torch.logaddexp2(x, x)",
                                "x.resize_(2)",
                                "x.put_(torch.tensor([0]), x)",
                                "x.scatter_reduce(0, x.long(), x, 'sum')"}) {
    const std::string said = cells().run(use);
    EXPECT_TRUE(said.starts_with("NotSupportedError: not supported: ")) << use << said;
    EXPECT_NE(said.find("your own Python"), std::string::npos) << use << said;
  }
}

TEST_F(EmbeddedTorch, SpecialHasFunctionsOfTorchByItsOwnNames) {
  EXPECT_EQ(cells().run("assert torch.special.expit is torch.sigmoid\n"
                        "assert torch.special.erf is torch.erf\n"
                        "assert all(hasattr(torch.special, n) for n in torch.special.__all__)\n"),
            "");
}

TEST_F(EmbeddedTorch, WhatIsMissingCanBeAskedFor) {
  EXPECT_EQ(
      cells().run("assert not isinstance(torch.nn.Linear(1, 1), torch.nn.Conv2d)\n"
                  "assert isinstance(torch.nn.Linear(1, 1), (torch.nn.Conv2d, torch.nn.Linear))\n"
                  "assert hasattr(torch, 'jit') and hasattr(torch, 'compile')\n"
                  "assert not hasattr(torch, '_repr_html_')\n"),
      "");
}

// As PyTorch 2.6 has it.
TEST_F(EmbeddedTorch, ChannelsMayLieLast) {
  EXPECT_EQ(
      cells().run("x = torch.arange(24.).reshape(2, 3, 2, 2)\n"
                  "last = torch.channels_last\n"
                  "c = x.to(memory_format=last)\n"
                  "assert torch.equal(c, x) and not c.is_contiguous()\n"
                  "for same in (c, c + 1, c.clone(), c.double(),\n"
                  "             x.contiguous(memory_format=last),\n"
                  "             x.clone(memory_format=last),\n"
                  "             x.to(torch.float64, memory_format=last),\n"
                  "             c.to(memory_format=torch.preserve_format)):\n"
                  "    assert same.stride() == (12, 1, 6, 3)\n"
                  "for rows in (c.contiguous(), c.to(memory_format=torch.contiguous_format)):\n"
                  "    assert rows.stride() == (12, 4, 2, 1)\n"
                  "assert c.is_contiguous(memory_format=last)\n"
                  "assert not x.is_contiguous(memory_format=last)\n"
                  "assert c.to(memory_format=last) is c\n"
                  "assert c.contiguous(memory_format=last) is c\n"
                  "one = torch.zeros(2, 1, 4, 5)\n"
                  "assert one.is_contiguous(memory_format=last)\n"
                  "assert one.to(memory_format=last).stride() == (20, 1, 5, 1)\n"
                  "assert one.contiguous(memory_format=last).stride() == (20, 20, 5, 1)\n"),
      "");
  EXPECT_NE(cells()
                .run("torch.zeros(2, 3).to(memory_format=last)\n")
                .find("required rank 4 tensor to use channels_last format"),
            std::string::npos);
}

// Half is computed in float32 and rounded once.
TEST_F(EmbeddedTorch, NativeNormsTakeHalf) {
  EXPECT_EQ(cells().run("x = torch.randn(2, 6).half()\n"
                        "wide = torch.nn.functional.layer_norm(x.float(), (6,)).half()\n"
                        "y, mean, rstd = torch.native_layer_norm(x, (6,), None, None, 1e-5)\n"
                        "assert torch.equal(y, wide) and y.dtype == torch.float16"),
            "");
}

TEST_F(EmbeddedTorch, WhatPyTorchIsMadeOfIsRefusedPastAnyHandler) {
  for (const char* const use : {"torch.ops.aten.native_layer_norm(1)", "torch._C._nn.gelu(1)",
                                "torch._softmax(torch.ones(2), 0, False)"}) {
    EXPECT_TRUE(cells()
                    .run(std::string("try:\n  ") + use + "\nexcept Exception:\n  pass\n")
                    .starts_with("NotSupportedError: not supported: torch."))
        << use;
  }
}

TEST_F(EmbeddedTorch, MemoryIsGivenBackWithTheTensors) {
  const auto used = [] { return torch_of_cells().context.budget->used(); };
  // What other tests left in cycles goes first.
  ASSERT_EQ(cells().run("import gc\ngc.collect()\n"), "");
  const std::int64_t before = used();
  ASSERT_EQ(cells().run("x = torch.ones(1000)\nx.grad = x\nx.me = x\n"), "");
  EXPECT_GT(used(), before);
  ASSERT_EQ(cells().run("del x\ngc.collect()\n"), "");
  EXPECT_EQ(used(), before);
}

// A chain that never ends must not keep all that it passed through.
TEST_F(EmbeddedTorch, LongLoopsKeepLittle) {
  const std::int64_t before = torch_of_cells().context.budget->used();
  ASSERT_EQ(cells().run("x = torch.zeros(1000)\nfor i in range(20000):\n    x = x + 1\n"), "");
  EXPECT_EQ(arrays::values_of<double>(cells().array("x"))[0], 20000.0);
  EXPECT_LT(torch_of_cells().context.budget->used() - before, std::int64_t{1} << 24);
}

}  // namespace
}  // namespace normscope::notebook::torch
