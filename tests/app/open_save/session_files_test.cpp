// SPDX-License-Identifier: MIT
// A stranger's session names files: which of them are read without a question, and that none is a
// way to a pipe, a device or a sentence that quotes what a file holds.
#include "app/open_save/session_files.hpp"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "app/document/parameters.hpp"
#include "app/document/session/session.hpp"
#include "app/open_save/open_file.hpp"
#include "core/io/tensor_file.hpp"
#include "tests/support/support.hpp"
#include "tests/support/watched_opens.hpp"

namespace normscope::testing {
namespace {

namespace fs = std::filesystem;
using open_save::named_files;
using open_save::NamedFiles;

struct SessionFiles : public ::testing::Test {
  SessionFiles() {
    fs::create_directories(folder / "session/below");
    for (const char* const name : {"session/x.npy", "session/below/x.npy", "outside.npy"}) {
      EXPECT_TRUE(io::write_tensor(folder / name, make({2, 2}, {1, 2, 3, 7})));
    }
  }
  // The session of somebody else, with this path in it.
  open_save::Probe session_with(const std::string& path) const {
    document::Document made =
        NORMSCOPE_VALUE_OR_FAIL(open_save::open_file(folder / "session/x.npy")).document;
    std::get<document::File>(made.inputs[0].origin).path = path;
    EXPECT_TRUE(document::save_session(folder / "session/s.json", made));
    auto probe = NORMSCOPE_VALUE_OR_FAIL(open_save::probe(folder / "session/s.json"));
    EXPECT_TRUE(open_save::parse_session(probe));
    return probe;
  }
  // What is asked about; empty: nothing is.
  std::string asked(const std::string& path) const {
    const NamedFiles named = named_files(session_with(path));
    return named.outside.empty() ? "" : named.outside.front().path.string();
  }
  // The error of a session whose file a person has said yes to.
  std::string refusal(const fs::path& path) const {
    auto probe = session_with(path.string());
    const auto opened = open_save::open(probe, {}, {{path.string(), path.string()}});
    EXPECT_FALSE(opened);
    return opened ? "" : opened.error().sentence + " | " + opened.error().hint;
  }

