// SPDX-License-Identifier: MIT
// Attempts to get out of the kernel (tests/data/notebook_escapes, one a file): each is refused or
// ended as its file says, the app goes on, and nothing outside has changed or is left behind.
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <filesystem>
#include <set>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "app/notebook/client/client.hpp"
#include "core/text/lines.hpp"
#include "tests/app/kernel_options.hpp"
#include "tests/support/support.hpp"

namespace normscope::notebook::client {
namespace {

namespace fs = std::filesystem;

constexpr const char* kSecret = "the secret is out";

// A server that nobody may reach.
class Server {
 public:
  explicit Server(const fs::path& folder)
      : tcp_(socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)),
        udp_(socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0)),
        named_(socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0)) {
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    socklen_t size = sizeof(address);
    auto* const any = reinterpret_cast<sockaddr*>(&address);  // NOLINT(*-reinterpret-cast)
    EXPECT_EQ(bind(tcp_.number(), any, size), 0);
    EXPECT_EQ(listen(tcp_.number(), 5), 0);
    EXPECT_EQ(getsockname(tcp_.number(), any, &size), 0);
    port_ = ntohs(address.sin_port);
    EXPECT_EQ(bind(udp_.number(), any, size), 0);
    sockaddr_un name{};
    name.sun_family = AF_UNIX;
    const std::string path = (folder / "socket").string();
    std::copy(path.begin(), path.end(), std::begin(name.sun_path));
    EXPECT_EQ(bind(named_.number(), reinterpret_cast<sockaddr*>(&name),  // NOLINT
                   sizeof(name)),
              0);
    EXPECT_EQ(listen(named_.number(), 5), 0);
  }

  int port() const { return port_; }
  bool was_reached() const {
    std::array<pollfd, 3> on{
        {{tcp_.number(), POLLIN, 0}, {udp_.number(), POLLIN, 0}, {named_.number(), POLLIN, 0}}};
    return poll(on.data(), on.size(), 0) != 0;
  }

 private:
  io::Descriptor tcp_;
  io::Descriptor udp_;
  io::Descriptor named_;
  int port_ = 0;
};

// What belongs to the person: a folder, and a description of all that is in it.
class Belongings {
 public:
  Belongings() {
    // Its owner alone may pass the path to it, so it lies in a folder that the kernel could see.
    testing::write_file(folder_ / "secret", kSecret);
    testing::write_file(folder_ / "harmful.py", "print('harm')\n");
    fs::create_directory(folder_ / "empty");
  }
  const fs::path& path() const { return folder_.path(); }
  std::string description() const {
    std::set<std::string> entries;
    for (const fs::directory_entry& entry : fs::directory_iterator(folder_.path())) {
      struct stat about {};
      EXPECT_EQ(lstat(entry.path().c_str(), &about), 0);
      entries.insert(fmt::format("{} {} {} {} {} {} {}", entry.path().filename().string(),
                                 about.st_mode, about.st_uid, about.st_size, about.st_nlink,
                                 about.st_mtim.tv_sec, about.st_mtim.tv_nsec));
    }
    std::string all = testing::read_file(folder_ / "secret");
    for (const std::string& entry : entries) all += "\n" + entry;
    return all;
  }

 private:
  testing::TemporaryFolder folder_;
};

struct Attempt {
  std::string name;
  std::string source;
  std::vector<std::string> expected;
};

std::vector<Attempt> attempts() {
  std::vector<Attempt> all;
  for (const fs::directory_entry& entry :
       fs::directory_iterator(testing::data_path("notebook_escapes"))) {
    if (entry.path().extension() != ".py") continue;
    Attempt attempt{entry.path().stem().string(), testing::read_file(entry.path()), {}};
    std::string_view rest = attempt.source;
    text::take_line(rest);
    constexpr std::string_view kExpected = "# expected: ";
    std::string_view line = text::take_line(rest);
    EXPECT_TRUE(line.starts_with(kExpected)) << attempt.name;
    line.remove_prefix(kExpected.size());
    while (!line.empty()) {
      const std::size_t end = std::min(line.find('|'), line.size());
      attempt.expected.emplace_back(line.substr(0, end));
      line.remove_prefix(std::min(end + 1, line.size()));
    }
    all.push_back(std::move(attempt));
  }
  std::ranges::sort(all, {}, &Attempt::name);
  return all;
}

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
constexpr bool kSanitizer = true;
#else
constexpr bool kSanitizer = false;
#endif

struct LeftOut {
  std::string_view name;
  std::string_view reason;
};

