// SPDX-License-Identifier: MIT
// Short programs on arrays against PyTorch 2.6: element types, shapes, strides, every bit, the
// printed text, and the words of errors. The goldens are made by tests/oracle/notebook_arrays.py.
#include <gnu/libc-version.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>

#include "app/notebook/arrays/array.hpp"
#include "tests/app/notebook/arrays/machine.hpp"
#include "tests/support/support.hpp"

namespace normscope::notebook::arrays {
namespace {

std::string_view kind_text(ErrorKind kind) {
  switch (kind) {
    case ErrorKind::kIndex:
      return "IndexError";
    case ErrorKind::kType:
      return "TypeError";
    case ErrorKind::kValue:
      return "ValueError";
    default:
      return "RuntimeError";
  }
}

// What is composed in Python: goldens.py beside the tests of torch runs all programs.
constexpr auto kInPython = std::to_array<std::string_view>(
    {"argsort", "chunk",     "count_nonzero", "cross_entropy", "diag",      "dropout",
     "einsum",  "embedding", "flip",          "hardsigmoid",   "hardswish", "hardtanh",
     "hstack",  "isclose",   "logsigmoid",    "masked_select", "median",    "mse_loss",
     "outer",   "relu6",     "repeat",        "roll",          "softsign",  "tanhshrink",
     "tril",    "triu",      "vstack"});

bool is_in_python(const nlohmann::json& program) {
  return std::ranges::any_of(program["steps"], [](const nlohmann::json& step) {
    return std::ranges::find(kInPython, step[0].get<std::string>()) != kInPython.end();
  });
}

nlohmann::json result_of(const Context& context, const Array& x) {
  return {{"dtype", name_of(x.dtype)},
          {"shape", x.shape},
          {"strides", x.strides},
          {"bits", testing::digest(x)},
          {"text", to_text(context, x)}};
}

nlohmann::json outcome(const nlohmann::json& program) {
  testing::Machine machine(program["seed"]);
  for (const auto& step : program["steps"]) {
    if (const auto done = machine.run(step); !done) {
      return {{"kind", kind_text(done.error().kind)}, {"error", done.error().sentence}};
    }
  }
  nlohmann::json results = nlohmann::json::array();
  for (const Array& x : machine.stack()) results.push_back(result_of(machine.context(), x));
  return {{"results", results}};
}

// What a golden says of elements beyond the printed digits, and with another C library than the
// golden's the digits, too: its last bit may be one that is printed.
void leave_out_elements(nlohmann::json& result, bool same_c_library) {
  result.erase("bits");
  if (!same_c_library) result.erase("text");
}

// The script leaves out bits that show a compiler's choices; others hold for the C library that
// the golden names.
class Golden : public ::testing::TestWithParam<const char*> {};

TEST_P(Golden, EveryProgramGivesWhatPyTorchGives) {
  const auto golden =
      normscope::testing::read_json_data(std::string("notebook_arrays/") + GetParam() + ".json");
  ASSERT_GT(golden["cases"].size(), 100U);
  for (const auto& program : golden["cases"]) {
    if (is_in_python(program)) continue;
    nlohmann::json expected = program;
    expected.erase("seed");
    expected.erase("steps");
    expected.erase("by_c_library");
    nlohmann::json given = outcome(program);
    const bool known = !program.contains("by_c_library") ||
                       golden["c_library"] == std::string(gnu_get_libc_version());
    for (std::size_t i = 0; expected.contains("results") && i < expected["results"].size(); ++i) {
      if (known && expected["results"][i].contains("bits")) continue;
      leave_out_elements(expected["results"][i], known);
      if (given.contains("results")) leave_out_elements(given["results"][i], known);
    }
    EXPECT_EQ(given, expected) << program["steps"].dump();
  }
}

INSTANTIATE_TEST_SUITE_P(Arrays, Golden,
                         ::testing::Values("elementwise", "binary", "reductions", "shapes",
                                           "indexing", "printing"),
                         [](const auto& golden) { return std::string(golden.param); });

}  // namespace
}  // namespace normscope::notebook::arrays
