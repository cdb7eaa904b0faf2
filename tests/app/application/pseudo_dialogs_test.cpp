// SPDX-License-Identifier: MIT
// Every dialog in a language that nobody speaks. All commands of the window are sent, and files
// opened that are asked about; a dialog of the sources that did not open is a failure.
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <functional>
#include <iterator>
#include <map>
#include <nlohmann/json.hpp>
#include <regex>
#include <type_traits>
#include <utility>
#include <variant>

#include "app/document/session/session.hpp"
#include "core/io/tensor_file.hpp"
#include "tests/app/application/pseudo_language.hpp"
#include "tests/app/verification/fake_python.hpp"
#include "tests/support/zip.hpp"

namespace normscope::testing {
namespace {

namespace fs = std::filesystem;
using workspace::Command;

// Commands that reach other programs: the browser, the clipboard's owner.
template <class Sent>
constexpr bool kReachesOthers =
    std::is_same_v<Sent, workspace::ShowGuide> || std::is_same_v<Sent, workspace::CopyFigureImage>;

// Commands that leave what is open.
template <class Sent>
constexpr bool kLeaves =
    std::is_same_v<Sent, workspace::NewSession> || std::is_same_v<Sent, workspace::OpenListed> ||
    std::is_same_v<Sent, workspace::OpenDropped> || std::is_same_v<Sent, workspace::OpenSample> ||
    std::is_same_v<Sent, workspace::BeginLesson> || std::is_same_v<Sent, workspace::Quit>;

template <std::size_t... At>
std::vector<Command> all_commands(bool leaving, std::index_sequence<At...> /*places*/) {
  std::vector<Command> all;
  const auto add = [&]<class Sent>(std::type_identity<Sent> /*type*/) {
    if constexpr (!kReachesOthers<Sent>) {
      if (leaving || !kLeaves<Sent>) all.emplace_back(Sent{});
    }
  };
  (add(std::type_identity<std::variant_alternative_t<At, Command>>{}), ...);
  return all;
}

std::string text_of_file(const fs::path& path) {
  std::ifstream file(path);
  return {std::istreambuf_iterator<char>(file), {}};
}

// The ids of the dialogs that the application's sources name: of questions and file dialogs, which
// have an id and a title, of forms, and of those with an id of their own.
std::set<std::string> dialogs_of_sources() {
  const std::vector<std::regex> ways{
      std::regex(R"re(id = "([a-z/]+)"[,;]\s*(?:question)?\.title)re"),
      std::regex(R"re(Form form_\{"([a-z]+)")re"), std::regex(R"re(form_\("([a-z]+)")re")};
  const std::regex own(R"re(ui::Dialog dialog\(ui, (k[A-Za-z]+),)re");
  std::set<std::string> ids;
  const fs::path sources = fs::path(NORMSCOPE_SOURCE_DIR) / "app/application";
  for (const auto& entry : fs::recursive_directory_iterator(sources)) {
    if (!entry.is_regular_file()) continue;
    const std::string source = text_of_file(entry.path());
    const auto each = [&](const std::regex& way, const auto& take) {
      for (std::sregex_iterator it(source.begin(), source.end(), way), end; it != end; ++it) {
        take((*it)[1].str());
      }
    };
    const auto insert = [&](const std::string& id) { ids.insert(id); };
    for (const std::regex& way : ways) each(way, insert);
    each(own, [&](const std::string& name) {
      each(std::regex(name + R"re( = "([a-z/]+)")re"), insert);
    });
  }
  return ids;
}

class PseudoDialogs : public PseudoLanguage {
 protected:
  using Look = std::function<void()>;

  void TearDown() override {
    unsetenv("NORMSCOPE_PYTHON");
    PseudoLanguage::TearDown();
  }

  // Opens every dialog there is, and calls `look` in each, but no more often than this.
  void each_dialog(bool pseudo, int most, const Look& look) {
    speak(pseudo);
    folder.emplace();
    look_ = look;
    most_ = most;
    opened_.clear();
    asks_.clear();
    round_ = 0;
    setenv("NORMSCOPE_PYTHON", python_without_torch(*folder).c_str(), 1);
    const auto fresh = [this] {
      start({.state = path("state")});
      show();
      go_to_numbers();
    };
    fresh();
    open_files();
    fresh();
    switch_centring();
    send_all(true);
    fresh();  // what was changed was kept
    application->send(workspace::BeginLesson{.id = "first-look"});
    draw_on();
    send_all(false);
    if (has_kernel()) {
      start_with_own_python();
      send_all(false);
    }
    asking() = asks_;
  }

  bool opened(const std::string& id) const { return opened_.contains(id); }

 private:
  fs::path path(std::string_view name) const { return *folder / name; }

  // The commands that lead to a dialog, by their round and place, once all were sent.
  using Asking = std::set<std::pair<int, std::size_t>>;
  static Asking& asking() {
    static Asking known;
    return known;
  }

  void send_all(bool leaving) {
    constexpr std::size_t kCount = std::variant_size_v<Command>;
    (void)application->open_or_complain(path("not-there.npy"));
    draw_on();
    const std::vector<Command> all = all_commands(leaving, std::make_index_sequence<kCount>());
    ++round_;
    for (std::size_t at = 0; at < all.size(); ++at) {
      const Command& command = all[at];
      if (!asking().empty() && !asking().contains({round_, at})) continue;
      application->send(command);
      draw_on();
      if (std::holds_alternative<workspace::ReadFolder>(command) && driver->has("lesson/python")) {
        EXPECT_TRUE(wait_for([this] { return dialog_of(widgets()) != nullptr; }));
      }
      if (dialog_of(widgets()) != nullptr) asks_.insert({round_, at});
      show();
    }
  }

