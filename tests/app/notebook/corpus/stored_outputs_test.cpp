// SPDX-License-Identifier: MIT
// Notebooks with stored outputs, checked in kernels: the verdict on each, on each of its cells,
// and the runs that explain what is stored.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "app/notebook/client/checking.hpp"
#include "tests/app/kernel_options.hpp"
#include "tests/support/support.hpp"

namespace normscope::notebook {
namespace {

TEST(Checks, EachNotebookGetsItsVerdict) {
  const nlohmann::json expected = testing::read_json_data("notebook_checks/expected.json");
  ASSERT_GE(expected["notebooks"].size(), 12U);
  for (const auto& [name, wanted] : expected["notebooks"].items()) {
    const auto file =
        ipynb::read_notebook_file(testing::data_path("notebook_checks/" + name + ".ipynb"));
    ASSERT_TRUE(file) << name << ": " << file.error().sentence;
    const auto found =
        check::check_notebook(*file, client::new_sessions(testing::kernel_options()));
    EXPECT_EQ(base::name_of(check::verdict_names(), found.verdict),
              wanted["verdict"].get<std::string>())
        << name;
    std::vector<std::string> cells;
    for (const check::CellCheck& cell : found.cells) {
      cells.emplace_back(base::name_of(check::agreement_names(), cell.agreement));
    }
    EXPECT_EQ(cells, wanted["cells"].get<std::vector<std::string>>()) << name;
    std::vector<int> runs;
    for (const std::size_t run : found.runs) runs.push_back(static_cast<int>(run) + 1);
    const auto wanted_runs =
        wanted["runs"].is_null() ? std::vector<int>() : wanted["runs"].get<std::vector<int>>();
    EXPECT_EQ(runs, wanted_runs) << name;
  }
}

}  // namespace
}  // namespace normscope::notebook