  TemporaryFolder folder;
};

TEST_F(SessionFiles, BesideItAreReadWithoutAQuestion) {
  for (const std::string path : {"x.npy", "below/x.npy", "below/../x.npy", "./x.npy"}) {
    EXPECT_EQ(asked(path), "") << path;
    auto probe = session_with(path);
    EXPECT_TRUE(open_save::open(probe)) << path;
  }
  EXPECT_EQ(asked((folder / "session/below/x.npy").string()), "");
}

TEST_F(SessionFiles, OutsideOfItAreAskedAboutHoweverTheyAreSpelled) {
  const std::string outside = (folder / "outside.npy").string();
  EXPECT_EQ(asked(outside), outside);
  EXPECT_EQ(asked("../outside.npy"), outside);
  EXPECT_EQ(asked((folder / "session/../outside.npy").string()), outside);
  fs::create_symlink(folder / "outside.npy", folder / "session/link.npy");
  EXPECT_EQ(asked("link.npy"), (folder / "session/link.npy").string());
  fs::create_directory_symlink(folder.path(), folder / "session/way");
  EXPECT_EQ(asked("way/outside.npy"), (folder / "session/way/outside.npy").string());
  EXPECT_NE(asked("/etc/passwd"), "");
  EXPECT_NE(asked("/dev/zero"), "");
  auto probe = session_with(outside);
  const auto opened = open_save::open(probe);
  ASSERT_FALSE(opened) << "nobody said yes";
  EXPECT_NE(opened.error().sentence.find("not in its folder"), std::string::npos);
}

// A name that begins as the folder's is another folder.
TEST_F(SessionFiles, AFolderWithALongerNameIsOutside) {
  fs::create_directories(folder / "session2");
  fs::copy_file(folder / "outside.npy", folder / "session2/x.npy");
  EXPECT_EQ(asked("../session2/x.npy"), (folder / "session2/x.npy").string());
}

TEST_F(SessionFiles, WhatWasAgreedToIsNotAskedAboutAgain) {
  const std::string outside = (folder / "outside.npy").string();
  open_save::DigestList list(std::nullopt);
  list.add(open_save::path_digest(outside));
  auto probe = session_with(outside);
  probe.agreed = std::make_shared<const open_save::DigestList>(list);
  EXPECT_TRUE(named_files(probe).outside.empty());
  EXPECT_TRUE(open_save::open(probe));
}

// Also one that no reader knows yet.
TEST_F(SessionFiles, OfEveryPartAreSeen) {
  const auto parsed = NORMSCOPE_VALUE_OR_FAIL(document::parse_session(
      R"({"normscope_session": 2, "backward": {"origin": {"kind": "file", "path": "/a"}},
          "later": [{"deep": {"path": "/b"}}], "norm": {"gamma": {"file": {"path": "/c"}}}})"));
  std::vector<std::string> paths;
  for (const document::File& file : parsed.files) paths.push_back(file.path);
  EXPECT_EQ(paths, (std::vector<std::string>{"/a", "/b", "/c"}));
}

TEST_F(SessionFiles, RunningStatisticsAndTheGradientAreNamedToo) {
  document::Document made = document::welcome_document();
  made.backward.origin = document::File{"/data/dy"};
  for (const document::ParameterRow& row : document::kParameterRows) {
    (made.norm.*row.values).file = document::File{"/data/" + std::string(row.key)};
  }
  EXPECT_EQ(open_save::files_of(made),
            (std::vector<fs::path>{"/data/dy", "/data/gamma", "/data/beta", "/data/running_mean",
                                   "/data/running_var"}));
}

TEST_F(SessionFiles, NothingButAFileIsEverOpened) {
  const fs::path pipe = folder / "session/pipe";
  ASSERT_EQ(mkfifo(pipe.c_str(), 0600), 0);
  for (const fs::path& path :
       std::vector<fs::path>{pipe, "/dev/zero", "/dev/stdin", "/proc/self/mem", "/dev/tty"}) {
    std::vector<std::string> opened;
    auto probe = session_with(path.string());
    std::string refused;
    {
      const WatchedOpens watch([&](std::string_view one) { opened.emplace_back(one); });
      const auto read = open_save::open(probe, {}, {{path.string(), path.string()}});
      ASSERT_FALSE(read) << path;
      refused = read.error().sentence;
    }
    EXPECT_EQ(opened, std::vector<std::string>{}) << path;
    EXPECT_NE(refused.find("expected a file"), std::string::npos) << refused;
  }
}

TEST_F(SessionFiles, NoSentenceQuotesWhatTheyHold) {
  const std::string secret = "hunter2";
  for (const std::string text :
       {"hunter2\n", "root:hunter2:0\n1,2\n", "1,2\n3,hunter2\n", "a,b\n1,'hunter2'\n",
        "1,2\n3,\"hunter2\"\n", "\x93NUMPY\x01hunter2", "{\"hunter2\": [1]}", "hunter2=1\n2\n",
        "version https://git-lfs.github.com/spec/v1\noid sha256:hunter2\n", "1,2,3\nhunter2 2\n",
        "-----BEGIN hunter2-----\n", "1;2\n3;hunter2;4\n", "[[1, hunter2]]", "tensor([hunter2])",
        "# hunter2\nx\n"}) {
    write_file(folder / "secret", text);
    const std::string said = refusal(folder / "secret");
    EXPECT_EQ(said.find(secret), std::string::npos) << said;
    EXPECT_EQ(said.find("BEGIN"), std::string::npos) << said;
    EXPECT_EQ(said.find("root"), std::string::npos) << said;
  }
}

// The first line of a kept session names files, too. Only what this computer kept follows it.
TEST_F(SessionFiles, AStrangersKeptSessionChoosesNoFileToSaveTo) {
  const open_save::KeptHeader header{
      .name = "s.json", .path = folder / "outside.npy", .lesson = folder / "lesson.md"};
  write_file(folder / "session/kept.json",
             open_save::kept_text(header, document::to_session(document::welcome_document())));
  const auto opened = NORMSCOPE_VALUE_OR_FAIL(open_save::open_file(folder / "session/kept.json"));
  EXPECT_EQ(opened.document, document::welcome_document());
  EXPECT_FALSE(opened.session);
  EXPECT_FALSE(opened.kept);
  open_save::Probe own{.place = {folder / "session/kept.json"}, .restores = true};
  const auto attempt = open_save::try_to_open(own);
  ASSERT_TRUE(attempt.opened);
  EXPECT_EQ(attempt.opened->session, header.path);
}

}  // namespace
}  // namespace normscope::testing