  // Looks at the dialog that is open and at those that its buttons open, and closes it; another may
  // follow.
  void show() {
    for (int open = 0; open < 3 && dialog_of(widgets()) != nullptr; ++open) {
      const std::string id = dialog_of(widgets())->id;
      EXPECT_TRUE(wait_for([&] { return !driver->has(id + "/stop"); }));
      if (opened_[id]++ < most_) {
        look_();
        for (const std::string& button : browse_buttons()) {
          press(button);
          const ui::Widget* const inner = dialog_of(widgets());
          if (inner != nullptr && opened_[inner->id]++ < most_) look_();
          driver->key(ui::Key::kEscape);
          driver->settle();
        }
      }
      driver->key(ui::Key::kEscape);
      draw_on();
    }
  }

  std::vector<std::string> browse_buttons() const {
    std::vector<std::string> ids;
    for (const ui::Widget& widget : widgets()) {
      if (widget.id.ends_with("/browse")) ids.push_back(widget.id);
    }
    return ids;
  }

  void open_and_show(const fs::path& path) {
    (void)application->open_or_ask(path);
    ASSERT_TRUE(wait_for([this] { return dialog_of(widgets()) != nullptr; })) << path;
    show();
  }

  void open_files() {
    ASSERT_TRUE(io::write_tensor(*folder / "x.npy", make({2, 2}, {1, 2, 3, 7})));
    constexpr std::size_t kRuns = 1'040'560;  // 268 MB in 1.7 MB
    constexpr std::int64_t kNumbers = (256 + 258 * kRuns) / 4;
    write_file(*folder / "zeros.npz", zip_of({zeros("a.npy", kNumbers, kRuns)}));
    open_and_show(*folder / "zeros.npz");
    write_file(*folder / "two.npz", zip_of({zeros("a.npy", 64, 0), zeros("b.npy", 64, 0)}));
    open_and_show(*folder / "two.npz");
    write_file(*folder / "words.csv", "a;b;c\n1;2;x\n3;4;y\n");
    open_and_show(*folder / "words.csv");
    // A session that names a file outside of its folder, and one whose file is gone.
    ASSERT_TRUE(application->open(*folder / "x.npy"));
    fs::create_directory(*folder / "mail");
    ASSERT_TRUE(document::save_session(*folder / "mail/s.json", document()));
    ASSERT_TRUE(document::save_session(*folder / "s.json", document()));
    open_and_show(*folder / "mail/s.json");
    fs::rename(*folder / "x.npy", *folder / "y.npy");
    open_and_show(*folder / "s.json");
    fs::rename(*folder / "y.npy", *folder / "x.npy");
    // A file that is there already.
    application->send(workspace::SaveAs{});
    draw_on();
    driver->replace_text("dialog/path", (*folder / "s.json").string());
    driver->key(ui::Key::kEnter);
    driver->settle();
    show();
  }

  // A notebook whose cells run by a Python of one's own.
  void start_with_own_python() {
    Folders folders;
    folders.state = *folder / "python";
    folders.pythons.virtual_environment = NORMSCOPE_PYTHON;
    start(folders);
    nlohmann::json file = {{"nbformat", 4}, {"nbformat_minor", 5}, {"metadata", {{"x", 1}}}};
    file["cells"].push_back({{"cell_type", "code"},
                             {"metadata", {{"x", 1}}},
                             {"source", "print(1)"},
                             {"execution_count", 1},
                             {"outputs", nlohmann::json::array()}});
    write_file(*folder / "lecture.ipynb", file.dump());
    open_and_run(*folder / "lecture.ipynb");
    ASSERT_TRUE(wait_for([this] { return driver->has("lesson/python"); }));
    press("lesson/python");
    press("python/row/1");
    press("python/accept");
  }

  std::optional<TemporaryFolder> folder{};
  Look look_{};
  int most_ = 0;
  int round_ = 0;
  Asking asks_{};
  std::map<std::string, int> opened_{};
};

TEST_F(PseudoDialogs, EverySentenceOfADialogIsTranslated) {
  Seen seen;
  each_dialog(true, 3, [&] { seen.look(widgets()); });
  EXPECT_EQ(fmt::format("{}", fmt::join(seen.english, "\n")), "");
  EXPECT_GT(seen.translated, 500U);
  for (const std::string& id : dialogs_of_sources()) {
    const bool by_cells = id == "dialog/trust" || id == "dialog/folder" || id.starts_with("python");
    EXPECT_EQ(opened(id), !by_cells || has_kernel()) << id;
  }
}

// In the four sizes; fonts are made anew once a dialog.
TEST_F(PseudoDialogs, NothingIsCutOrCoveredThatIsWholeInEnglish) {
  std::set<std::string> in_english;
  std::set<std::string> in_pseudo;
  for (const bool pseudo : {false, true}) {
    std::set<std::string>& faults = pseudo ? in_pseudo : in_english;
    float scale = 1;
    each_dialog(pseudo, 1, [&] {
      for (const float next : {scale, 3 - scale}) {
        driver->shell().set_monitor_scale(next, 1);
        for (const ImVec2 size : {ImVec2{1280, 800}, ImVec2{1920, 1080}}) {
          driver->resize(size);
          draw_on();
          for (const std::string& fault : faults_of(widgets())) {
            faults.insert(fmt::format("{} x {} at scale {}: {}", size.x, size.y, next, fault));
          }
        }
      }
      scale = 3 - scale;
      driver->resize({1920, 2000});
      draw_on();
    });
  }
  for (const std::string& fault : in_pseudo) EXPECT_TRUE(in_english.contains(fault)) << fault;
}

}  // namespace
}  // namespace normscope::testing