// Sanitizers reserve terabytes, so their kernel has no limit of address space: attempts that
// only this limit ends would take the memory of the whole computer.
constexpr std::array kNotUnderSanitizers = {
    LeftOut{"anonymous_memory", "maps 100 GiB"},
    LeftOut{"growing_list", "takes memory bit by bit, without an end"},
    LeftOut{"growing_text", "doubles a text without an end"},
    LeftOut{"many_bytes", "asks for a terabyte"},
    LeftOut{"many_elements", "asks for 75 GiB"},
    LeftOut{"threads", "only the limit of memory refuses a thread; the sanitizer ends the process"},
    LeftOut{"lock_memory", "the sanitizer answers mlockall itself, and does nothing"},
    LeftOut{"pipe", "the sanitizer makes pipes, so its kernel may"},
};

std::vector<Attempt> possible_attempts() {
  std::vector<Attempt> all = attempts();
  EXPECT_GE(all.size(), 80U);
  for (const LeftOut& left_out : kNotUnderSanitizers) {
    const auto found = std::ranges::find(all, left_out.name, &Attempt::name);
    EXPECT_NE(found, all.end()) << left_out.name;
    if (!kSanitizer || found == all.end()) continue;
    fmt::print("left out under sanitizers: {} ({})\n", left_out.name, left_out.reason);
    all.erase(found);
  }
  return all;
}

std::string came_to(const Outcome& outcome) {
  if (outcome.kernel_ended) return "ended";
  if (!outcome.error) {
    return outcome.output == "nothing reached\n" ? "nothing" : "no error: " + outcome.output;
  }
  return outcome.error->interrupted ? "interrupted" : outcome.error->type;
}

std::set<std::string> left_in_tmp() {
  std::set<std::string> names;
  for (const char* const folder : {"/tmp", "/dev/shm"}) {
    std::error_code failed;
    for (const fs::directory_entry& entry : fs::directory_iterator(folder, failed)) {
      const std::string name = entry.path().filename().string();
      if (name.starts_with("normscope-left")) names.insert(name);
    }
  }
  return names;
}

TEST(Escapes, AreRefusedOrEnded) {
  // Without confinement the attempts succeed: this system is left alone.
  if (testing::is_unconfined()) GTEST_SKIP() << "this system cannot confine cells";
  const Belongings belongings;
  const Server server(belongings.path());
  const std::string before = belongings.description();
  const std::string setup =
      fmt::format("SECRET = '{0}/secret'\nFOLDER = '{0}'\nPORT = {1}\nAPP = {2}\n",
                  belongings.path().string(), server.port(), getpid()) +
      testing::read_data("notebook_escapes/setup/calls.py");
  for (const Attempt& attempt : possible_attempts()) {
    SCOPED_TRACE(attempt.name);
    // Those that heed an interrupt have all the time that a busy machine needs.
    const bool heeds = std::ranges::find(attempt.expected, "interrupted") != attempt.expected.end();
    KernelOptions options = testing::kernel_options();
    options.heeds_within = std::chrono::milliseconds(heeds ? 10000 : 100);
    fs::path folder;
    {
      Client client(options);
      const Outcome prepared = client.run({setup + "\nos.getcwd()", "setup"});
      ASSERT_FALSE(prepared.error) << prepared.error->traceback;
      folder = prepared.value->substr(1, prepared.value->size() - 2);
      ASSERT_TRUE(fs::exists(folder));
      // Those that go on for ever say that they have begun, and are interrupted then.
      std::stop_source stop;
      const Outcome outcome = client.run({attempt.source, attempt.name}, stop.get_token(),
                                         [&](protocol::Stream, std::string_view text) {
                                           if (text.starts_with("begun")) stop.request_stop();
                                         });
      // What a lie has written may be found by the next question only.
      const auto next = client.variables();
      const std::string result = client.ended() ? "ended" : came_to(outcome);
      EXPECT_EQ(std::ranges::count(attempt.expected, result), 1)
          << result << "\n"
          << (outcome.error ? outcome.error->traceback.substr(0, 2000) : "");
      EXPECT_EQ(outcome.output.find(kSecret), std::string::npos);
      EXPECT_TRUE(next || client.ended());
      // The app goes on.
      client.restart();
      EXPECT_EQ(client.run({"1 + 1", "after"}).value, "2");
    }
    EXPECT_FALSE(fs::exists(folder));
    EXPECT_EQ(belongings.description(), before);
    EXPECT_FALSE(server.was_reached());
    EXPECT_EQ(left_in_tmp(), std::set<std::string>());
  }
}

}  // namespace
}  // namespace normscope::notebook::client
