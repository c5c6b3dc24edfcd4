internal import Interface
internal import Plot

extension Motif {
  /// Draws the motif beside the product's name; the style sheet colours it.
  func mark(_ markup: inout Markup) {
    markup.open("svg", ["class": "mark", "width": "24", "height": "24", "viewBox": "0 0 24 24", "aria-hidden": "true"])
    draw(&markup)
    markup.close("svg")
  }

  fileprivate func draw(_ markup: inout Markup) {
    for stroke in strokes {
      let (kind, hue) = (stroke.isFilled ? "fill" : nil, stroke.hue?.name)
      switch stroke.outline {
      case .circle(let x, let y, let radius):
        markup.open("circle", ["class": kind, "data-hue": hue, "cx": "\(x)", "cy": "\(y)", "r": "\(radius)"])
        markup.close("circle")
      case .path(let data):
        markup.open("path", ["class": kind, "data-hue": hue, "d": data])
        markup.close("path")
      }
    }
  }
}

extension Theme {
  /// The app icon, as SVG. The motif lies inside the circle that every system leaves visible.
  var icon: String {
    let (ground, ink) = (light.accent.hex, light.onAccent.hex)
    var markup = Markup()
    markup.open("svg", ["xmlns": "http://www.w3.org/2000/svg", "viewBox": "0 0 512 512"])
    markup.tag("title", words: name)
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
    motif.draw(&markup)
    markup.close("g")
    markup.close("svg")
    return markup.text
  }
}
