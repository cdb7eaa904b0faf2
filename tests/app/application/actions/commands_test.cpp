// SPDX-License-Identifier: MIT
// Commands as menus, keys and panels send them: what each opens, and when it is done.
#include <string>
#include <string_view>
#include <vector>

#include "tests/app/application/fixture.hpp"

namespace normscope::testing {
namespace {

using workspace::Command;

struct CommandsTest : public ApplicationTest {
  CommandsTest() { go_to_numbers(); }

  void send(const Command& command) const {
    application->send(command);
    driver->shell().pacing().activity();
    driver->settle();
  }
};

TEST_F(CommandsTest, OpenWhatTheyAskFor) {
  struct Case {
    Command command;
    std::string_view widget;
  };
  const std::vector<Case> cases{
      {workspace::ChooseFile{}, "dialog/path"},
      {workspace::SaveAs{}, "dialog/path"},
      {workspace::ExportFigure{}, "export/path"},
      {workspace::SaveNumbers{}, "numbers/path"},
      {workspace::ExplainOutput{}, "output/path"},
      {workspace::Verify{}, "verify/close"},
      {workspace::ShowAbout{}, "about/copy"},
      {workspace::ShowKeys{}, "shortcuts/close"},
      {workspace::Find{}, "find/field"},
      {workspace::FillInput{}, "inputs/fill/kind"},
      {workspace::Unfold{}, "stage/unfold/close"},
      {workspace::ReadTable{"1;2\n", {}}, "table/mark/0"},
  };
  for (const Case& each : cases) {
    ASSERT_FALSE(driver->has(each.widget)) << each.widget;
    send(each.command);
    EXPECT_TRUE(driver->has(each.widget)) << each.widget;
    for (int i = 0; i < 3 && driver->shell().focus().in_popup(); ++i) {
      driver->key(ui::Key::kEscape);
      driver->settle();
    }
  }
}

TEST_F(CommandsTest, AreTakenInTheirOrder) {
  const auto& lessons = application->workspace().lessons;
  application->send(workspace::BeginLesson{lessons[0].id});
  application->send(workspace::BeginLesson{lessons[1].id, 2});
  EXPECT_EQ(document().lesson.lesson, "") << "not before the next frame";
  send(workspace::PlaySteps{});
  EXPECT_EQ(document().lesson.lesson, lessons[1].id);
  EXPECT_EQ(document().lesson.step, 2);
  EXPECT_TRUE(application->workspace().view.stage.plays_at);
}

TEST_F(CommandsTest, ThatNeedALessonDoNothingWithoutOne) {
  for (const Command& command :
       {Command(workspace::BeginAgain{}), Command(workspace::WriteHandout{}),
        Command(workspace::ReadFolder{}), Command(workspace::RunUnconfined{}),
        Command(workspace::ConfineAgain{}), Command(workspace::ChoosePython{}),
        Command(workspace::AnswerCell{"1"})}) {
    send(command);
    EXPECT_FALSE(driver->shell().focus().in_popup());
  }
}

}  // namespace
}  // namespace normscope::testing
