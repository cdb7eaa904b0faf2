// SPDX-License-Identifier: MIT
// Which file becomes what on the stage.
#include "app/open_save/open_file.hpp"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <fstream>
#include <thread>

#include "app/document/session/session.hpp"
#include "core/io/posix.hpp"
#include "core/io/tensor_file.hpp"
#include "tests/support/failing_memory.hpp"
#include "tests/support/support.hpp"
#include "tests/support/watched_opens.hpp"

namespace normscope::testing {
namespace {

using open_save::FileKind;
using open_save::open_file;

TEST(OpenFile, AnArrayOrTableBecomesTheInput) {
  const TemporaryFolder folder;
  const auto values = make({2, 3}, {1, 2, 3, 4, 5, 6});
  for (const char* name : {"x.npy", "x.csv", "x.tsv"}) {
    ASSERT_TRUE(io::write_tensor(folder / name, values));
    const auto opened = NORMSCOPE_VALUE_OR_FAIL(open_file(folder / name));
    EXPECT_EQ(*opened.document.inputs.at(0).values.values(), values) << name;
    EXPECT_EQ(opened.document.inputs.at(0).name, "x");
    EXPECT_TRUE(std::holds_alternative<document::File>(opened.document.inputs.at(0).origin));
    EXPECT_FALSE(opened.session);
  }
}

// Beside what float32 makes of such numbers stands what they give in double.
TEST(OpenFile, NumbersThatFloatLosesAreShownInDoubleToo) {
  const TemporaryFolder folder;
  write_file(folder / "offset.csv", "1800000001,1800000002,1800000004,1800000008\n");
  const auto opened = NORMSCOPE_VALUE_OR_FAIL(open_file(folder / "offset.csv"));
  EXPECT_EQ(opened.lost,
            "float32 loses digits that matter: 1800000001 at [0, 0] becomes 1800000000");
  ASSERT_TRUE(opened.document.comparison);
  const auto* const beside = std::get_if<document::GivenOutput>(&opened.document.comparison->b);
  ASSERT_NE(beside, nullptr);
  EXPECT_NEAR(beside->values.at(0), -1.0257546, 1e-7);
  EXPECT_NEAR(beside->values.at(3), 1.5852571, 1e-7);
  write_file(folder / "near.csv", "1000.5,1000.25,1001\n");
  EXPECT_EQ(NORMSCOPE_VALUE_OR_FAIL(open_file(folder / "near.csv")).lost, "");
}

// What can be read only once is in the session itself.
TEST(OpenFile, NumbersOfAPipeAreKeptWithTheSession) {
  const TemporaryFolder folder;
  const auto pipe = folder / "pipe.csv";
  ASSERT_EQ(mkfifo(pipe.c_str(), 0600), 0);
  std::jthread writer([&pipe] { std::ofstream(pipe) << "1,2\n3,9\n"; });
  const auto opened = NORMSCOPE_VALUE_OR_FAIL(open_file(pipe));
  EXPECT_TRUE(std::holds_alternative<document::Typed>(opened.document.inputs.at(0).origin));
  std::filesystem::remove(pipe);
  const auto back = document::from_session(document::to_session(opened.document));
  EXPECT_EQ(NORMSCOPE_VALUE_OR_FAIL(back).inputs.at(0).values.at(3), 9);
}

// What can be read only once is recognized by what it holds, too, and nothing is saved into it.
TEST(OpenFile, ASessionOfAPipeHasNoFile) {
  const TemporaryFolder folder;
  const auto pipe = folder / "pipe";
  ASSERT_EQ(mkfifo(pipe.c_str(), 0600), 0);
  const std::string text = document::to_session(document::welcome_document());
  std::jthread writer([&] { std::ofstream(pipe) << text; });
  const auto opened = NORMSCOPE_VALUE_OR_FAIL(open_file(pipe));
  EXPECT_EQ(opened.kind, FileKind::kSession);
  EXPECT_EQ(opened.document, document::welcome_document());
  EXPECT_FALSE(opened.session);
}

// What a person sees of a long table ends with a whole line.
TEST(OpenFile, ATableIsAskedAboutByWholeLines) {
  const TemporaryFolder folder;
  std::string table;
  for (int line = 0; line < 20'000; ++line) table += "1,23\n";
  write_file(folder / "long.csv", table);
  auto probe = NORMSCOPE_VALUE_OR_FAIL(open_save::probe(folder / "long.csv"));
  EXPECT_EQ(NORMSCOPE_VALUE_OR_FAIL(open_save::way_to_open(probe, {})), open_save::Way::kAskTable);
  EXPECT_LT(probe.front.size(), table.size());
  EXPECT_TRUE(probe.front.ends_with("\n1,23"));
}

TEST(OpenFile, ATableIsNotedAsItWasDescribed) {
  const TemporaryFolder folder;
  write_file(folder / "x.csv", "1;2\n3;4\n");
  const auto table_of = [&](const open_save::Choice& choice) {
    auto probe = NORMSCOPE_VALUE_OR_FAIL(open_save::probe(folder / "x.csv"));
    const auto opened = NORMSCOPE_VALUE_OR_FAIL(open_save::open(probe, choice));
    return std::get<document::File>(opened.document.inputs.at(0).origin).table;
  };
  EXPECT_EQ(table_of({}), std::nullopt) << "nothing was said";
  const io::TableChoice semicolon{.separator = ';'};
  EXPECT_EQ(table_of(semicolon), semicolon);
}

TEST(OpenFile, AFileThatTheProgramWasStartedWithIsKnownByItsOwnName) {
  const TemporaryFolder folder;
  write_file(folder / "a.csv", "1,2\n");
  const io::Descriptor given = io::open_file(folder / "a.csv", O_RDONLY);
  const auto name = "/proc/self/fd/" + std::to_string(given.number());
  const auto opened = NORMSCOPE_VALUE_OR_FAIL(open_file(name));
  const auto& origin = std::get<document::File>(opened.document.inputs.at(0).origin);
  EXPECT_EQ(origin.path, (folder / "a.csv").string());
  std::filesystem::remove(folder / "a.csv");
  const auto gone = NORMSCOPE_VALUE_OR_FAIL(open_file(name));
  EXPECT_TRUE(std::holds_alternative<document::Typed>(gone.document.inputs.at(0).origin));
}

TEST(OpenFile, ParametersWithoutMemoryAreAnError) {
  const TemporaryFolder folder;
  constexpr std::int64_t kColumns = 1237;
  const auto values = NORMSCOPE_VALUE_OR_FAIL(tensor::Tensor::full({3, kColumns}, 1.0F));
  ASSERT_TRUE(io::write_tensor(folder / "x.npy", values));
  {
    constexpr std::size_t kGamma = kColumns * sizeof(float);
    // A block is a little larger than its numbers.
    const FailingMemory failing(kGamma, kGamma + 2 * tensor::Buffer::kAlignment);
    const auto opened = open_file(folder / "x.npy");
    ASSERT_FALSE(opened);
    EXPECT_EQ(opened.error().kind, base::ErrorKind::kTooLarge);
    EXPECT_EQ(opened.error().sentence, "there is no memory left for its parameters");
  }
  EXPECT_TRUE(open_file(folder / "x.npy"));
}

TEST(OpenFile, ASessionIsWhatItWas) {
  const TemporaryFolder folder;
  auto document = document::welcome_document();
  document.selection = {1, 3};
  ASSERT_TRUE(document::save_session(folder / "s.json", document));
  const auto opened = NORMSCOPE_VALUE_OR_FAIL(open_file(folder / "s.json"));
  EXPECT_EQ(opened.document, document);
  EXPECT_EQ(opened.session, folder / "s.json");
}

TEST(OpenFile, UpperCaseExtensionsAreTheSame) {
  const TemporaryFolder folder;
  const auto document = document::welcome_document();
  ASSERT_TRUE(document::save_session(folder / "S.JSON", document));
  EXPECT_EQ(NORMSCOPE_VALUE_OR_FAIL(open_file(folder / "S.JSON")).document, document);
}

TEST(OpenFile, FilesAreToldByTheirContent) {
  const TemporaryFolder folder;
  auto document = document::welcome_document();
  document.selection = {1, 3};
  for (const char* name : {"sess1", "sess.txt", "sess.npy", "sess.md"}) {
    ASSERT_TRUE(document::save_session(folder / name, document));
    const auto opened = NORMSCOPE_VALUE_OR_FAIL(open_file(folder / name));
    EXPECT_EQ(opened.kind, FileKind::kSession) << name;
    EXPECT_EQ(opened.document, document) << name;
    EXPECT_EQ(opened.session, folder / name);
  }
  const auto values = make({2, 3}, {1, 2, 3, 4, 5, 6});
  ASSERT_TRUE(io::write_tensor(folder / "x.npy", values));
  for (const char* name : {"renamed", "renamed.csv", "renamed.json", "renamed.py", "renamed.png"}) {
    std::filesystem::copy_file(folder / "x.npy", folder / name);
    const auto opened = NORMSCOPE_VALUE_OR_FAIL(open_file(folder / name));
    EXPECT_EQ(*opened.document.inputs.at(0).values.values(), values) << name;
    // Sessions read it again.
    const auto again = document::make_values(opened.document.inputs.at(0).origin, {2, 3});
    EXPECT_EQ(NORMSCOPE_VALUE_OR_FAIL(again), values) << name;
  }
  write_file(folder / "notebook",
             R"({"cells": [{"cell_type": "code", "execution_count": null, "metadata": {},
                 "outputs": [], "source": "1 + 1"}],
                 "metadata": {}, "nbformat": 4, "nbformat_minor": 5})");
  EXPECT_EQ(NORMSCOPE_VALUE_OR_FAIL(open_file(folder / "notebook")).kind, FileKind::kNotebook);
  write_file(folder / "script", "#!/usr/bin/env python3\nprint(1)\n");
  EXPECT_EQ(NORMSCOPE_VALUE_OR_FAIL(open_file(folder / "script")).kind, FileKind::kScript);
}

