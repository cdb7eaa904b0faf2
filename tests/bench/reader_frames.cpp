// SPDX-License-Identifier: MIT
// What a screen reader costs: frames of the window without a display, with the pointer on its way
// over it, read or not. It prints the nodes of the tree and its changes; callgrind counts the rest:
//
// valgrind --tool=callgrind --toggle-collect=frames_counted reader_frames FILE read|unread FRAMES
// (FILE "-": the start page)
#include <fmt/format.h>
#include <imgui.h>

#include <chrono>
#include <cstdlib>
#include <memory>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "app/accessibility/tree.hpp"
#include "app/application/application.hpp"

namespace {

using namespace normscope;

struct Window {
  std::unique_ptr<ui::Shell> shell{};
  std::unique_ptr<application::Application> application{};
  bool read = false;
  double time = 0;
  // As accessibility::Reader keeps them.
  accessibility::Numbers numbers{};
  std::vector<ui::Widget> widgets{};
  std::unique_ptr<accessibility::Tree> tree{};
  std::size_t told = 0;

  void frame() {
    constexpr double kFrame = 1.0 / 60;
    time += kFrame;
    shell->map().let_read(read);
    shell->pacing().activity();
    const auto drawn =
        shell->frame({1280, 800}, time, [this](ui::Context& ui) { application->draw(ui); });
    if (!drawn) std::abort();
    const std::vector<ui::Widget>& now = shell->map().widgets();
    if (!read || (tree && now == widgets)) return;
    widgets = now;
    auto next = std::make_unique<accessibility::Tree>(
        widgets, accessibility::WindowState{.title = "Normscope", .active = true}, numbers);
    if (tree) told += accessibility::changes(*tree, *next).size();
    tree = std::move(next);
  }
};

}  // namespace

// What is counted: a function whose name callgrind knows.
extern "C" __attribute__((noinline)) void frames_counted(void* given, int frames) {
  auto& window = *static_cast<Window*>(given);
  for (int at = 0; at < frames; ++at) {
    // From one corner towards the other, over panels and numbers.
    const float share = static_cast<float>(at) / static_cast<float>(frames);
    window.shell->input().pointer(100 + 1000 * share, 100 + 600 * share);
    window.frame();
  }
}

int main(int argc, char** argv) {
  if (argc != 4) return 2;
  const std::string_view file = argv[1];
  Window window;
  window.read = std::string_view(argv[2]) == "read";
  application::Application::Host host{[&window]() -> ui::Shell& { return *window.shell; }, [] {},
                                      [] {}};
  auto application = application::Application::create(std::move(host));
  auto shell = ui::Shell::create({});
  if (!application || !shell) return 1;
  window.application = *std::move(application);
  window.shell = *std::move(shell);
  ImGui::GetIO().BackendFlags |= ImGuiBackendFlags_RendererHasVtxOffset;
  if (file != "-" && !window.application->open(std::string(file))) return 1;
  // Until the numbers are computed, and the frames after it have settled.
  const workspace::Workspace& workspace = window.application->workspace();
  constexpr int kMostWaits = 6000;
  for (int waited = 0; waited < kMostWaits; ++waited) {
    if (workspace.shown && !workspace.stale() && !workspace.awaits_result()) break;
    window.frame();
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
  constexpr int kSettling = 40;
  for (int at = 0; at < kSettling; ++at) window.frame();
  frames_counted(&window, std::atoi(argv[3]));
  fmt::print("nodes {} told {}\n", window.tree ? window.tree->nodes().size() : 0, window.told);
  return 0;
}
