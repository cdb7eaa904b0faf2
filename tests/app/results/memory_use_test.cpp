// SPDX-License-Identifier: MIT
// What a large batch costs in memory: its numbers once and its output once, whatever is made of
// them. An edit, the statistics and the steps copy nothing. Pages are counted, as the system counts
// them; a page that two tensors share counts once.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <fstream>
#include <string>

#include "app/results/evaluation.hpp"
#include "app/results/update.hpp"
#include "core/trace/operations.hpp"
#include "tests/support/support.hpp"

namespace normscope::results {
namespace {

using compute::Device;
using document::Document;

constexpr std::int64_t kRows = 4096;
constexpr std::int64_t kColumns = 4096;
constexpr std::int64_t kBatch = kRows * kColumns * 4;  // bytes

// What is neither batch nor output: statistics of the groups, threads, the samples; and what a
// sanitizer adds. Far below a copy of the batch, and above it by nothing that grows with it.
constexpr std::int64_t kBeside = kBatch / 4;

// The bytes of a line of a file of /proc, which gives them in kB; -1: there is no such line.
std::int64_t bytes_in(const char* file, const std::string& name) {
  std::ifstream lines(file);
  for (std::string line; std::getline(lines, line);) {
    if (line.starts_with(name)) return std::strtoll(line.c_str() + name.size(), nullptr, 10) * 1024;
  }
  return -1;
}

std::int64_t bytes_held() {
  return bytes_in("/proc/self/smaps_rollup", "Pss:");
}

// The most pages since the last call, shared ones as often as they are mapped.
std::int64_t peak_bytes() {
  const std::int64_t peak = bytes_in("/proc/self/status", "VmHWM:");
  std::ofstream("/proc/self/clear_refs") << 5;
  return peak;
}

// The thread sanitizer has some pages of its own for each of the program's.
bool counts_pages() {
#ifdef __SANITIZE_THREAD__
  return false;
#else
  return bytes_held() > 0 && peak_bytes() > 0;
#endif
}

Document large() {
  auto x = NORMSCOPE_VALUE_OR_FAIL(tensor::Tensor::unfilled({kRows, kColumns}));
  std::int64_t i = 0;
  for (float& value : x.values()) value = static_cast<float>(++i % 1009) - 500;
  return document::fitted(document::document_of("x", document::Typed{}, std::move(x)));
}

Evaluation exact(const Document& document) {
  const Evaluation coarse = evaluate(document, 1, compute::make_backends(), Device::kCpu, Watch{});
  auto all = refine(coarse, {});
  return all ? *std::move(all) : coarse;
}

TEST(Memory, AnEvaluationHoldsItsOutputBesideTheInput) {
  if (!counts_pages()) GTEST_SKIP() << "the system does not tell";
  const Document document = large();
  const std::int64_t before = bytes_held();
  const Evaluation evaluation = exact(document);
  ASSERT_FALSE(evaluation.before.sampled);
  EXPECT_LT(bytes_held() - before, kBatch + kBeside);
  EXPECT_GT(bytes_held() - before, kBatch / 2) << "the pages were counted";
}

// The first copy of each tensor moves its numbers to pages that can be shared: none is held twice.
TEST(Memory, EditsCopyTheirPagesOnly) {
  if (!counts_pages()) GTEST_SKIP() << "the system does not tell";
  Document document = large();
  Evaluation evaluation = exact(document);
  const std::int64_t before = bytes_held();
  std::vector<Evaluation> versions;
  for (std::int64_t edit = 0; edit < 4; ++edit) {
    auto& values = document.inputs.front().values;
    values = values.with(edit * 1'000'000 + 7, 3.5F);
    const auto& last = versions.empty() ? evaluation : versions.back();
    auto updated = update(last, document, 2, compute::make_backends(), Device::kCpu);
    ASSERT_TRUE(updated);
    EXPECT_FALSE(updated->before.sampled);
    EXPECT_TRUE(updated->result->y.values()[7] > 0.0F);
    versions.push_back(*std::move(updated));
  }
  EXPECT_LT(bytes_held() - before, kBeside);
}

TEST(Memory, StepsOfAnOnlineSoftmaxCopyNothing) {
  if (!counts_pages()) GTEST_SKIP() << "the system does not tell";
  const Document document = large();
  const auto x = document.inputs.front().values.values();
  for (const double temperature : {1.0, 2.0}) {
    ops::SoftmaxOptions options;
    options.algorithm = ops::SoftmaxAlgorithm::kOnline;
    options.temperature = temperature;
    (void)peak_bytes();
    const std::int64_t before = bytes_in("/proc/self/status", "VmRSS:");
    const auto trace = trace::trace_softmax(x, options);
    ASSERT_TRUE(trace.has_value()) << trace.error().sentence;
    EXPECT_LT(peak_bytes() - before, kBeside) << temperature;
  }
}

}  // namespace
}  // namespace normscope::results