TEST(FileKind, IsToldByTheFirstBytesAndElseByTheName) {
  using enum FileKind;
  const auto kind = [](std::string_view front, const char* name = "file") {
    return open_save::file_kind(front, name);
  };
  EXPECT_EQ(kind("\x93NUMPY\x01", "x.json"), kNumbers);
  EXPECT_EQ(kind("PK\x03\x04", "x.md"), kNumbers);
  EXPECT_EQ(kind("\x89PNG\r\n\x1a\n", "x.csv"), kFigure);
  EXPECT_EQ(kind("%PDF-1.7", "x"), kFigure);
  EXPECT_EQ(kind("<?xml version=\"1.0\"?>\n<svg>", "x.txt"), kFigure);
  EXPECT_EQ(kind("\n<svg xmlns", "x.py"), kFigure);
  EXPECT_EQ(kind("+++\nid = \"a\"", "x.txt"), kLesson);
  EXPECT_EQ(kind("{ \"normscope_session\": 1", "x.ipynb"), kSession);
  EXPECT_EQ(kind("\xef\xbb\xbf{\n  \"nbformat\": 4", "x.json"), kNotebook);
  EXPECT_EQ(kind("{\"metadata\":", "x.json"), kNotebook);
  // A session whose keys were sorted, a script with a dictionary, a notebook that is none.
  EXPECT_EQ(kind("{\"input\": 0"), kSession);
  EXPECT_EQ(kind("{\"a\": 1}", "x.py"), kScript);
  EXPECT_EQ(kind("{\"a\": 1}", "x.ipynb"), kNotebook);
  EXPECT_EQ(kind("{1, 2}", "x.py"), kScript);
  EXPECT_EQ(kind("{", "x.json"), kSession);
  // Text that could be anything.
  EXPECT_EQ(kind("1,2\n"), kNumbers);
  EXPECT_EQ(kind("1,2\n", "x.csv"), kNumbers);
  EXPECT_EQ(kind("x = 1\n", "x.PY"), kScript);
  EXPECT_EQ(kind("# Title\n", "x.md"), kLesson);
  EXPECT_EQ(kind("", "x.svg"), kFigure);
  EXPECT_EQ(kind("", ""), kNumbers);
  // A number with a plus is no lesson, and a text that speaks of PDF no figure.
  EXPECT_EQ(kind("+1 +2\n"), kNumbers);
  EXPECT_EQ(kind("# %PDF-1.7 is how a PDF begins\n", "x.py"), kScript);
}

