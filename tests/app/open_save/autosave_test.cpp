// SPDX-License-Identifier: MIT
// What is not saved is kept: whole, within a second, one file for a program; it is found again
// after a crash, and never while its program lives.
#include "app/open_save/autosave.hpp"

#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <csignal>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/document/edits.hpp"
#include "app/document/session/session.hpp"
#include "app/open_save/open_file.hpp"
#include "core/io/atomic_file.hpp"
#include "tests/support/support.hpp"
#include "tests/support/watched_opens.hpp"

namespace normscope::testing {
namespace {

namespace fs = std::filesystem;
using document::Document;
using open_save::Autosave;
using open_save::find_kept_sessions;
using open_save::KeptHeader;

constexpr std::chrono::milliseconds kSoon{1};

Document changed(float value) {
  return NORMSCOPE_VALUE_OR_FAIL(
             document::set_value(document::welcome_document(), document::Target::kInput, 0, value))
      .after;
}

KeptHeader some_header() {
  return {"s.json",
          "/somewhere/s.json",
          open_save::FileStamp{fs::file_time_type(fs::file_time_type::duration(-123456789)), 77},
          "/somewhere/lecture.ipynb",
          1764000000,
          "batch 2 x 5, \"LayerNorm\""};
}

std::vector<fs::path> names_in(const fs::path& folder) {
  std::vector<fs::path> names;
  std::error_code none;
  for (const auto& entry : fs::directory_iterator(folder, none)) {
    names.push_back(entry.path().filename());
  }
  std::ranges::sort(names);
  return names;
}

// Keeps a version in a process of its own, which is then killed.
void crash_with(const fs::path& folder, const Document& document) {
  std::array<int, 2> ends{};
  ASSERT_EQ(pipe(ends.data()), 0);
  const pid_t child = fork();
  if (child == 0) {
    Autosave autosave(
        folder, [] {}, kSoon);
    autosave.keep(some_header(), document);
    autosave.wait();
    if (write(ends[1], "k", 1) != 1) _exit(1);
    pause();
    _exit(0);
  }
  char told = 0;
  ASSERT_EQ(read(ends[0], &told, 1), 1);
  ASSERT_EQ(kill(child, SIGKILL), 0);
  ASSERT_EQ(waitpid(child, nullptr, 0), child);
  close(ends[0]);
  close(ends[1]);
}

TEST(KeptSession, HeaderAndSessionComeBack) {
  for (const KeptHeader& header : {some_header(), KeptHeader{.when = 5}}) {
    const std::string text = open_save::kept_text(header, "{\n}\n");
    EXPECT_EQ(NORMSCOPE_VALUE_OR_FAIL(open_save::kept_header(text)), header);
    EXPECT_EQ(open_save::session_below_header(text), "{\n}\n");
  }
  for (const char* const text :
       {"", "{}", "{}\n", "{\"normscope_kept\": 2, \"name\": \"\", \"when\": 1, \"holds\": \"\"}\n",
        "{\"normscope_kept\": 1, \"name\": 3, \"when\": 1, \"holds\": \"\"}\n", "no JSON\n"}) {
    EXPECT_FALSE(open_save::kept_header(text)) << text;
  }
}

TEST(Autosave, ACrashLeavesTheLatestVersion) {
  const TemporaryFolder folder;
  crash_with(folder.path(), changed(7));
  auto found = find_kept_sessions(folder.path());
  EXPECT_TRUE(found.faults.empty());
  ASSERT_EQ(found.sessions.size(), 1U);
  EXPECT_EQ(found.sessions[0].header, some_header());
  open_save::Probe probe{.place = {found.sessions[0].file}, .restores = true};
  const auto opened = NORMSCOPE_VALUE_OR_FAIL(open_save::try_to_open(probe).opened);
  EXPECT_EQ(opened.kind, open_save::FileKind::kKeptSession);
  EXPECT_EQ(opened.document, changed(7));
  EXPECT_EQ(opened.session, some_header().path);
  EXPECT_EQ(opened.kept, some_header());
  EXPECT_TRUE(find_kept_sessions(folder.path()).sessions.empty()) << "offered here already";
  found.sessions.clear();
  EXPECT_EQ(find_kept_sessions(folder.path()).sessions.size(), 1U) << "not now: later";
}

TEST(Autosave, NothingIsFoundWhileItsProgramLives) {
  const TemporaryFolder folder;
  Autosave autosave(
      folder.path(), [] {}, kSoon);
  autosave.keep(some_header(), changed(1));
  autosave.wait();
  EXPECT_TRUE(find_kept_sessions(folder.path()).sessions.empty());
  autosave.keep(some_header(), changed(2));
  autosave.wait();
  EXPECT_EQ(names_in(folder.path()).size(), 2U) << "one session and its lock";
  Autosave other(
      folder.path(), [] {}, kSoon);
  other.keep(some_header(), changed(3));
  other.wait();
  EXPECT_EQ(names_in(folder.path()).size(), 4U) << "each program has its own";
}

// The document is saved while a version of it is being written: nothing is offered later.
TEST(Autosave, WhatWasSavedWhileItWasWrittenIsDropped) {
  const TemporaryFolder folder;
  {
    Autosave autosave(
        folder.path(), [] {}, kSoon);
    std::atomic<bool> dropped = false;
    const WatchedOpens watched([&](std::string_view path) {
      const bool writes = path.starts_with(folder.path().string()) && !path.ends_with(".lock");
      if (writes && !dropped.exchange(true)) autosave.drop();
    });
    autosave.keep(some_header(), changed(1));
    autosave.wait();
    EXPECT_TRUE(dropped);
  }
  EXPECT_TRUE(find_kept_sessions(folder.path()).sessions.empty());
}

TEST(Autosave, WhatWasSavedIsDroppedAndLeavesNothing) {
  const TemporaryFolder folder;
  {
    Autosave autosave(
        folder.path(), [] {}, kSoon);
    autosave.drop();
    EXPECT_TRUE(names_in(folder.path()).empty());
    autosave.keep(some_header(), changed(1));
    autosave.wait();
    autosave.drop();
    EXPECT_TRUE(names_in(folder.path()).empty());
    autosave.keep(some_header(), changed(2));
    autosave.drop();  // before, while or after it is written
  }
  EXPECT_TRUE(names_in(folder.path()).empty());
}

TEST(Autosave, AnEndWritesWhatWaits) {
  const TemporaryFolder folder;
  {
    Autosave autosave(
        folder.path(), [] {}, std::chrono::hours(1));
    autosave.keep(some_header(), changed(1));
    autosave.keep(some_header(), changed(2));
  }
  const auto found = find_kept_sessions(folder.path());
  ASSERT_EQ(found.sessions.size(), 1U);
  EXPECT_EQ(NORMSCOPE_VALUE_OR_FAIL(open_save::open_file(found.sessions[0].file)).document,
            changed(2));
}

TEST(Autosave, GoesOnInTheFileOfARestoredSession) {
  const TemporaryFolder folder;
  crash_with(folder.path(), changed(7));
  auto found = find_kept_sessions(folder.path());
  ASSERT_EQ(found.sessions.size(), 1U);
  const fs::path file = found.sessions[0].file;
  {
    Autosave autosave(
        folder.path(), [] {}, kSoon);
    autosave.keep(some_header(), changed(1));
    autosave.wait();
    autosave.take_over(std::move(found.sessions[0]));
    EXPECT_EQ(names_in(folder.path()).size(), 2U) << "the own file is gone";
    EXPECT_EQ(NORMSCOPE_VALUE_OR_FAIL(open_save::open_file(file)).document, changed(7))
        << "kept at every moment";
    autosave.keep(some_header(), changed(8));
    autosave.wait();
    EXPECT_EQ(NORMSCOPE_VALUE_OR_FAIL(open_save::open_file(file)).document, changed(8));
    autosave.drop();
  }
  EXPECT_TRUE(names_in(folder.path()).empty());
}

// A version of the document before, which still waits, does not come into the restored one's file.
TEST(Autosave, WhatWaitedIsNotWrittenIntoARestoredSession) {
  const TemporaryFolder folder;
  crash_with(folder.path(), changed(7));
  auto found = find_kept_sessions(folder.path());
  ASSERT_EQ(found.sessions.size(), 1U);
  const fs::path file = found.sessions[0].file;
  {
    Autosave autosave(
        folder.path(), [] {}, std::chrono::hours(1));
    autosave.keep(some_header(), changed(1));
    autosave.take_over(std::move(found.sessions[0]));
  }  // its end writes what waits
  EXPECT_EQ(NORMSCOPE_VALUE_OR_FAIL(open_save::open_file(file)).document, changed(7));
}

TEST(Autosave, AFullDiskKeepsTheVersionBeforeAndIsToldOnce) {
  const TemporaryFolder folder;
  const TemporaryFolder told;
  const pid_t child = fork();
  if (child == 0) {
    io::turn_write_signals_into_errors();
    std::atomic<int> woken = 0;
    Autosave autosave(
        folder.path(), [&woken] { ++woken; }, kSoon);
    autosave.keep(some_header(), changed(1));
    autosave.wait();
    bool good = !autosave.take_failure();
    const rlimit limit{100, 1 << 30};
    good = good && setrlimit(RLIMIT_FSIZE, &limit) == 0;
    for (int i = 2; i < 5; ++i) {
      autosave.keep(some_header(), changed(static_cast<float>(i)));
      autosave.wait();
    }
    const auto failure = autosave.take_failure();
    good = good && failure && failure->find("largest size allowed") != std::string::npos;
    good = good && !autosave.take_failure() && woken == 1;
    _exit(good ? 0 : 1);  // without destructors: as in a crash
  }
  int status = 0;
  ASSERT_EQ(waitpid(child, &status, 0), child);
  EXPECT_EQ(WEXITSTATUS(status), 0);
  const auto found = find_kept_sessions(folder.path());
  ASSERT_EQ(found.sessions.size(), 1U);
  EXPECT_EQ(NORMSCOPE_VALUE_OR_FAIL(open_save::open_file(found.sessions[0].file)).document,
            changed(1));
}

TEST(Autosave, AFolderThatCannotBeMadeIsTold) {
  const TemporaryFolder folder;
  write_file(folder / "file", "");
  Autosave autosave(
      folder / "file" / "inside", [] {}, kSoon);
  autosave.keep(some_header(), changed(1));
  autosave.wait();
  EXPECT_TRUE(autosave.take_failure());
  autosave.drop();
}

TEST(KeptSessions, ADamagedOneIsSetAsideAndTold) {
  const TemporaryFolder folder;
  crash_with(folder.path(), changed(7));
  write_file(folder / "1-0.session", "half of a li");
  write_file(folder / "1-1.session", "{\"normscope_kept\": 1}\n{}");
  fs::create_directory(folder / "1-2.session");
  const auto found = find_kept_sessions(folder.path());
  EXPECT_EQ(found.sessions.size(), 1U);
  ASSERT_EQ(found.faults.size(), 2U);
  for (const std::string& fault : found.faults) {
    EXPECT_NE(fault.find("could not be read"), std::string::npos) << fault;
    EXPECT_NE(fault.find(".broken"), std::string::npos) << fault;
  }
  EXPECT_TRUE(fs::exists(folder / "1-0.broken"));
  EXPECT_FALSE(fs::exists(folder / "1-0.session"));
  EXPECT_TRUE(find_kept_sessions(folder.path()).faults.empty()) << "told once";
}

TEST(KeptSessions, AreBoundedAndTheNewestFirst) {
  const TemporaryFolder folder;
  for (std::size_t i = 0; i < open_save::kMostKept + 3; ++i) {
    const fs::path file = folder / ("1-" + std::to_string(i) + ".session");
    write_file(file, open_save::kept_text({.name = std::to_string(i)}, "{}"));
    fs::last_write_time(file, fs::file_time_type{} + std::chrono::hours(i));
  }
  const auto found = find_kept_sessions(folder.path());
  ASSERT_EQ(found.sessions.size(), open_save::kMostKept);
  EXPECT_EQ(found.sessions.front().header.name, std::to_string(open_save::kMostKept + 2));
  EXPECT_FALSE(fs::exists(folder / "1-0.session"));
  EXPECT_FALSE(fs::exists(folder / "1-2.session"));
  EXPECT_TRUE(fs::exists(folder / "1-3.session"));
}

TEST(KeptSessions, AreBoundedByTheirBytes) {
  const TemporaryFolder folder;
  for (int i = 0; i < 3; ++i) {
    const fs::path file = folder / ("1-" + std::to_string(i) + ".session");
    write_file(file, open_save::kept_text({.name = std::to_string(i)}, "{}"));
    // Without blocks on the disk.
    if (i == 1) fs::resize_file(file, open_save::kMostKeptBytes);
    fs::last_write_time(file, fs::file_time_type{} + std::chrono::hours(i));
  }
  const auto found = find_kept_sessions(folder.path());
  ASSERT_EQ(found.sessions.size(), 1U);
  EXPECT_EQ(found.sessions.front().header.name, "2");
  EXPECT_FALSE(fs::exists(folder / "1-0.session"));
}

// Its program saves it between the listing of the folder and the look at its lock.
TEST(KeptSessions, OneThatHasJustGoneIsNoFault) {
  const TemporaryFolder folder;
  write_file(folder / "1-0.session", open_save::kept_text({.name = "s"}, "{}"));
  const WatchedOpens watched([&](std::string_view path) {
    std::error_code none;
    if (path.ends_with(".lock")) fs::remove(folder / "1-0.session", none);
  });
  const auto found = find_kept_sessions(folder.path());
  EXPECT_TRUE(found.sessions.empty());
  EXPECT_TRUE(found.faults.empty());
}

}  // namespace
}  // namespace normscope::testing
