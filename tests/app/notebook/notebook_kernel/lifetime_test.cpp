// SPDX-License-Identifier: MIT
// A kernel ends with the app, however the app ends and whatever the kernel does meanwhile.
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <chrono>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <string>

#include "app/notebook/client/checking.hpp"
#include "app/notebook/client/client.hpp"
#include "app/notebook/client/private_folder.hpp"
#include "core/io/posix.hpp"
#include "core/text/numbers.hpp"
#include "tests/app/kernel_options.hpp"
#include "tests/support/support.hpp"
#include "tests/support/with_variable.hpp"

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
  EXPECT_TRUE(testing::eventually([&] { return !runs(*kernel); })) << "a minute after the app";
}

TEST(KernelLifetime, EndsWhereACellTakesTooMuchInAll) {
  if (testing::is_unconfined()) GTEST_SKIP() << "this system cannot confine cells";
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
  EXPECT_NE(ended("import os\nos.makedirs('a/' * 100)\n"
                  "import threading; threading.Event().wait()")
                .find("its folders were nested too deep"),
            std::string::npos);
  EXPECT_NE(
      ended("import os, signal\nos.kill(os.getpid(), signal.SIGSTOP)").find("it stopped itself"),
      std::string::npos);
}

TEST(KernelLifetime, EndsWhereAThreadTakesTooMuchAfterItsCell) {
  if (testing::is_unconfined()) GTEST_SKIP() << "this system cannot confine cells";
  Client client(testing::kernel_options());
  const Outcome outcome =
      client.run({"import threading\n"
                  "go_on = threading.Event()\n"
                  "def fill():\n"
                  "  go_on.wait(0.1)\n"
                  "  for i in range(3):\n"
                  "    with open(f'{i}', 'w') as f: f.seek(500 << 20), f.write('x')\n"
                  "threading.Thread(target=fill).start()",
                  "cell 1"});
  EXPECT_FALSE(outcome.error);
  const pid_t kernel = client.process();
  ASSERT_TRUE(testing::eventually([&] { return !runs(kernel); }));
  const Outcome next = client.run({"1", "cell 2"});
  ASSERT_TRUE(next.error);
  EXPECT_NE(next.error->message.find("its files took more than 1"), std::string::npos)
      << next.error->message;
}

TEST(KernelLifetime, ALimitOfTimeIsToldAsSuch) {
  Client client(testing::kernel_options());
  // As by `ulimit -t`: the kernel gives itself less.
  const Outcome outcome =
      client.run({"import signal, os\nos.kill(os.getpid(), signal.SIGXCPU)", "cell 1"});
  ASSERT_TRUE(outcome.error);
  EXPECT_NE(outcome.error->message.find("longer than this system lets a program"),
            std::string::npos)
      << outcome.error->message;
  // A check's own.
  for (const char* const source :
       {"while True: pass", "try:\n  while True: pass\nexcept KeyboardInterrupt: pass"}) {
    ipynb::NotebookCell cell;
    cell.source = source;
    const auto session = new_sessions(testing::kernel_options(), std::chrono::milliseconds(100))(0);
    EXPECT_EQ(session(cell).error,
              "TimeLimit: it ran for more than 0.1 s, the limit of a check (--timeout)")
        << source;
  }
}

TEST(KernelLifetime, ALimitOfComputingLeavesOutWhatOthersCompute) {
  Client client(testing::kernel_options());
  Cell cell{"import time\nbegun = time.process_time()\nwhile True: pass", "cell 1"};
  cell.at_most = std::chrono::milliseconds(200);
  cell.counts_computing = true;
  EXPECT_TRUE(client.run(cell).took_too_long);
  const auto computed = client.run({"time.process_time() - begun >= 0.19", "cell 2"});
  EXPECT_EQ(computed.value, "True");
  // What waits longer than the limit has not computed so long; what waits for ever ends as well.
  cell.source = "time.sleep(0.4); 'slept'";
  EXPECT_EQ(client.run(cell).value, "'slept'");
  cell.source = "while True: time.sleep(0.01)";
  EXPECT_TRUE(client.run(cell).took_too_long);
}

TEST(KernelLifetime, BeginsWhateverTheEnvironmentCallsTheFolderOfTemporaryFiles) {
  const testing::TemporaryFolder folder;
  testing::write_file(folder / "file", "");
  const std::string file = (folder / "file").string();
  for (const char* const named : {"", "relative", "/there/is/none", file.c_str()}) {
    const testing::WithVariable variable("TMPDIR", named);
    EXPECT_EQ(temporary_folder(), "/tmp") << named;
  }
  const testing::WithVariable variable("TMPDIR", folder.path().string());
  EXPECT_EQ(temporary_folder(), folder.path());
  // Where a kernel's folder vanishes, its cells go on without it.
  Client client(testing::kernel_options());
  EXPECT_EQ(client.run({"1", "cell 1"}).value, "1");
  std::filesystem::remove_all(folder.path());
  EXPECT_EQ(client.run({"2", "cell 2"}).value, "2");
  EXPECT_EQ(temporary_folder(), "/tmp");
  client.restart();
  EXPECT_EQ(client.run({"3", "cell 3"}).value, "3");
}

}  // namespace
}  // namespace normscope::notebook::client