TEST(OpenFile, FilesThatMovedAreNamedAndReadAtTheirNewPlace) {
  const TemporaryFolder folder;
  ASSERT_TRUE(io::write_tensor(folder / "x.npy", make({2}, {1, 2})));
  const auto made = NORMSCOPE_VALUE_OR_FAIL(open_file(folder / "x.npy")).document;
  ASSERT_TRUE(document::save_session(folder / "s.json", made));
  std::filesystem::rename(folder / "x.npy", folder / "y.npy");
  auto session = NORMSCOPE_VALUE_OR_FAIL(open_save::probe(folder / "s.json"));
  const auto attempt = open_save::try_to_open(session);
  EXPECT_FALSE(attempt.opened);
  ASSERT_EQ(attempt.missing.size(), 1U);
  EXPECT_EQ(attempt.missing[0].path, folder / "x.npy");
  // What was parsed is used again, whatever became of the file.
  std::filesystem::remove(folder / "s.json");
  const auto found = open_save::try_to_open(
      session, {}, {{(folder / "x.npy").string(), (folder / "y.npy").string()}});
  EXPECT_EQ(NORMSCOPE_VALUE_OR_FAIL(found.opened).document.inputs[0].values, made.inputs[0].values);
  EXPECT_TRUE(found.missing.empty());
}

