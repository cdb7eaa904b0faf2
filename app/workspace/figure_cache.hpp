// SPDX-License-Identifier: MIT
// The chosen figure on its way to the screen and to a file: made beside the window, placed, and
// made ready for paper, each anew only when something of it changed.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "app/document/document.hpp"
#include "app/figures/builders/catalogue.hpp"
#include "app/figures/layout/layout.hpp"
#include "app/figures/layout/view.hpp"
#include "app/figures/theme.hpp"
#include "app/results/background.hpp"
#include "app/results/evaluation.hpp"
#include "app/workspace/view_state.hpp"

namespace normscope::workspace {

using EvaluationRef = std::shared_ptr<const results::Evaluation>;

/// Whether figures can be made of what is shown, which may be null.
bool has_figures(const EvaluationRef& shown);

/// The name of the figure that the document chooses, or of the first that there is.
/// shape   of an evaluation that has figures
std::string chosen_figure(const results::Evaluation& shown, const document::Document& document);

/// A figure as it goes to a file, made from nothing: the selection lit up, zoomed as on the screen,
/// without what is hidden.
/// errors  as figures::make_figure
base::Expected<figures::Figure> make_paper_figure(const std::string& name,
                                                  const results::Evaluation& shown,
                                                  const document::Document& document,
                                                  const ViewState& view);

/// The page that a figure is placed on.
struct FigurePage {
  figures::Size size{};  // points; placed higher where its text could not be read
  figures::ThemeName theme = figures::ThemeName::kLight;
  double grid = 0;  // pixels of a point, as Layout::grid
  bool operator==(const FigurePage&) const = default;
};

/// What a figure is made of. The selection within a group or slice is lit up later.
struct FigureKey {
  EvaluationRef evaluation{};
  std::string name{};
  FigureChoice choice{};
  std::int64_t group = 0;
  std::int64_t slice = 0;
  bool operator==(const FigureKey&) const = default;
};

struct FigureResult {
  FigureKey key;
  base::Expected<figures::Figure> figure;
};
using FigureMaker = results::Background<FigureResult>;

/// A figure at its place with the selection lit up.
struct PlacedFigure {
  std::shared_ptr<const FigureMaker::Ready> source;
  document::Selection selection{};
  figures::FigureView view{};
  FigurePage page{};
  figures::Figure figure{};
  figures::Layout layout{};
};

class FigureCache {
 public:
  /// `wake` as Background's.
  explicit FigureCache(std::function<void()> wake) : maker_(std::move(wake)) {}

  /// Asks for the chosen figure of what is shown, unless it was asked for: a small one is there at
  /// once.
  /// shape   of an evaluation that has figures
  void ask(const EvaluationRef& shown, const document::Document& document,
           const FigureChoice& choice);

  /// Whether the figure that was asked for last is still being made.
  bool busy() const { return maker_.busy(); }
  /// Whether the figure placed last is the one that was asked for last.
  bool current() const;
  /// Why there is no figure, once that is known.
  std::optional<base::Error> failure() const;

  /// The newest figure that is ready, on this page; null where there is none.
  const PlacedFigure* place(const document::Selection& selection, const ViewState& view,
                            const FigurePage& page, const formula::Measure& measure);
  /// What place() gave last; null before.
  const PlacedFigure* placed() const { return placed_ ? &*placed_ : nullptr; }

  /// The chosen figure as make_paper_figure gives it. Asks for it; null until it is there.
  std::shared_ptr<const figures::Figure> paper(const EvaluationRef& shown,
                                               const document::Document& document,
                                               const ViewState& view);

 private:
  // The figure as it goes to a file.
  struct Paper {
    std::shared_ptr<const FigureMaker::Ready> source;
    document::Selection selection{};
    figures::FigureView view{};
    std::shared_ptr<const figures::Figure> figure{};
  };

  FigureKey asked_{};
  std::uint64_t number_ = 0;  // of what was asked for last
  std::optional<PlacedFigure> placed_{};
  std::optional<Paper> paper_{};
  FigureMaker maker_;  // last: its thread ends before the rest goes
};

}  // namespace normscope::workspace
