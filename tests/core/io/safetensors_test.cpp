// SPDX-License-Identifier: MIT
// .safetensors: what the header may say and what is refused, files that are mapped, and our own
// files.
#include "core/io/safetensors.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <rapidcheck/gtest.h>
#include <cmath>
#include <limits>

#include <array>
#include <bit>
#include <cstdint>
#include <fstream>

#include "core/io/tensor_file.hpp"
#include "core/tensor/buffer.hpp"
#include "core/tensor/file_guard.hpp"
#include "tests/core/io/io_support.hpp"

namespace normscope::io::safetensors_test {

using base::ErrorKind;
using tensor::Shape;
using tensor::Tensor;

std::string file_of(std::string_view header, std::string_view data = "") {
  std::string file;
  for (std::size_t i = 0; i < 8; ++i) {
    file += static_cast<char>((header.size() >> (8 * i)) & 0xff);
  }
  return file.append(header).append(data);
}

const std::string kTwo("\x00\x00\x80\x3f\x00\x00\x00\x40", 8);  // 1, 2 as F32

std::string entry(std::string_view name, std::string_view shape, int begin, int end,
                  std::string_view type = "F32") {
  return fmt::format(R"("{}":{{"dtype":"{}","shape":{},"data_offsets":[{},{}]}})", name, type,
                     shape, begin, end);
}

// ByteSource::of keeps no bytes: the file must live until it is read.
base::Expected<Tensor> read(const std::string& file, std::string_view name) {
  return safetensors_arrays(ByteSource::of(file)).and_then([&](const Arrays& arrays) {
    return read_array(arrays, name);
  });
}

TEST(Safetensors, ReadsByHand) {
  const std::string file = file_of("{" + entry("a", "[2]", 0, 8) + "}   ", kTwo);
  EXPECT_TRUE(is_safetensors(file));
  EXPECT_EQ(NORMSCOPE_VALUE_OR_FAIL(read(file, "a")), testing::make({2}, {1, 2}));
  EXPECT_EQ(NORMSCOPE_VALUE_OR_FAIL(read(file, "")), testing::make({2}, {1, 2}));
  const std::string scalars =
      file_of("{" + entry("b", "[]", 4, 8) + "," + entry("a", "[]", 0, 4) + "}", kTwo);
  EXPECT_EQ(NORMSCOPE_VALUE_OR_FAIL(read(scalars, "b")), testing::make({}, {2}));
  const auto entries = NORMSCOPE_VALUE_OR_FAIL(safetensors_arrays(ByteSource::of(scalars))).entries;
  ASSERT_EQ(entries.size(), 2U);
  EXPECT_EQ(entries[0].name, "a");  // by their places
}

TEST(Safetensors, HeadersThatAreRefused) {
  const auto refused = [](const std::string& header, std::string_view part) {
    const std::string file = file_of(header, kTwo);
    expect_error(safetensors_arrays(ByteSource::of(file)), ErrorKind::kMalformed, part);
  };
  refused("{", "no JSON");
  refused("[]", "no JSON object");
  refused("{" + entry("a", "[2]", 0, 8) + "," + entry("a", "[2]", 0, 8) + "}", "twice");
  refused(R"({"a":{"dtype":"F32","shape":[2]}})", "not described");
  refused(R"({"a":{"dtype":"F32","shape":[2],"data_offsets":[0,8],"x":0}})", "not described");
  refused(R"({"a":{"dtype":4,"shape":[2],"data_offsets":[0,8]}})", "not described");
  refused("{" + entry("a", "[-2]", 0, 8) + "}", "no list of sizes");
  refused("{" + entry("a", "[2.0]", 0, 8) + "}", "no list of sizes");
  refused("{" + entry("a", "2", 0, 8) + "}", "no list of sizes");
  refused("{" + entry("a", "[2]", 8, 0) + "}", "no range");
  refused("{" + entry("a", "[2]", -8, 0) + "}", "no range");
  refused("{" + entry("a", "[3]", 0, 8) + "}", "needs 12");
  refused("{" + entry("a", "[4]", 0, 16) + "}", "only 8 bytes");
  refused("{" + entry("a", "[1]", 0, 4) + "," + entry("b", "[2]", 0, 8) + "}", "overlaps");
  refused("{" + entry("a", "[2]", 0, 8) + "," + entry("b", "[1]", 4, 8) + "}", "overlaps");
  refused("{" + entry("a", "[1]", 4, 8) + "}", "4 bytes before \"a\"");
  refused("{" + entry("a", "[1]", 0, 4) + "}", "4 bytes at its end");
  refused("{}", "8 bytes at its end");
  refused(R"({"__metadata__":{"a":1},)" + entry("a", "[2]", 0, 8) + "}", "__metadata__");
  refused("{" + entry("a\xff", "[2]", 0, 8) + "}", "no JSON");
}

TEST(Safetensors, SizesBeyondEveryBoundAreRefused) {
  const auto error = [](const std::string& header) {
    const std::string file = file_of(header, kTwo);
    return safetensors_arrays(ByteSource::of(file));
  };
  expect_error(error("{" + entry("a", "[4294967296,4294967296]", 0, 0) + "}"), ErrorKind::kTooLarge,
               "");
  expect_error(error("{" + entry("a", "[9223372036854775807]", 0, 8) + "}"), ErrorKind::kTooLarge,
               "");
  expect_error(error("{" + entry("a", "[18446744073709551615]", 0, 8) + "}"), ErrorKind::kMalformed,
               "no list of sizes");
  const std::string claims("\xff\xff\xff\xff\xff\xff\xff\x7f{", 9);
  EXPECT_FALSE(is_safetensors(claims));
  expect_error(safetensors_arrays(ByteSource::of(claims)), ErrorKind::kTooLarge, "header claims");
  expect_error(safetensors_arrays(ByteSource::of(std::string_view("\x10\0\0\0\0\0\0\0{", 9))),
               ErrorKind::kMalformed, "ends within its header");
}

TEST(Safetensors, ATypeThatIsUnknownIsListedAndNotRead) {
  const std::string fits =
      file_of("{" + entry("a", "[1]", 0, 4) + "," + entry("b", "[4]", 4, 8, "F4") + "}", kTwo);
  const auto entries = NORMSCOPE_VALUE_OR_FAIL(safetensors_arrays(ByteSource::of(fits))).entries;
  ASSERT_EQ(entries.size(), 2U);
  EXPECT_EQ(entries[0].type, "float32");
  EXPECT_EQ(entries[1].type, "F4");
  EXPECT_NE(entries[1].problem.find("F4"), std::string::npos);
  expect_error(read(fits, "b"), ErrorKind::kUnsupported, "F4");
  EXPECT_TRUE(read(fits, "").has_value());  // the only one that can be read
}

// By the definitions of the two formats (OCP 8-bit floating point, 2022).
TEST(Safetensors, EightBitFloatsAreRead) {
  const auto one = [](const char* type, std::uint8_t bits) {
    const std::string file =
        file_of("{" + entry("a", "[1]", 0, 1, type) + "}", std::string(1, static_cast<char>(bits)));
    return NORMSCOPE_VALUE_OR_FAIL(read(file, "a")).values()[0];
  };
  EXPECT_EQ(one("F8_E4M3", 0x38), 1.0F);
  EXPECT_EQ(one("F8_E4M3", 0xC5), -3.25F);
  EXPECT_EQ(one("F8_E4M3", 0x7E), 448.0F);                // the largest
  EXPECT_EQ(one("F8_E4M3", 0x01), std::ldexp(1.0F, -9));  // the smallest
  EXPECT_EQ(one("F8_E4M3", 0x08), std::ldexp(1.0F, -6));  // the smallest normal one
  EXPECT_TRUE(std::isnan(one("F8_E4M3", 0x7F)) && std::isnan(one("F8_E4M3", 0xFF)));
  EXPECT_EQ(one("F8_E5M2", 0x3C), 1.0F);
  EXPECT_EQ(one("F8_E5M2", 0x7B), 57344.0F);
  EXPECT_EQ(one("F8_E5M2", 0x81), -std::ldexp(1.0F, -16));
  EXPECT_EQ(one("F8_E5M2", 0xFC), -std::numeric_limits<float>::infinity());
  EXPECT_TRUE(std::isnan(one("F8_E5M2", 0x7D)));
  const std::string file = file_of(
      "{" + entry("a", "[4]", 0, 4, "F8_E5M2") + "," + entry("b", "[4]", 4, 8, "F8_E4M3") + "}",
      kTwo);
  const auto entries = NORMSCOPE_VALUE_OR_FAIL(safetensors_arrays(ByteSource::of(file))).entries;
  ASSERT_EQ(entries.size(), 2U);
  EXPECT_EQ(entries[0].type, "float8_e5m2");
  EXPECT_EQ(entries[1].type, "float8_e4m3fn");
}

// A tensor as large as those that are mapped, behind one of `before` bytes.
std::filesystem::path large_file(const testing::TemporaryFolder& folder, std::size_t before,
                                 std::size_t count) {
  std::string data(before, '\0');
  for (std::size_t i = 0; i < count; ++i) {
    const auto value = std::bit_cast<std::array<char, sizeof(float)>>(static_cast<float>(i));
    data.append(value.data(), value.size());
  }
  const auto end = static_cast<int>(before + count * sizeof(float));
  const std::string header =
      "{" + entry("first", fmt::format("[{}]", before), 0, static_cast<int>(before), "U8") + "," +
      entry("x", fmt::format("[{}]", count), static_cast<int>(before), end) + "}";
  testing::write_file(folder / "x.safetensors",
                      file_of(header + std::string(8 - header.size() % 8, ' '), data));
  return folder / "x.safetensors";
}

constexpr std::size_t kMappedCount = tensor::Buffer::kSharedFrom / sizeof(float) + 5;

bool is_counted(const Tensor& tensor) {
  for (std::size_t i = 0; i < kMappedCount; ++i) {
    if (tensor.values()[i] != static_cast<float>(i)) return false;
  }
  return true;
}

// The mapped file that an address lies in; empty for memory of the program's own.
std::string file_at(const float* address) {
  std::ifstream maps("/proc/self/maps");
  const auto at = std::bit_cast<std::uintptr_t>(address);
  for (std::string line; std::getline(maps, line);) {
    const auto dash = line.find('-');
    const auto begin = std::stoull(line.substr(0, dash), nullptr, 16);
    const auto end = std::stoull(line.substr(dash + 1), nullptr, 16);
    if (at < begin || at >= end) continue;
    const auto path = line.find('/');
    return path == std::string::npos ? "" : line.substr(path);
  }
  return "";
}

TEST(Safetensors, ALargeTensorMayStayInItsFile) {
  tensor::guard_mapped_files();
  for (const std::size_t before : {std::size_t{0}, std::size_t{4100}, std::size_t{3}}) {
    const testing::TemporaryFolder folder;
    const auto path = large_file(folder, before, kMappedCount);
    const Tensor read = NORMSCOPE_VALUE_OR_FAIL(read_tensor({path, "x"}));
    EXPECT_EQ(file_at(read.values().data()), "");
    const Tensor left = NORMSCOPE_VALUE_OR_FAIL(read_tensor({path, "x"}, {.may_stay = true}));
    EXPECT_TRUE(is_counted(left)) << before;
    // Numbers that begin within a word are copied.
    EXPECT_EQ(file_at(left.values().data()), before == 3 ? "" : path.string());
    EXPECT_EQ(left, read);
  }
}

RC_GTEST_PROP(Safetensors, OurFilesReadBack, ()) {
  const auto count = *rc::gen::inRange<std::size_t>(0, 5);
  std::vector<Tensor> tensors;
  std::vector<std::string> names;
  for (std::size_t i = 0; i < count; ++i) {
    const auto rows = *rc::gen::inRange<std::int64_t>(0, 4);
    const auto columns = *rc::gen::inRange<std::int64_t>(0, 4);
    auto values = *rc::gen::container<std::vector<float>>(static_cast<std::size_t>(rows * columns),
                                                          rc::gen::arbitrary<float>());
    tensors.push_back(testing::make({rows, columns}, std::move(values)));
    names.push_back(fmt::format("\"ü\\{}", i));
  }
  std::vector<NamedTensor> named;
  for (std::size_t i = 0; i < count; ++i) named.push_back({names[i], &tensors[i]});
  const std::string file =
      *collect([&](const ByteSink& sink) { return write_safetensors(named, sink); });
  const auto arrays = safetensors_arrays(ByteSource::of(file));
  RC_ASSERT(arrays.has_value());
  RC_ASSERT(arrays->entries.size() == count);
  for (std::size_t i = 0; i < count; ++i) {
    const auto back = read(file, names[i]);
    RC_ASSERT(back.has_value());
    RC_ASSERT(back->shape() == tensors[i].shape());
    RC_ASSERT(bits_of(*back) == bits_of(tensors[i]));
  }
}

RC_GTEST_PROP(Safetensors, AnyChangeOfAByteIsReadOrRefused, ()) {
  const Tensor tensor = testing::make({2}, {1, 2});
  const NamedTensor named{"x", &tensor};
  std::string file = *collect([&](const ByteSink& sink) {
    return write_safetensors({&named, 1}, sink);
  });
  const auto at = *rc::gen::inRange<std::size_t>(0, file.size());
  file[at] = *rc::gen::arbitrary<char>();
  const auto back = read(file, "x");
  const bool answered = back ? back->size() == 2 : !back.error().sentence.empty();
  RC_ASSERT(answered);
}

TEST(Safetensors, NamesThatCannotBeWritten) {
  const Tensor tensor = testing::make({1}, {1});
  for (const char* const name : {"", "__metadata__", "\xff"}) {
    const NamedTensor named{name, &tensor};
    expect_error(collect([&](const ByteSink& sink) {
                   return write_safetensors({&named, 1}, sink);
                 }),
                 ErrorKind::kInvalidArgument, "cannot be the name");
  }
}

}  // namespace normscope::io::safetensors_test
