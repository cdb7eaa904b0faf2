// SPDX-License-Identifier: MIT
// Every script and every drawn program through the engine, compared byte for byte with what Python
// and PyTorch printed. A script that differs is listed with its first line that does; the only
// differences that pass are those of expected_differences.txt, each with its reason.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <map>
#include <sstream>
#include <string>
#include <vector>

#include "app/notebook/session/notebook.hpp"
#include "tests/support/support.hpp"

namespace normscope::notebook {
namespace {

namespace fs = std::filesystem;

struct Printed {
  std::string out;
  std::string err;  // empty: ended well
};

Printed run_script(const std::string& source, const std::string& name) {
  session::Notebook notebook(1);
  const runtime::Outcome outcome = notebook.run(source, name, runtime::CellMode::kScript);
  return {outcome.output, outcome.error ? outcome.error->traceback : ""};
}

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) lines.push_back(line);
  return lines;
}

// The first line in which two texts differ, as a sentence; empty when they are equal.
std::string difference(const std::string& wanted, const std::string& got) {
  if (wanted == got) return {};
  const auto a = lines_of(wanted);
  const auto b = lines_of(got);
  std::size_t at = 0;
  while (at < a.size() && at < b.size() && a[at] == b[at]) ++at;
  const auto line = [at](const auto& lines) {
    return at < lines.size() ? lines[at] : std::string("(nothing)");
  };
  return fmt::format("line {}: wanted '{}', got '{}'", at + 1, line(a), line(b));
}

std::string difference(const Printed& wanted, const Printed& got) {
  const std::string out = difference(wanted.out, got.out);
  const std::string err = difference(wanted.err, got.err);
  if (out.empty() && err.empty()) return {};
  if (!out.empty() && wanted.err.empty() && !got.err.empty()) {
    const auto lines = lines_of(got.err);
    return fmt::format("stdout {}; it ended in {}", out, lines.empty() ? "" : lines.back());
  }
  return out.empty() ? "stderr " + err : "stdout " + out;
}

// "NAME: reason" a line; names without a reason, and names that no longer differ, are faults.
std::map<std::string, std::string> expected_differences() {
  std::map<std::string, std::string> expected;
  const fs::path list = fs::path(__FILE__).parent_path() / "expected_differences.txt";
  for (const std::string& line : lines_of(testing::read_file(list))) {
    if (line.empty() || line[0] == '#') continue;
    const auto colon = line.find(": ");
    EXPECT_NE(colon, std::string::npos) << "no reason: " << line;
    expected[line.substr(0, colon)] = line.substr(colon + 2);
  }
  return expected;
}

struct Tally {
  int compared = 0;
  int equal = 0;
  std::vector<std::string> differing{};

  void add(const std::string& name, const std::string& found,
           const std::map<std::string, std::string>& expected) {
    ++compared;
    const bool known = expected.contains(name);
    if (found.empty()) {
      ++equal;
      if (known) differing.push_back(name + ": is equal, and expected to differ");
    } else if (!known) {
      differing.push_back(name + ": " + found);
    }
  }

  void report(const char* what) const {
    fmt::print("{}: {} compared, {} equal, {} differ\n", what, compared, equal, compared - equal);
    std::string list;
    for (const std::string& name : differing) list += name + "\n";
    EXPECT_TRUE(differing.empty()) << list;
  }
};

TEST(Corpus, EveryScriptPrintsWhatPythonPrints) {
  const fs::path folder = testing::data_path("notebooks");
  std::vector<fs::path> scripts;
  for (const auto& entry : fs::recursive_directory_iterator(folder)) {
    if (entry.path().extension() == ".py") scripts.push_back(entry.path());
  }
  std::ranges::sort(scripts);
  ASSERT_GE(scripts.size(), 300U);
  const auto expected = expected_differences();
  std::map<std::string, Tally> topics;
  Tally all;
  for (const fs::path& script : scripts) {
    fs::path out = script;
    fs::path err = script;
    out.replace_extension(".out");
    err.replace_extension(".err");
    const Printed wanted{testing::read_file(out),
                         fs::exists(err) ? testing::read_file(err) : std::string()};
    const Printed got = run_script(testing::read_file(script), script.filename().string());
    const std::string name = fs::relative(script, folder).string();
    const std::string found = difference(wanted, got);
    all.add(name, found, expected);
    topics[script.parent_path().filename().string()].add(name, found, expected);
  }
  for (const auto& [topic, tally] : topics) {
    fmt::print("  {}: {} of {}\n", topic, tally.equal, tally.compared);
  }
  all.report("scripts");
}

void compare_programs(const nlohmann::json& file, std::size_t least) {
  Tally tally;
  const auto& programs = file["programs"];
  ASSERT_GE(programs.size(), least);
  const auto expected = expected_differences();
  for (const auto& program : programs) {
    const Printed wanted{program["out"], program.value("err", "")};
    const Printed got = run_script(program["source"], "program.py");
    tally.add(fmt::format("program {}", program["number"].get<int>()), difference(wanted, got),
              expected);
  }
  tally.report("drawn programs");
}

TEST(Corpus, ASampleOfTheDrawnPrograms) {
  compare_programs(testing::read_json_data("notebook_programs/sample.json"), 200);
}

TEST(Corpus, AllDrawnPrograms) {
  const char* const folder = std::getenv("NORMSCOPE_ORACLE_DIR");
  if (folder == nullptr) GTEST_SKIP() << "NORMSCOPE_ORACLE_DIR is not set; ./dev oracle sets it";
  const std::string text = testing::read_file(fs::path(folder) / "notebook_programs" / "all.json");
  compare_programs(nlohmann::json::parse(text), 2000);
}

}  // namespace
}  // namespace normscope::notebook
