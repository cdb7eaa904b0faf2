// SPDX-License-Identifier: MIT
// A python3 as a process: what it is given, what it reports, and every way in which it ends.
#include "app/verification/python.hpp"

#include <gtest/gtest.h>

#include <signal.h>
#include <unistd.h>

#include <array>
#include <cstdlib>

#include "tests/app/verification/fake_python.hpp"

namespace normscope::testing {
namespace {

using base::ErrorKind;
using verification::Python;
using verification::PythonTask;
using namespace std::chrono_literals;

class PythonProcess : public ::testing::Test {
 protected:
  PythonTask task(const std::filesystem::path& python) const {
    return {python, "print(1)\n", numbers_, {}, std::chrono::steady_clock::now() + 60s};
  }
  base::Expected<Python> start(std::string_view commands) const {
    return Python::start(task(fake_python(folder_, "python3", commands)));
  }

  TemporaryFolder folder_;
  std::array<float, 2> numbers_{1.5F, -2};
};

TEST_F(PythonProcess, GetsItsProgramTheNumbersAndAFolderWithoutModules) {
  auto python = NORMSCOPE_VALUE_OR_FAIL(
      start("echo \"$1\" >&3; cat >&3; cat <&4 >&3; pwd >&3; echo printed"));
  EXPECT_EQ(NORMSCOPE_VALUE_OR_FAIL(python.line()), "-");
  EXPECT_EQ(NORMSCOPE_VALUE_OR_FAIL(python.line()), "print(1)");
  std::array<char, 8> bytes{};
  ASSERT_TRUE(python.read(bytes));
  EXPECT_EQ(std::string(bytes.data(), bytes.size()), bytes_of(1.5F) + bytes_of(-2));
  EXPECT_EQ(NORMSCOPE_VALUE_OR_FAIL(python.line()), "/");
  const auto end = python.line();
  ASSERT_FALSE(end);
  EXPECT_EQ(end.error().sentence, "PyTorch ended before its report did");
}

TEST_F(PythonProcess, HasNoOtherDescriptorOfThisProcess) {
  auto python = NORMSCOPE_VALUE_OR_FAIL(start("(ls /proc/self/fd | tr '\\n' ' '; echo) >&3"));
  // 0 to 4, and the one with which ls reads the folder; 5 to 9 are the shell's own copies.
  const std::string numbers = NORMSCOPE_VALUE_OR_FAIL(python.line());
  EXPECT_TRUE(numbers.starts_with("0 1 2 3 4 ")) << numbers;
  EXPECT_EQ(numbers.find("16"), std::string::npos) << numbers;
}

TEST_F(PythonProcess, ItsLastWordsAreTheReason) {
  auto python = NORMSCOPE_VALUE_OR_FAIL(start(
      "echo 'Traceback (most recent call last):' >&2; echo 'RuntimeError: boom' >&2; exit 1"));
  const auto line = python.line();
  ASSERT_FALSE(line);
  EXPECT_EQ(line.error().kind, ErrorKind::kUnavailable);
  EXPECT_EQ(line.error().sentence, "PyTorch ended early: RuntimeError: boom");
}

TEST_F(PythonProcess, ManyWordsDoNotHoldItUp) {
  // More than a pipe holds.
  auto python = NORMSCOPE_VALUE_OR_FAIL(
      start("head -c 300000 /dev/zero | tr '\\0' 'w' >&2; echo done >&3; echo >&2; echo last >&2"));
  EXPECT_EQ(NORMSCOPE_VALUE_OR_FAIL(python.line()), "done");
  const auto line = python.line();
  ASSERT_FALSE(line);
  EXPECT_EQ(line.error().sentence, "PyTorch ended early: last");
}

TEST_F(PythonProcess, WithoutTorchItIsNotFound) {
  auto python = NORMSCOPE_VALUE_OR_FAIL(Python::start(task(python_without_torch(folder_))));
  const auto line = python.line();
  ASSERT_FALSE(line);
  EXPECT_EQ(line.error().kind, ErrorKind::kNotFound);
}

TEST_F(PythonProcess, AProgramThatIsNotThereDoesNotStart) {
  const auto python = Python::start(task(folder_ / "none"));
  ASSERT_FALSE(python);
  EXPECT_EQ(python.error().kind, ErrorKind::kUnavailable);
  EXPECT_EQ(python.error().sentence,
            (folder_ / "none").string() + " does not start: there is no such program");
}

TEST_F(PythonProcess, ALineWithoutAnEndIsRefused) {
  auto python = NORMSCOPE_VALUE_OR_FAIL(start("head -c 1000 /dev/zero >&3"));
  const auto line = python.line();
  ASSERT_FALSE(line);
  EXPECT_EQ(line.error().kind, ErrorKind::kMalformed);
}

TEST_F(PythonProcess, OneThatSaysNothingIsGivenUp) {
  PythonTask silent = task(fake_python(folder_, "python3", "sleep 600"));
  silent.until = std::chrono::steady_clock::now();
  auto python = NORMSCOPE_VALUE_OR_FAIL(Python::start(silent));
  const auto line = python.line();
  ASSERT_FALSE(line);
  EXPECT_EQ(line.error().sentence, "PyTorch did not answer in time");
}

TEST_F(PythonProcess, OneThatClosedItsReportIsGivenUpToo) {
  PythonTask silent = task(fake_python(folder_, "python3", "exec 3>&-; sleep 600"));
  std::stop_source stop;
  silent.stop = stop.get_token();
  auto python = NORMSCOPE_VALUE_OR_FAIL(Python::start(silent));
  stop.request_stop();
  const auto line = python.line();
  ASSERT_FALSE(line);
  EXPECT_EQ(line.error().kind, ErrorKind::kCancelled);
}

TEST_F(PythonProcess, IsEndedWithAllThatItStarted) {
  pid_t inner = 0;
  {
    auto python = NORMSCOPE_VALUE_OR_FAIL(start("sleep 600 & echo $! >&3; wait"));
    inner = static_cast<pid_t>(
        std::strtol(NORMSCOPE_VALUE_OR_FAIL(python.line()).c_str(), nullptr, 10));
    ASSERT_GT(inner, 0);
    ASSERT_EQ(kill(inner, 0), 0);
  }
  // The signal was sent; the system takes the process away a little later, or keeps it as a zombie
  // where nobody waits for it.
  const auto gone = [inner] {
    if (kill(inner, 0) != 0) return true;
    const std::string status = read_file("/proc/" + std::to_string(inner) + "/stat");
    return status.find(") Z ") != std::string::npos;
  };
  EXPECT_TRUE(eventually(gone)) << "the process that it started goes on";
}

// Sets a variable of the environment while it lives.
class WithVariable {
 public:
  WithVariable(const char* name, const std::string& value) : name_(name) {
    if (const char* before = std::getenv(name)) before_ = before;
    setenv(name, value.c_str(), 1);
  }
  WithVariable(const WithVariable&) = delete;
  WithVariable& operator=(const WithVariable&) = delete;
  ~WithVariable() { setenv(name_, before_.c_str(), 1); }

 private:
  const char* name_;
  std::string before_;
};

TEST_F(PythonProcess, IsLookedForOnPathAndThenWhereTheSystemHasIt) {
  const auto python = fake_python(folder_, "python3", "");
  const std::string folder = folder_.path().string();
  const WithVariable none("NORMSCOPE_PYTHON", "");
  const WithVariable path("PATH", ".:" + folder + "::/nowhere:" + folder);
  const auto found = verification::pythons();
  ASSERT_FALSE(found.empty());
  EXPECT_EQ(found.front(), python);
  for (std::size_t i = 1; i < found.size(); ++i) EXPECT_EQ(found[i], "/usr/bin/python3");
  EXPECT_LE(found.size(), 2U) << "each folder once, and no folder by a relative name";
}

TEST_F(PythonProcess, TheOneThatIsNamedIsTheOnlyOne) {
  const WithVariable named("NORMSCOPE_PYTHON", "/opt/own/python3");
  EXPECT_EQ(verification::pythons(), std::vector<std::filesystem::path>{"/opt/own/python3"});
}

}  // namespace
}  // namespace normscope::testing
