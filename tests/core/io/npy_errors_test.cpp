// SPDX-License-Identifier: MIT
// Every error of an .npy file, with its sentence.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <stdexcept>
#include <stop_token>
#include <system_error>
#include <vector>

#include "core/base/memory.hpp"
#include "core/io/npy.hpp"
#include "core/io/tensor_file.hpp"
#include "tests/core/io/io_support.hpp"

namespace normscope::io {
namespace {

using base::ErrorKind;

base::Expected<tensor::Tensor> read(std::string_view bytes) {
  return read_npy(ByteSource::of(bytes));
}

std::string file_of(int major, std::uint32_t length, std::string_view rest) {
  std::string file("\x93NUMPY");
  file += static_cast<char>(major);
  file += '\0';
  for (int byte = 0; byte < (major == 1 ? 2 : 4); ++byte) {
    file += static_cast<char>(length >> (8 * byte));
  }
  return file.append(rest);
}

std::string file_of(std::string_view dictionary, std::string_view data = {}) {
  return file_of(1, static_cast<std::uint32_t>(dictionary.size()),
                 std::string(dictionary) + std::string(data));
}

TEST(NpyErrors, FilesThatAreSomethingElse) {
  expect_error(read(""), ErrorKind::kMalformed, "it is empty");
  expect_error(read("hello, world"), ErrorKind::kMalformed,
               "it is not an .npy file: it begins with \"hello, w\"");
  expect_error(read("\x89PNG\r\n\x1a\n...."), ErrorKind::kMalformed, "\"?PNG????\"");
  expect_error(read("1,2\n3,4\n"), ErrorKind::kMalformed, "is not an .npy file");
  const auto goldens = testing::read_json_data("io/npy.json");
  const auto refused = [&](const std::string& name) {
    for (const auto& golden : goldens.at("refused")) {
      if (golden.at("name") == name) return read(from_hex(golden.at("file").get<std::string>()));
    }
    throw std::runtime_error("no golden " + name);
  };
  expect_error(refused("npz"), ErrorKind::kUnsupported, "zip archive");
  expect_error(refused("pickle"), ErrorKind::kUnsupported, "Python pickle, which is never loaded");
  expect_error(refused("object"), ErrorKind::kUnsupported,
               "holds Python objects, which are never loaded");
  expect_error(refused("complex"), ErrorKind::kUnsupported,
               "holds complex numbers (dtype \"<c16\")");
  expect_error(refused("text"), ErrorKind::kUnsupported, "holds text (dtype \"<U1\")");
  expect_error(refused("bytes"), ErrorKind::kUnsupported, "holds text (dtype \"|S1\")");
  expect_error(refused("structured"), ErrorKind::kUnsupported, "a structured dtype");
  expect_error(refused("raw"), ErrorKind::kUnsupported, "structured or raw data (dtype \"|V2\")");
  expect_error(refused("date"), ErrorKind::kUnsupported, "dates or times (dtype \"<M8[D]\")");
  expect_error(refused("time"), ErrorKind::kUnsupported, "dates or times (dtype \"<m8[s]\")");
  expect_error(refused("long double"), ErrorKind::kUnsupported, "long doubles (dtype \"<f16\")");
  EXPECT_EQ(goldens.at("refused").size(), 11U);
}

TEST(NpyErrors, VersionsAndLengths) {
  const std::string good = "{'descr': '<f4', 'fortran_order': False, 'shape': ()}";
  expect_error(read(file_of(4, 10, good)), ErrorKind::kUnsupported, "version 4.0 is unknown");
  expect_error(read(file_of(0, 10, good)), ErrorKind::kUnsupported, "version 0.0 is unknown");
  std::string minor = file_of(good, "1234");
  ASSERT_TRUE(read(minor).has_value());
  minor[7] = 1;
  expect_error(read(minor), ErrorKind::kUnsupported, "version 1.1 is unknown");
  expect_error(read(file_of(2, 0xffffffffU, good)), ErrorKind::kTooLarge,
               "claims 4294967295 bytes");
  expect_error(read(file_of(3, (1U << 20) + 1, good)), ErrorKind::kTooLarge, "claims 1048577");
  expect_error(read(file_of(2, 1U << 20, good)), ErrorKind::kMalformed, "ends within its .npy");
}

TEST(NpyErrors, EveryTruncation) {
  const std::string whole =
      file_of("{'descr': '<f4', 'fortran_order': False, 'shape': (2,)}", "12345678");
  ASSERT_TRUE(read(whole).has_value());
  for (std::size_t length = 1; length < whole.size() - 8; ++length) {
    expect_error(read(whole.substr(0, length)), ErrorKind::kMalformed,
                 "ends within its .npy header");
  }
  for (std::size_t missing = 1; missing <= 8; ++missing) {
    expect_error(read(whole.substr(0, whole.size() - missing)), ErrorKind::kMalformed,
                 "announces 8 bytes of data (shape (2), dtype <f4), but " +
                     std::to_string(8 - missing) + " follow");
  }
  expect_error(read(whole + "9"), ErrorKind::kMalformed, "but 9 follow");
}

TEST(NpyErrors, ShapesThatLie) {
  const auto shaped = [](std::string_view shape) {
    return read(file_of(
        "{'descr': '<f4', 'fortran_order': False, 'shape': " + std::string(shape) + "}", "1234"));
  };
  expect_error(shaped("(-1,)"), ErrorKind::kMalformed, "negative size -1");
  expect_error(shaped("(2.0,)"), ErrorKind::kMalformed, "size \"2.0\"");
  expect_error(shaped("(True,)"), ErrorKind::kMalformed, "size \"True\"");
  expect_error(shaped("('1',)"), ErrorKind::kMalformed, "size \"\"");
  expect_error(shaped("(99999999999999999999,)"), ErrorKind::kMalformed,
               "size \"99999999999999999999\"");
  expect_error(shaped("(4294967296, 4294967296)"), ErrorKind::kTooLarge, "more than");
  expect_error(shaped("(9223372036854775807, 3)"), ErrorKind::kTooLarge, "more than");
  // 2^62 elements of 4 bytes come out as 0 bytes when a product overflows.
  expect_error(shaped("(4611686018427387904,)"), ErrorKind::kTooLarge, "more than");
  // Larger than any memory, while the file has 4 bytes: refused before anything is allocated.
  expect_error(shaped("(1099511627776,)"), ErrorKind::kMalformed,
               "announces 4398046511104 bytes of data");
  expect_error(shaped("(1, 0, 9223372036854775807)"), ErrorKind::kTooLarge, "more than");
  expect_error(shaped("(1, 0, 1099511627776)"), ErrorKind::kMalformed, "0 bytes of data");
  expect_error(shaped("5"), ErrorKind::kMalformed, "not a tuple");
  expect_error(shaped("(1)"), ErrorKind::kMalformed, "the shape (1), expected the tuple (1,)");
  expect_error(shaped("[1]"), ErrorKind::kMalformed, "not a tuple");
  expect_error(shaped("(1 2)"), ErrorKind::kMalformed, "not a tuple");
  expect_error(shaped("(1,"), ErrorKind::kMalformed, "size \"\"");
  expect_error(shaped("(,)"), ErrorKind::kMalformed, "size \"\"");
  std::string deep = "(";
  for (int i = 0; i < 65; ++i) deep += "1,";
  expect_error(shaped(deep + ")"), ErrorKind::kTooLarge, "65 dimensions");
}

// A file with as much data as its header announces: twice the machine's memory.
TEST(NpyErrors, LargerThanMemory) {
  const std::uint64_t count = base::physical_memory() / sizeof(float) * 2;
  const std::string front = file_of("{'descr': '<f4', 'fortran_order': False, 'shape': (" +
                                    std::to_string(count) + ",)}");
  const testing::TemporaryFolder folder;
  testing::write_file(folder / "a.npy", front);
  std::error_code sparse;
  std::filesystem::resize_file(folder / "a.npy", front.size() + count * sizeof(float), sparse);
  if (sparse) GTEST_SKIP() << "no file of this length can be made here: " << sparse.message();
  expect_error(read_tensor(folder / "a.npy"), ErrorKind::kTooLarge, "this machine has");
  std::filesystem::rename(folder / "a.npy", folder / "a.csv");
  expect_error(read_tensor(folder / "a.csv"), ErrorKind::kTooLarge, "this machine has");
}

// The watch is called before each piece is read, in order; a stop ends the reading there.
TEST(NpyErrors, AReaderIsStopped) {
  const std::string file = file_of("{'descr': '<f8', 'fortran_order': False, 'shape': (3, 65536)}",
                                   std::string(std::size_t{3} * 65536 * 8, '\1'));
  std::vector<double> shares;
  std::stop_source stop;
  const auto note = [&](double share) {
    shares.push_back(share);
    if (shares.size() == 2) stop.request_stop();
  };
  const ReadWatch watch{stop.get_token(), note};
  expect_error(read_npy(ByteSource::of(file), watch), ErrorKind::kCancelled, "stopped");
  EXPECT_EQ(shares, (std::vector<double>{0, 1.0 / 3}));
}

TEST(NpyErrors, AFileThatIsCutShortWhileItIsRead) {
  const testing::TemporaryFolder folder;
  testing::write_file(folder / "a.npy",
                      file_of("{'descr': '<f4', 'fortran_order': False, 'shape': (100000,)}",
                              std::string(400000, '\1')));
  ReadWatch watch;
  watch.progress = [&](double) { std::filesystem::resize_file(folder / "a.npy", 200000); };
  expect_error(read_tensor(folder / "a.npy", watch), ErrorKind::kUnreadable,
               "became shorter while it was read");
}

TEST(NpyErrors, AHeaderIsCheckedWithoutTheNumbers) {
  const testing::TemporaryFolder folder;
  const std::string front = file_of("{'descr': '<f4', 'fortran_order': False, 'shape': (2, 3)}");
  const auto check = [&](std::size_t bytes) {
    const std::string file = front + std::string(bytes, '\1');
    return arrays_in(ByteSource::of(file), "a.npy");
  };
  EXPECT_TRUE(check(24).has_value());
  const auto short_of_one = check(23);
  ASSERT_FALSE(short_of_one.has_value());
  EXPECT_EQ(short_of_one.error().kind, ErrorKind::kMalformed);
  EXPECT_EQ(NORMSCOPE_VALUE_OR_FAIL(check(24))->entries.front().shape, (tensor::Shape{2, 3}));
  // A table is checked when it is read.
  EXPECT_FALSE(NORMSCOPE_VALUE_OR_FAIL(arrays_in(ByteSource::of("1,x\n"), "a.csv")).has_value());
}

TEST(NpyErrors, DictionariesThatAreNone) {
  const auto header = [](std::string_view text) { return read(file_of(text, "1234")); };
  const std::string order = "'fortran_order': False";
  const std::string descr = "'descr': '<f4'";
  const std::string shape = "'shape': (1,)";
  const std::string whole = fmt::format("{}, {}, {}", order, descr, shape);
  ASSERT_TRUE(header("{" + whole + "}").has_value());
  expect_error(header(""), ErrorKind::kMalformed, "does not begin with a Python dictionary");
  expect_error(header("[1, 2]"), ErrorKind::kMalformed, "does not begin with a Python dictionary");
  expect_error(header("{}"), ErrorKind::kMalformed, "lacks the key 'descr'");
  expect_error(header("{" + descr + "," + shape + "}"), ErrorKind::kMalformed,
               "lacks the key 'fortran_order'");
  expect_error(header("{" + descr + "," + order + "}"), ErrorKind::kMalformed,
               "lacks the key 'shape'");
  for (const auto& twice : {order, descr, shape}) {
    expect_error(header(fmt::format("{{{}, {}}}", whole, twice)), ErrorKind::kMalformed, "twice");
  }
  expect_error(header("{" + whole + ",'more': 1}"), ErrorKind::kMalformed, "has the key \"more\"");
  expect_error(header("{" + order + " " + descr + "}"), ErrorKind::kMalformed, "lacks a comma");
  expect_error(header("{" + order), ErrorKind::kMalformed, "lacks a comma or the closing brace");
  expect_error(header("{" + order + ","), ErrorKind::kMalformed, "a key that is not a string");
  expect_error(header("{'descr"), ErrorKind::kMalformed, "a key that is not a string");
  expect_error(header("{1: 2}"), ErrorKind::kMalformed, "a key that is not a string");
  expect_error(header("{'descr' '<f4'}"), ErrorKind::kMalformed, "lacks the colon");
  expect_error(header("{'descr': 4}"), ErrorKind::kMalformed, "'descr' that is not a string");
  expect_error(header("{'fortran_order': 0}"), ErrorKind::kMalformed, "expected True or False");
  expect_error(header("{" + whole + "} + {}"), ErrorKind::kMalformed,
               "goes on after its closing brace");
  for (const char* const dtype : {"", "<", "<f3", "f", "<f4x", "<float32", "<i16", "\\x3cf4"}) {
    expect_error(header("{'descr': '" + std::string(dtype) + "'}"), ErrorKind::kUnsupported,
                 "its dtype");
  }
}

}  // namespace
}  // namespace normscope::io
