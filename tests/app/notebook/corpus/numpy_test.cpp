// SPDX-License-Identifier: MIT
// Scripts in the manner of lectures that use NumPy and plots, byte for byte as python3 prints them
// with PyTorch, NumPy and matplotlib (tests/oracle/notebook_numpy.py). Where this computer has no
// NumPy or no matplotlib, those that need it are passed over.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <string>
#include <vector>

#include "app/notebook/client/client.hpp"
#include "tests/support/support.hpp"

namespace normscope::notebook {
namespace {

namespace fs = std::filesystem;

TEST(Scripts, WithNumPyPrintWhatPythonPrints) {
  std::vector<fs::path> scripts;
  for (const auto& entry : fs::directory_iterator(testing::data_path("notebook_numpy"))) {
    if (entry.path().extension() == ".py") scripts.push_back(entry.path());
  }
  std::ranges::sort(scripts);
  ASSERT_GE(scripts.size(), 20U);
  const testing::TemporaryFolder fonts;
  std::string missing;
  for (const fs::path& script : scripts) {
    client::KernelOptions options;
    options.font_folder = fonts.path();
    client::Client client(options);
    const client::Outcome outcome = client.run(
        {testing::read_file(script), script.filename().string(), protocol::CellMode::kScript});
    if (outcome.error && outcome.error->type == "ModuleNotFoundError") {
      missing = outcome.error->message;
      continue;
    }
    fs::path out = script;
    out.replace_extension(".out");
    EXPECT_EQ(outcome.output, testing::read_file(out)) << script;
    EXPECT_FALSE(outcome.error) << script << outcome.error->traceback;
  }
  if (!missing.empty()) GTEST_SKIP() << missing;
}

}  // namespace
}  // namespace normscope::notebook
