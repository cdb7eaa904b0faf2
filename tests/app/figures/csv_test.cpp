// SPDX-License-Identifier: MIT
// The block of every kind of series.
#include "app/figures/export/csv.hpp"

#include <gtest/gtest.h>

#include <limits>

namespace normscope::figures {
namespace {

Figure of(Panel panel) {
  Figure figure;
  figure.panels.push_back(std::move(panel));
  return figure;
}

std::string csv(Shape shape) {
  Panel panel;
  panel.title = "P";
  panel.series.push_back({"s", 0, std::move(shape)});
  return to_csv(of(std::move(panel)));
}

TEST(Csv, HasABlockForEachKindOfSeries) {
  EXPECT_EQ(csv(Line{{0.1, 1e-30}, {1e30, std::numeric_limits<double>::quiet_NaN()}}),
            "panel,series,x,y\nP,s,0.1,1e+30\nP,s,1e-30,nan\n");
  EXPECT_EQ(csv(Bars{{0, 0.5, 1}, {3, 4}}),
            "panel,series,from,to,height\nP,s,0,0.5,3\nP,s,0.5,1,4\n");
  EXPECT_EQ(csv(Band{{1}, {-2.5}, {2.5}}), "panel,series,x,low,high\nP,s,1,-2.5,2.5\n");
  EXPECT_EQ(csv(Dots{{2.5, 3}, {7, 8}}), "panel,series,value,element\nP,s,2.5,7\nP,s,3,8\n");
  EXPECT_EQ(csv(Points{{1}, {2}, {}}), "panel,series,x,y,element\nP,s,1,2,\n");
  HeatMap map;
  map.rows = 1;
  map.columns = 2;
  map.values = {0.1F, -std::numeric_limits<float>::infinity()};
  EXPECT_EQ(csv(map), "panel,series,row,column,value,element\nP,s,0,0,0.1,\nP,s,0,1,-inf,\n");
  Boxes boxes;
  boxes.boxes.push_back({1, 2, 3, 4, 5, 6, 7, {}});
  EXPECT_EQ(csv(boxes),
            "panel,series,x,minimum,lower quartile,median,upper quartile,maximum,mean\n"
            "P,s,1,2,3,4,5,6,7\n");
}

TEST(Csv, NamesCategoriesAndQuotes) {
  Panel panel;
  panel.title = "a \"b\", c";
  panel.x.scale = Scale::kCategorical;
  panel.x.categories = {"first", "sec,ond"};
  panel.series.push_back({"line\nbreak", 0, Line{{0, 1, 2, 0.5}, {1, 2, 3, 4}}});
  EXPECT_EQ(to_csv(of(panel)),
            "panel,series,x,y\n"
            "\"a \"\"b\"\", c\",\"line\nbreak\",first,1\n"
            "\"a \"\"b\"\", c\",\"line\nbreak\",\"sec,ond\",2\n"
            "\"a \"\"b\"\", c\",\"line\nbreak\",2,3\n"
            "\"a \"\"b\"\", c\",\"line\nbreak\",0.5,4\n");
}

TEST(Csv, HasSpansMarksAndAnnotationsBehindTheSeries) {
  Panel panel;
  panel.title = "P";
  panel.series.push_back({"s", 0, Line{{1}, {2}}});
  panel.spans.push_back({"deviation", -1.5, 1.5});
  panel.marks.push_back({0.25, "mean 0.25"});
  panel.annotations.push_back({1, 2, "largest"});
  EXPECT_EQ(to_csv(of(panel)),
            "panel,series,x,y\nP,s,1,2\n\n"
            "panel,span,low,high\nP,deviation,-1.5,1.5\n\n"
            "panel,mark,x\nP,mean 0.25,0.25\n\n"
            "panel,annotation,x,y\nP,largest,1,2\n");
  EXPECT_EQ(to_csv(Figure{}), "");
}

}  // namespace
}  // namespace normscope::figures
