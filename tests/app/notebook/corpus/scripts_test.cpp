// SPDX-License-Identifier: MIT
// Scripts of tutorials in the confined kernel, byte for byte as Python and PyTorch print them. (All
// scripts are compared by tests/app/notebook/torch_module, without the kernel around Python.)
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <string>
#include <vector>

#include "app/notebook/client/client.hpp"
#include "tests/app/kernel_options.hpp"
#include "tests/support/notebook_goldens.hpp"
#include "tests/support/support.hpp"

namespace normscope::notebook {
namespace {

namespace fs = std::filesystem;

TEST(Scripts, OfTutorialsPrintInTheKernelWhatPythonPrints) {
  std::vector<fs::path> scripts;
  for (const auto& entry : fs::directory_iterator(testing::data_path("notebooks/tutorials"))) {
    if (entry.path().extension() == ".py") scripts.push_back(entry.path());
  }
  std::ranges::sort(scripts);
  ASSERT_GE(scripts.size(), 80U);
  for (const fs::path& script : scripts) {
    client::Client client(testing::kernel_options());
    const auto ready = client.start();
    ASSERT_TRUE(ready) << ready.error().sentence;
    const auto golden = [&](const char* extension) {
      const std::string name = "tutorials/" + script.stem().string() + extension;
      return testing::notebook_golden(name, ready->python);
    };
    const fs::path err = golden(".err");
    const client::Outcome outcome = client.run(
        {testing::read_file(script), script.filename().string(), protocol::CellMode::kScript});
    EXPECT_EQ(outcome.output, testing::read_file(golden(".out"))) << script;
    EXPECT_EQ(outcome.error ? outcome.error->traceback : "",
              fs::exists(err) ? testing::read_file(err) : "")
        << script;
  }
}

}  // namespace
}  // namespace normscope::notebook
