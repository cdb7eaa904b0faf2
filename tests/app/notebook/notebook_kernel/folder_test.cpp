// SPDX-License-Identifier: MIT
// The notebook's own folder, where a person has allowed it: read and nothing else, and nothing
// outside of it.
#include <gtest/gtest.h>

#include <filesystem>
#include <string>

#include "app/notebook/client/client.hpp"
#include "tests/support/support.hpp"

namespace normscope::notebook::client {
namespace {

namespace fs = std::filesystem;

struct Folder : public ::testing::Test {
  Folder() {
    testing::write_file(outer.path() / "secret.txt", "the secret");
    fs::create_directories(inner / "data");
    testing::write_file(inner / "data" / "numbers.csv", "1,2\n");
    testing::write_file(inner / "helper.py", "def twice(x):\n    return 2 * x\n");
    fs::create_symlink(outer.path() / "secret.txt", inner / "link.txt");
    fs::create_directory_symlink(outer.path(), inner / "way");
  }

  testing::TemporaryFolder outer{};
  fs::path inner = outer.path() / "notebooks";
};

TEST_F(Folder, IsReadWhereItIsAllowed) {
  KernelOptions options;
  options.readable = inner;
  Client client(options);
  EXPECT_EQ(client.run({"open('data/numbers.csv').read()", "cell 1"}).value, "'1,2\\n'");
  EXPECT_EQ(client.run({"from helper import twice; twice(21)", "cell 2"}).value, "42");
  EXPECT_EQ(client.run({"import os; sorted(os.listdir('.'))", "cell 3"}).value,
            "['data', 'helper.py', 'link.txt', 'way']");
}

// numpy.load reads a file by C, through a second number of it.
TEST_F(Folder, ArraysOfNumPyAreRead) {
  KernelOptions options;
  Client other(options);
  const Outcome outcome = other.run({"import numpy", "cell"});
  if (outcome.error && outcome.error->type == "ModuleNotFoundError") GTEST_SKIP() << "no NumPy";
  // Format 1.0, two numbers of int16.
  std::string header = "{'descr': '<i2', 'fortran_order': False, 'shape': (2,), }";
  header.resize(117, ' ');
  testing::write_file(inner / "two.npy", std::string("\x93NUMPY\x01\x00\x76\x00", 10) + header +
                                             std::string("\n\x05\x00\xff\xff", 5));
  options.readable = inner;
  Client client(options);
  const Outcome read = client.run({"import numpy; numpy.load('two.npy').tolist()", "cell 1"});
  EXPECT_EQ(read.value, "[5, -1]") << (read.error ? read.error->traceback : "");
}

TEST_F(Folder, NothingElseIs) {
  KernelOptions options;
  options.readable = inner;
  Client client(options);
  for (const char* const attempt :
       {"open('../secret.txt')", "open('link.txt')", "open('way/secret.txt')",
        "import os; os.listdir('..')", "import os; os.listdir('way')",
        "import os; os.chdir('..'); open('secret.txt')", "open('new.txt', 'w')",
        "open('helper.py', 'a')", "open('helper.py', 'r+')", "import os; os.remove('helper.py')",
        "import os; os.rename('helper.py', 'other.py')", "import os; os.mkdir('new')",
        "import os; os.rmdir('data')", "import os; os.truncate('helper.py', 0)",
        "import os; os.symlink('/etc/passwd', 'p')", "import os; os.link('helper.py', 'h')",
        "import os; os.rename('helper.py', os.environ['HOME'] + '/h.py')"}) {
    const Outcome outcome = client.run({attempt, "cell 1"});
    ASSERT_TRUE(outcome.error) << attempt;
    EXPECT_TRUE(outcome.error->type == "PermissionError" || outcome.error->type == "OSError")
        << attempt << ": " << outcome.error->traceback;
  }
  EXPECT_EQ(testing::read_file(inner / "helper.py"), "def twice(x):\n    return 2 * x\n");
  EXPECT_EQ(std::distance(fs::directory_iterator(inner), fs::directory_iterator()), 4);
}

TEST_F(Folder, IsClosedOtherwise) {
  Client client({});
  const std::string source = "open('" + (inner / "data/numbers.csv").string() + "')";
  EXPECT_EQ(client.run({source, "cell 1"}).error->type, "PermissionError");
}

// The folder is a way out for what is read, and for nothing else.
TEST_F(Folder, IsNamedOnlyWhereItHelps) {
  Client client({});
  const std::string data = (inner / "data").string();
  for (const std::string& read :
       {"open('" + data + "/numbers.csv')", std::string("open('numbers.csv', 'rb')")}) {
    const Outcome outcome = client.run({read, "cell 1"});
    ASSERT_TRUE(outcome.error) << read;
    EXPECT_TRUE(outcome.error->lacks_file) << outcome.error->traceback;
  }
  for (const std::string& other :
       {"open('" + data + "/new.csv', 'w')", "mode = 'ab'\nopen('" + data + "/new.csv', mode)",
        std::string("import subprocess\nsubprocess.run(['ls'])"), std::string("1 / 0")}) {
    const Outcome outcome = client.run({other, "cell 1"});
    ASSERT_TRUE(outcome.error) << other;
    EXPECT_FALSE(outcome.error->lacks_file) << outcome.error->traceback;
    const bool says_so = outcome.error->traceback.ends_with(
        "Cells start no other programs and keep no files: print() what is to be kept.\n");
    EXPECT_EQ(says_so, outcome.error->type == "PermissionError") << outcome.error->traceback;
  }
}

}  // namespace
}  // namespace normscope::notebook::client