// As the command line opens it: what was read to recognize it is not read again.
TEST(OpenFile, AFileIsOpenedOnce) {
  const TemporaryFolder folder;
  const auto values = make({2, 3}, {1, 2, 3, 4, 5, 6});
  ASSERT_TRUE(io::write_tensor(folder / "x.npy", values));
  ASSERT_TRUE(io::write_tensor(folder / "x.csv", values));
  ASSERT_TRUE(io::write_tensor(folder / "x.safetensors", values));
  ASSERT_TRUE(document::save_session(folder / "s.json", document::welcome_document()));
  write_file(folder / "script.py", "print(1)\n");
  for (const char* name : {"x.npy", "x.csv", "x.safetensors", "s.json", "script.py"}) {
    int opens = 0;
    const WatchedOpens watched([&, path = (folder / name).string()](std::string_view opened) {
      opens += opened == path ? 1 : 0;
    });
    EXPECT_TRUE(open_file(folder / name)) << name;
    EXPECT_EQ(opens, 1) << name;
  }
}

TEST(OpenFile, WhatCannotBeOpenedIsASentence) {
  const TemporaryFolder folder;
  write_file(folder / "bad.json", "{");
  write_file(folder / "bad.md", "no front matter");
  ASSERT_TRUE(io::write_tensor(folder / "empty.npy", make({0, 3}, {})));
  for (const char* name : {"none.npy", "bad.json", "bad.md", "empty.npy"}) {
    const auto opened = open_file(folder / name);
    ASSERT_FALSE(opened) << name;
    EXPECT_FALSE(opened.error().sentence.empty());
  }
  EXPECT_NE(open_file(folder / "empty.npy").error().sentence.find("(0, 3)"), std::string::npos);
}

}  // namespace
}  // namespace normscope::testing
