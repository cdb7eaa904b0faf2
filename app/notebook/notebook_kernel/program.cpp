// SPDX-License-Identifier: MIT
#include "app/notebook/notebook_kernel/program.hpp"

#include <unistd.h>

#include <atomic>
#include <charconv>
#include <cstdint>
#include <cstdio>
#include <optional>
#include <string>
#include <string_view>

#include "app/notebook/embedded_python/start.hpp"
#include "app/notebook/notebook_kernel/confinement.hpp"
#include "app/notebook/notebook_kernel/host.hpp"
#include "app/notebook/notebook_kernel/own_python.hpp"

namespace normscope::notebook::kernel {
namespace {

struct CommandLine {
  ConfinementPlan plan;
  std::uint64_t seed = 0;
  std::filesystem::path python{};     // of the person's own; empty: the built-in one
  std::filesystem::path user_base{};  // where it has packages of the person's
};

template <class Number>
bool read_number(std::string_view text, Number& number) {
  const char* const end = text.data() + text.size();
  const auto [rest, error] = std::from_chars(text.data(), end, number);
  return error == std::errc() && rest == end;
}

std::optional<CommandLine> read_command_line(int argc, const char* const* argv) {
  CommandLine line;
  if (argc < 4 || !read_number(argv[1], line.plan.socket) || !read_number(argv[3], line.seed)) {
    return std::nullopt;
  }
  line.plan.folder = argv[2];
  line.plan.app = getppid();
  for (int at = 4; at < argc; ++at) {
    const std::string_view word(argv[at]);
    if (word == "--trust") {
      line.plan.trusted = true;
    } else if (word == "--read" && at + 1 < argc) {
      line.plan.begins_in = argv[++at];
      line.plan.readable.push_back(line.plan.begins_in);
    } else if (word == "--python" && at + 1 < argc) {
      line.python = argv[++at];
    } else if (word == "--user-base" && at + 1 < argc) {
      line.user_base = argv[++at];
    } else if (word == "--place" && at + 1 < argc) {
      line.plan.readable.emplace_back(argv[++at]);
    } else {
      return std::nullopt;
    }
  }
  if (line.python.empty()) {
    const auto places = python::readable_places();
    line.plan.readable.insert(line.plan.readable.end(), places.begin(), places.end());
  }
  return line;
}

int refuse(int socket, const base::Error& error, bool confinement = false) {
  const protocol::Reply reply = protocol::Refused{error.sentence, confinement};
  [[maybe_unused]] const auto sent = protocol::send_frame(socket, to_json(reply));
  return 1;
}

// Confines this process, which then becomes the person's own Python. Returns why it did not.
int run_own_python(CommandLine& line) {
  ConfinementPlan& plan = line.plan;
  auto files = executed_files(line.python);
  if (!files) return refuse(plan.socket, files.error());
  plan.executable = *std::move(files);
  if (const auto left = leave_the_app(plan); !left) return refuse(plan.socket, left.error());
  if (const auto open = open_python_files(); !open) return refuse(plan.socket, open.error());
  const auto held = confine(plan);
  if (!held) return refuse(plan.socket, held.error(), true);
  return refuse(plan.socket,
                become({line.python, line.user_base, plan.folder, plan.socket, line.seed}, *held));
}

}  // namespace

int run_program(int argc, const char* const* argv, const Modules& modules) {
  auto line = read_command_line(argc, argv);
  if (!line) {
    std::fputs("normscope-kernel: runs the cells of normscope, which starts it\n", stderr);
    return 2;
  }
  if (!line->python.empty()) return run_own_python(*line);
  const int socket = line->plan.socket;
  if (const auto left = leave_the_app(line->plan); !left) return refuse(socket, left.error());
  std::atomic<bool> stop = false;
  const auto confinement = confine(line->plan);
  if (!confinement) return refuse(socket, confinement.error(), true);

  modules.before_start(stop, line->seed);
  if (const auto started = python::start(line->plan.folder); !started) {
    return refuse(socket, started.error());
  }
  Link link(socket, stop);
  link.start();
  return refuse(socket, {base::ErrorKind::kUnavailable,
                         serve({link, modules}, to_json(protocol::Ready{{}, *confinement}))});
}

}  // namespace normscope::notebook::kernel
