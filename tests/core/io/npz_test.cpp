// SPDX-License-Identifier: MIT
// .npz: archives written here byte by byte, and what is refused in them.
#include "core/io/npz.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <cstdint>
#include <optional>

#include "core/base/limits.hpp"
#include "core/io/npy.hpp"
#include "tests/core/io/io_support.hpp"
#include "tests/support/failing_memory.hpp"
#include "tests/support/zip.hpp"

namespace normscope::io::npz_test {

using base::ErrorKind;
using tensor::Tensor;
using testing::crc32_of;
using testing::kDeflated;
using testing::kStored;
using testing::put;
using testing::zeros;
using testing::zip_of;
using testing::ZipMember;

std::string npy_of(const Tensor& tensor) {
  return *collect([&](const ByteSink& sink) { return write_npy(tensor, sink); });
}

const Tensor& two() {
  static const Tensor tensor = testing::make({2}, {1, 2});
  return tensor;
}

base::Expected<Arrays> arrays_of_zip(ByteSource source) {
  return ZipFile::open(std::move(source)).and_then([](const auto& archive) {
    return npz_arrays(archive);
  });
}

base::Expected<Tensor> read(const std::string& file, std::string_view name = "") {
  return arrays_of_zip(ByteSource::of(file)).and_then([&](const Arrays& arrays) {
    return read_array(arrays, name);
  });
}

TEST(Npz, ReadsStoredMembers) {
  const std::string file = zip_of({{"a.npy", npy_of(two())},
                                   {"README", "not an array"},
                                   {"dir/b.npy", npy_of(testing::make({1, 1}, {3}))}});
  const auto entries = NORMSCOPE_VALUE_OR_FAIL(arrays_of_zip(ByteSource::of(file))).entries;
  ASSERT_EQ(entries.size(), 2U);
  EXPECT_EQ(entries[0].name, "a");
  EXPECT_EQ(entries[0].type, "float32");
  EXPECT_EQ(entries[1].name, "dir/b");
  EXPECT_EQ(entries[1].shape, (tensor::Shape{1, 1}));
  EXPECT_EQ(NORMSCOPE_VALUE_OR_FAIL(read(file, "a")), two());
  EXPECT_EQ(NORMSCOPE_VALUE_OR_FAIL(read(file, "dir/b")), testing::make({1, 1}, {3}));
}

TEST(Npz, AnArchiveWithoutArrays) {
  expect_error(read(zip_of({{"archive/data.pkl", "x"}})), ErrorKind::kUnsupported,
               "neither an .npz nor a PyTorch file");
  expect_error(read(zip_of({})), ErrorKind::kMalformed, "no arrays");
}

TEST(Npz, AMemberThatIsNoArrayIsListedWithItsReason) {
  const std::string file = zip_of({{"a.npy", npy_of(two())}, {"b.npy", "\x80\x04x"}});
  const auto entries = NORMSCOPE_VALUE_OR_FAIL(arrays_of_zip(ByteSource::of(file))).entries;
  ASSERT_EQ(entries.size(), 2U);
  EXPECT_EQ(entries[0].problem, "");
  EXPECT_NE(entries[1].problem.find("pickle"), std::string::npos);
  expect_error(read(file, "b"), ErrorKind::kUnsupported, "pickle");
}

TEST(Npz, DamageIsNoticed) {
  const std::string npy = npy_of(two());
  expect_error(read(zip_of({{"a.npy", npy, kStored, 0, std::nullopt, 1}})), ErrorKind::kMalformed,
               "checksum differs");
  expect_error(read(zip_of({{"a.npy", npy}, {"a.npy", npy}})), ErrorKind::kMalformed,
               "there twice");
  expect_error(read(zip_of({{"a.npy", "\xff\xff\xff", kDeflated, 0, 30}})), ErrorKind::kMalformed,
               "is damaged");
  std::string whole = zip_of({{"a.npy", npy}});
  for (std::size_t size = 4; size < whole.size(); size += 5) {
    EXPECT_FALSE(read(whole.substr(0, size)).has_value()) << size;
  }
}

TEST(Npz, WhatIsNotReadIsNamed) {
  const std::string npy = npy_of(two());
  expect_error(read(zip_of({{"a.npy", npy, 12}})), ErrorKind::kUnsupported, "packed by a method");
  expect_error(read(zip_of({{"a.npy", npy, kStored, 1}})), ErrorKind::kUnsupported, "encrypted");
}

// Thirty bytes that claim to be gigabytes: refused before memory is taken.
TEST(Npz, AMemberThatClaimsMoreThanItCanHold) {
  expect_error(read(zip_of({{"a.npy", std::string(30, '\0'), kDeflated, 0, 0xfffffff0U}})),
               ErrorKind::kMalformed, "cannot hold");
  const std::string npy = npy_of(two());
  expect_error(read(zip_of({{"a.npy", npy, kStored, 0, 4000}})), ErrorKind::kMalformed,
               "cannot hold");
  // The array's own header claims more than the member has.
  std::string header = npy_front({1 << 20, 1 << 10});
  expect_error(read(zip_of({{"a.npy", header + std::string(8, '\0')}})), ErrorKind::kMalformed,
               "but 8 follow");
}

// 16 MiB in 106 kB are what they are; the rest of these archives unpack to far more than they say.
TEST(Npz, ABombIsUnpackedOnlyAsFarAsItsHeaderSays) {
  constexpr std::size_t kRuns = 65024;
  constexpr std::int64_t kNumbers = (256 + 258 * kRuns) / 4;
  ZipMember whole = zeros("a.npy", kNumbers, kRuns);
  ASSERT_LT(whole.bytes.size(), 110'000U);
  whole.checksum = crc32_of(npy_front({kNumbers}) + std::string(4 * kNumbers, '\0'));
  EXPECT_EQ(NORMSCOPE_VALUE_OR_FAIL(read(zip_of({whole}))).size(), kNumbers);

  std::vector<ZipMember> many(100, zeros("", 8, kRuns));
  for (std::size_t i = 0; i < many.size(); ++i) many[i].name = std::to_string(i) + ".npy";
  const std::string file = zip_of(many);
  // 1.6 GiB, if all of it were unpacked.
  const testing::FailingMemory nothing_large(std::size_t{1} << 20, SIZE_MAX);
  EXPECT_EQ(NORMSCOPE_VALUE_OR_FAIL(arrays_of_zip(ByteSource::of(file))).entries.size(),
            many.size());
  expect_error(read(file, "7"), ErrorKind::kMalformed, "longer than the archive says");
}

// 268 MB of zeros in 1.7 MB: nothing is unpacked until somebody has agreed to it.
TEST(Npz, AnArrayThatSwellsIsAskedAbout) {
  constexpr std::size_t kRuns = 1'040'560;
  constexpr std::int64_t kNumbers = (256 + 258 * kRuns) / 4;
  const std::string file = zip_of({zeros("a.npy", kNumbers, kRuns)});
  const testing::FailingMemory nothing_large(std::size_t{4} << 20, SIZE_MAX);
  const auto arrays = NORMSCOPE_VALUE_OR_FAIL(arrays_of_zip(ByteSource::of(file)));
  ASSERT_TRUE(arrays.entries.at(0).swells);
  EXPECT_EQ(arrays.entries[0].swells->whole, 128 + 4 * static_cast<std::uint64_t>(kNumbers));
  expect_error(arrays.read(0, {}), ErrorKind::kTooLarge,
               "its array \"a\" has 1.7 MB in the file, and 268.5 MB when it is unpacked");
  // Unpacked to its end, where the checksum is.
  expect_error(arrays.read(0, {.may_swell = true}), ErrorKind::kMalformed, "checksum differs");
}

// Each header is as long as a header may be, nearly all of it blanks.
TEST(Npz, HeadersThatAreLargeTogetherAreRefused) {
  std::string front = npy_front({2});
  const std::size_t length = base::kMaxNpyHeaderBytes - 64;
  front[6] = 2;  // a version of the format whose length has four bytes
  const std::string header = front.substr(10, front.size() - 11);
  std::string bytes = front.substr(0, 8);
  put(bytes, 4, length);
  bytes += header + std::string(length - header.size() - 1, ' ') + "\n" + std::string(8, '\0');
  std::vector<ZipMember> many(70, ZipMember{"", bytes, kStored, 0, std::nullopt, crc32_of(bytes)});
  for (std::size_t i = 0; i < many.size(); ++i) many[i].name = std::to_string(i) + ".npy";
  expect_error(arrays_of_zip(ByteSource::of(zip_of(many))), ErrorKind::kTooLarge,
               "the headers of its arrays have more than 67108864 bytes");
}

RC_GTEST_PROP(Npz, AnyChangeOfAByteIsReadOrRefused, ()) {
  std::string file = zip_of({{"a.npy", npy_of(two())}});
  const auto at = *rc::gen::inRange<std::size_t>(0, file.size());
  file[at] = *rc::gen::arbitrary<char>();
  const auto back = read(file);
  const bool answered = back ? back->size() == 2 : !back.error().sentence.empty();
  RC_ASSERT(answered);
}

}  // namespace normscope::io::npz_test
