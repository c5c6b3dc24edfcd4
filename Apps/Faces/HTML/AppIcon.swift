public import Interface
internal import Plot

/// The icon of each product, drawn on a grid of 24 units.
enum AppIcon {
  /// Draws the icon beside the product's name; the style sheet colours it.
  static func mark(of product: String, _ markup: inout Markup) {
    markup.open("svg", ["class": "mark", "width": "24", "height": "24", "viewBox": "0 0 24 24", "aria-hidden": "true"])
    motif(of: product, &markup)
    markup.close("svg")
  }

  static func motif(of product: String, _ markup: inout Markup) {
    switch product {
    case "yhealth":
      // Three equal rings.
      markup.raw("<circle class=\"a\" cx=\"12\" cy=\"8.2\" r=\"5\"/>")
      markup.raw("<circle class=\"b\" cx=\"7.8\" cy=\"15.4\" r=\"5\"/>")
      markup.raw("<circle class=\"c\" cx=\"16.2\" cy=\"15.4\" r=\"5\"/>")
    case "syncwell":
      // A source, an arrow, a destination.
      markup.raw("<circle cx=\"4.7\" cy=\"12\" r=\"2.7\"/><path d=\"M10 12h5.5M13.3 9.3 16 12l-2.7 2.7\"/>")
      markup.raw("<circle class=\"fill\" cx=\"20\" cy=\"12\" r=\"2.4\"/>")
    case "cadence":
      // A speech bubble with strokes in a rhythm.
      markup.raw("<path d=\"M6 3.5h12a3 3 0 0 1 3 3v7a3 3 0 0 1-3 3h-5l-5 4v-4H6a3 3 0 0 1-3-3v-7a3 3 0 0 1 3-3z\"/>")
      markup.raw("<path d=\"M8 8.8v2.4M12 7.2v5.6M16 8.8v2.4\"/>")
    case "volvox":
      // A colony: small cells inside one circle.
      markup.raw("<circle cx=\"12\" cy=\"12\" r=\"9\"/><circle class=\"fill\" cx=\"12\" cy=\"12\" r=\"2.4\"/>")
      markup.raw(
        "<circle class=\"fill\" cx=\"8\" cy=\"8.3\" r=\"1.2\"/><circle class=\"fill\" cx=\"16\" cy=\"8.3\" r=\"1.2\"/>")
      markup.raw(
        "<circle class=\"fill\" cx=\"8\" cy=\"15.7\" r=\"1.2\"/><circle class=\"fill\" cx=\"16\" cy=\"15.7\" r=\"1.2\"/>"
      )
    case "dailypa":
      // A text field with a caret.
      markup.raw(
        "<path d=\"M5.5 7.5h13a2.5 2.5 0 0 1 2.5 2.5v4a2.5 2.5 0 0 1-2.5 2.5h-13A2.5 2.5 0 0 1 3 14v-4a2.5 2.5 0 0 1 2.5-2.5z\"/>"
      )
      markup.raw("<path d=\"M7 10.3v3.4M10.5 12h6.5\"/>")
    default:
      markup.raw("<circle cx=\"12\" cy=\"12\" r=\"8\"/>")
    }
  }
}

/// The app icon of a product, as SVG. The motif lies inside the circle that every system leaves visible.
public func appIcon(of theme: Theme) -> String {
  let (ground, ink) = (theme.light.accent.hex, theme.light.onAccent.hex)
  var markup = Markup()
  markup.open("svg", ["xmlns": "http://www.w3.org/2000/svg", "viewBox": "0 0 512 512"])
  markup.tag("title", words: theme.name)
  markup.open("style")
  markup.raw(".fill{fill:")
  markup.words(ink)
  markup.raw(";stroke:none}")
  markup.close("style")
  markup.open("rect", ["width": "512", "height": "512", "fill": ground])
  markup.close("rect")
  markup.open(
    "g",
    [
      "transform": "translate(112 112) scale(12)", "fill": "none", "stroke": ink, "stroke-width": "1.8",
      "stroke-linecap": "round", "stroke-linejoin": "round",
    ])
  AppIcon.motif(of: theme.id, &markup)
  markup.close("g")
  markup.close("svg")
  return markup.text
}
