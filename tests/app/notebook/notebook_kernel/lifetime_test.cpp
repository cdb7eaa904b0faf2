// SPDX-License-Identifier: MIT
// A kernel ends with the app, however the app ends and whatever the kernel does meanwhile.
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <fstream>
#include <string>
#include <thread>

#include "app/notebook/client/client.hpp"
#include "app/notebook/client/private_folder.hpp"
#include "core/io/posix.hpp"
#include "core/text/numbers.hpp"
#include "tests/app/kernel_options.hpp"
#include "tests/support/support.hpp"

namespace normscope::notebook::client {
namespace {

constexpr int kSays = 9;  // the descriptor on which the app below says which process its kernel is

// Not a test: the next one starts this program once more to be an app that has run a cell.
TEST(KernelLifetime, DISABLED_AnApp) {
  Client client(testing::kernel_options());
  const Outcome outcome = client.run({"import os\nos.getpid()", "cell 1"});
  const std::string text = outcome.value.value_or("0") + "\n";
  ASSERT_GT(write(kSays, text.data(), text.size()), 0);
  while (true) pause();
}

// Whether a process runs; one that has ended and waits to be collected does not.
bool runs(std::int64_t id) {
  std::ifstream stat("/proc/" + std::to_string(id) + "/stat");
  std::string text;
  if (!std::getline(stat, text)) return false;
  return text.substr(text.rfind(')') + 2, 1) != "Z";
}

TEST(KernelLifetime, EndsWithTheAppEvenWhereItIsStopped) {
  std::array<int, 2> ends{};
  ASSERT_EQ(pipe(ends.data()), 0);
  const io::Descriptor hears(ends[0]);
  io::Descriptor says(ends[1]);
  const pid_t app = fork();
  ASSERT_GE(app, 0);
  if (app == 0) {
    dup2(says.number(), kSays);
    // NOLINTNEXTLINE(cppcoreguidelines-pro-type-vararg): the system has no shorter one
    execl("/proc/self/exe", "app", "--gtest_also_run_disabled_tests",
          "--gtest_filter=KernelLifetime.DISABLED_AnApp", nullptr);
    _exit(1);
  }
  says.close();
  std::string text;
  for (char c = 0; read(hears.number(), &c, 1) == 1 && c != '\n';) text += c;
  const auto kernel = text::parse_int(text);
  ASSERT_TRUE(kernel && *kernel > 0) << text;
  EXPECT_TRUE(runs(*kernel));
  ASSERT_EQ(kill(static_cast<pid_t>(*kernel), SIGSTOP), 0);
  ASSERT_EQ(kill(app, SIGKILL), 0);
  int status = 0;
  ASSERT_EQ(waitpid(app, &status, 0), app);
  const auto until = std::chrono::steady_clock::now() + std::chrono::minutes(1);
  while (runs(*kernel) && std::chrono::steady_clock::now() < until) {
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
  EXPECT_FALSE(runs(*kernel)) << "a minute after the app";
}

TEST(KernelLifetime, EndsWhereACellTakesTooMuchInAll) {
  const auto ended = [](std::string_view source) {
    Client client(testing::kernel_options());
    const Outcome outcome = client.run({source, "cell 1"});
    EXPECT_TRUE(outcome.kernel_ended) << source;
    return outcome.error ? outcome.error->message : std::string();
  };
  EXPECT_NE(ended("import threading\n"
                  "for _ in range(300): threading.Thread(target=threading.Event().wait).start()\n"
                  "threading.Event().wait()")
                .find("it had more than 256 threads"),
            std::string::npos);
  EXPECT_NE(ended("for i in range(10_001): open(f'{i}', 'w').close()\n"
                  "import threading; threading.Event().wait()")
                .find("it made more than 10000 files and folders"),
            std::string::npos);
  EXPECT_NE(ended("for i in range(3):\n"
                  "  with open(f'{i}', 'w') as f: f.seek(500 << 20), f.write('x')\n"
                  "import threading; threading.Event().wait()")
                .find("its files took more than 1"),
            std::string::npos);
}

TEST(KernelLifetime, BeginsWhateverTheEnvironmentCallsTheFolderOfTemporaryFiles) {
  const testing::TemporaryFolder folder;
  testing::write_file(folder / "file", "");
  const std::string file = (folder / "file").string();
  const char* const before = std::getenv("TMPDIR");
  const std::string kept = before == nullptr ? "" : before;
  for (const char* const named : {"", "relative", "/there/is/none", file.c_str()}) {
    setenv("TMPDIR", named, 1);
    EXPECT_EQ(temporary_folder(), "/tmp") << named;
  }
  setenv("TMPDIR", folder.path().c_str(), 1);
  EXPECT_EQ(temporary_folder(), folder.path());
  if (before == nullptr) {
    unsetenv("TMPDIR");
  } else {
    setenv("TMPDIR", kept.c_str(), 1);
  }
}

}  // namespace
}  // namespace normscope::notebook::client
