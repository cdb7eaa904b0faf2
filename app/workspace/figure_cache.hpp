// SPDX-License-Identifier: MIT
// The chosen figure, for the screen and for a file. A background thread builds large figures. The
// figure, its layout and its version for a file are each recomputed only when their inputs change.
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
#include "app/workspace/marked.hpp"
#include "app/workspace/view_state.hpp"

namespace normscope::workspace {

using EvaluationRef = std::shared_ptr<const results::Evaluation>;

/// Whether figures can be built from this evaluation, which may be null.
bool has_figures(const EvaluationRef& shown);

/// The name of the figure that the document chooses, or of the first available one.
/// shape   of an evaluation that has figures
std::string chosen_figure(const results::Evaluation& shown, const document::Document& document);

/// Builds a figure for a file: with the selected number and its relations marked, and the zoom,
/// axes and colours of the screen, without hidden parts.
/// errors  as figures::make_figure
base::Expected<figures::Figure> make_paper_figure(const std::string& name,
                                                  const results::Evaluation& shown,
                                                  const document::Document& document,
                                                  const ViewState& view);

/// The page that a figure is placed on.
struct FigurePage {
  figures::Size size{};  // points; the layout is higher where text would be too small to read
  figures::ThemeName theme = figures::ThemeName::kLight;
  double grid = 0;  // pixels per point, as Layout::grid
  bool operator==(const FigurePage&) const = default;
};

/// The inputs of a figure; group and slice are 0 where it does not read them. The selection within
/// them is highlighted later, in place().
struct FigureKey {
  EvaluationRef evaluation{};
  std::string name{};
  document::FigureChoice choice{};
  results::Scales scales{};  // of a figure that shows the colours of steps
  std::int64_t group = 0;
  std::int64_t slice = 0;
  document::Digits digits = document::Digits::kFour;
  bool operator==(const FigureKey&) const = default;
};

struct FigureResult {
  FigureKey key;
  base::Expected<figures::Figure> figure;
  bool coarse = false;  // made from a sample of many values
  /// Makes the exact figure after a coarse one; empty where another evaluation will give it.
  std::function<base::Expected<figures::Figure>()> exact{};
};
using FigureMaker = results::Background<FigureResult>;

/// A figure laid out on a page, with the selection and the marked number's relations highlighted.
struct PlacedFigure {
  std::shared_ptr<const FigureMaker::Ready> source;
  document::Selection selection{};
  Marked marked{};
  figures::FigureView view{};
  figures::FigureHold hold{};  // axes while values change
  FigurePage page{};
  figures::Figure figure{};
  figures::Layout layout{};
};

/// The least height at which a figure's text can be read, in points. A lower panel scrolls.
double readable_height(const figures::Figure& figure);

class FigureCache {
 public:
  /// `wake` is called on the background thread when a figure is ready.
  explicit FigureCache(const std::function<void()>& wake);

  /// Requests the chosen figure of the evaluation, unless it is requested already. A small figure
  /// is built within the call; of many values a coarse one is ready first. `scales`: as in
  /// figures::FigureRequest.
  /// shape   of an evaluation that has figures
  void ask(const EvaluationRef& shown, const document::Document& document,
           const document::FigureChoice& choice, const results::Scales& scales = {});

  /// Whether the figure requested last is still being built.
  bool busy() const { return maker_.busy(); }
  /// Whether the figure placed last is the one requested last.
  bool current() const;
  /// The error of the figure requested last, once it has failed.
  std::optional<base::Error> failure() const;

  /// Lays the newest ready figure out on this page; null where there is none. The view keeps what
  /// the figure holds.
  const PlacedFigure* place(const document::Document& document, ViewState& view,
                            const FigurePage& page, const formula::Measure& measure);
  /// The last result of place(); null before the first.
  const PlacedFigure* placed() const { return placed_ ? &*placed_ : nullptr; }

  /// The chosen figure as make_paper_figure builds it. Requests it where necessary; null until it
  /// is ready.
  std::shared_ptr<const figures::Figure> paper(const EvaluationRef& shown,
                                               const document::Document& document,
                                               const ViewState& view);

 private:
  // The figure for a file.
  struct Paper {
    std::shared_ptr<const FigureMaker::Ready> source;
    document::Selection selection{};
    Marked marked{};
    figures::FigureView view{};
    figures::FigureHold hold{};
    std::shared_ptr<const figures::Figure> figure{};
  };

  FigureKey asked_{};
  std::uint64_t number_ = 0;  // of the last request
  std::optional<PlacedFigure> placed_{};
  std::optional<Paper> paper_{};
  FigureMaker maker_;  // last member: its thread ends before the others are destroyed
};

}  // namespace normscope::workspace
