// SPDX-License-Identifier: Apache-2.0
#include "reports/charts/svg.h"

#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace capaudit {
namespace {

using testing::HasSubstr;
using testing::Not;

// As gnuplot 5.4 writes it, shortened.
constexpr const char* kDocument =
    "<svg \n viewBox=\"0 0 760 300\"\n xmlns=\"http://www.w3.org/2000/svg\"\n>\n"
    "<title>Gnuplot</title>\n<desc>Produced by GNUPLOT 5.4</desc>\n"
    "<g id=\"gnuplot_canvas\">\n<rect x=\"0\" y=\"0\" width=\"760\" height=\"300\" "
    "fill=\"none\"/>\n<defs>\n<circle id='gpDot' r='0.5'/>\n"
    "<path id='gpPt6' d='M0,0 L1,1'/>\n</defs>\n"
    "<g fill=\"none\" color=\"black\">\n</g>\n"
    "<g fill=\"none\">\n<polygon fill = 'rgb(  0, 114, 178)' points = '1,2 '/>\n"
    "<path style='fill:none; stroke:red' d='M0,0'/></g>\n"
    "<g id=\"gnuplot_plot_1\" ><title>gnuplot_plot_1</title>\n"
    "<text>T&lt;x> id='a'</text></g>\n</g>\n</svg>";

TEST(Svg, IsMadeFitToStandBesideOthers) {
  const auto svg = inline_svg(kDocument, {"c1", "p1-", "A <title>", "What \"it\" shows"});
  ASSERT_TRUE(svg.ok());
  EXPECT_THAT(*svg, testing::StartsWith("<svg class=\"plot\" role=\"img\" "
                                        "viewBox=\"0 0 760 300\" "
                                        "aria-labelledby=\"c1-t c1-d\">"
                                        "<title id=\"c1-t\">A &lt;title&gt;</title>"
                                        "<desc id=\"c1-d\">What &quot;it&quot; shows"
                                        "</desc>"));
  EXPECT_THAT(*svg, HasSubstr("id=\"p1-gnuplot_canvas\""));
  EXPECT_THAT(*svg, HasSubstr("<text>T&lt;x> id='a'</text>")) << "text is not a tag";
  EXPECT_THAT(*svg, HasSubstr("fill='#0072b2'"));
  EXPECT_THAT(*svg, Not(HasSubstr("style=")));
  EXPECT_THAT(*svg, Not(HasSubstr("GNUPLOT")));
  EXPECT_THAT(*svg, Not(HasSubstr("<defs>"))) << "nothing uses the marks";
  EXPECT_THAT(*svg, Not(HasSubstr("<g fill=\"none\" color=\"black\">")))
      << "an empty group";
  EXPECT_THAT(*svg, Not(HasSubstr("<rect"))) << "it would get a border";
}

TEST(Svg, MarksThatAreUsedStay) {
  std::string document = kDocument;
  document.insert(document.find("<text>"), "<use xlink:href='#gpPt6'/>");
  const auto svg = inline_svg(document, {"c2", "p2-", "", ""});
  ASSERT_TRUE(svg.ok());
  EXPECT_THAT(*svg, HasSubstr("id='p2-gpPt6'")) << "a mark that is drawn";
  EXPECT_THAT(*svg, HasSubstr("<use href='#p2-gpPt6'/>"));
}

TEST(Svg, EveryCutIsAnErrorOrReadWithoutFailing) {
  const std::string document = kDocument;
  for (std::size_t size = 0; size < document.size(); ++size) {
    EXPECT_FALSE(inline_svg(document.substr(0, size), {"c", "p-", "", ""}).ok());
    EXPECT_TRUE(split_svg(document.substr(0, size)).empty());
    (void)inline_svg(document.substr(size), {"c", "p-", "", ""});
  }
}

TEST(Svg, SeveralDocumentsAreToldApart) {
  const std::string two =
      std::string("<?xml?>\n") + kDocument + "\n<?xml?>\n" + kDocument;
  ASSERT_EQ(split_svg(two).size(), 2u);
  EXPECT_EQ(split_svg(two)[0], kDocument);
  EXPECT_EQ(split_svg(two)[1], kDocument);
}

}  // namespace
}  // namespace capaudit
