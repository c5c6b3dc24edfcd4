// A scene as SVG, written in one pass over bytes. It uses presentation attributes and classes only, since a strict
// content security policy forbids inline styles, and escapes every text.
extension Scene {
  /// Options of the SVG output.
  public struct SVG: Sendable, Hashable {
    /// Adds every mark as an element with its text, for tooltips, touch and keyboards.
    public var hasMarks: Bool
    /// Writes the size in pixels as attributes; without them the image fills its container.
    public var isSized: Bool
    /// Paints a background in the card's colour.
    public var hasGround: Bool
    /// Hides the image from screen readers, because the page around it describes it.
    public var isMute = false
    /// A prefix for every class, to avoid collisions with a page's own classes.
    public var prefix = ""

    public init(hasMarks: Bool = false, isSized: Bool = true, hasGround: Bool = true) {
      self.hasMarks = hasMarks
      self.isSized = isSized
      self.hasGround = hasGround
    }
  }

  public func svg(_ palette: Palette, _ options: SVG = SVG()) -> String {
    svg(options) { $0.colour(in: palette).hex }
  }

  /// The SVG with colours chosen by the caller, such as custom properties of a style sheet.
  public func svg(_ options: SVG, colours: @escaping (Paint) -> String) -> String {
    var writer = SVGWriter(colours)
    writer.write(self, options)
    return String(decoding: writer.bytes, as: UTF8.self)
  }
}

struct SVGWriter {
  private(set) var bytes: [UInt8] = []
  private let colours: (Paint) -> String
  private var prefix = ""
  /// The point from which a style sheet may let the outlines of a radar grow.
  private var origin: Spot?
  /// A cache, so that each colour is looked up once.
  private var known: [Paint: String] = [:]

  init(_ colours: @escaping (Paint) -> String) {
    self.colours = colours
    bytes.reserveCapacity(32_768)
  }

  mutating func write(_ scene: Scene, _ options: Scene.SVG) {
    prefix = options.prefix
    origin = scene.kind == "radar" ? scene.plot.centre : nil
    add("<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 ")
    add(scene.size.width)
    add(" ")
    add(scene.size.height)
    add("\"")
    if options.isSized {
      attribute("width", scene.size.width)
      attribute("height", scene.size.height)
    }
    add(" class=\"\(prefix)chart \(prefix)chart-\(scene.kind)\" font-family=\"system-ui, sans-serif\"")
    if options.isMute { add(" aria-hidden=\"true\">") } else { name(scene) }
    if options.hasGround {
      add("<rect class=\"\(prefix)ground\" width=\"")
      add(scene.size.width)
      add("\" height=\"")
      add(scene.size.height)
      add("\"")
      paint("fill", .card)
      add("/>")
    }
    for shape in scene.shapes { write(shape) }
    if options.hasMarks { marks(scene) }
    add("</svg>\n")
  }

  private mutating func name(_ scene: Scene) {
    add(" role=\"img\"")
    attribute("aria-label", words: scene.title)
    add("><title>")
    escaped(scene.title)
    add("</title><desc>")
    escaped(scene.text)
    add("</desc>")
  }

  private mutating func write(_ shape: Shape) {
    switch shape.form {
    case .path(let steps):
      open("path", shape)
      add(" d=\"")
      path(steps)
      add("\"")
    case .box(let box, let corner):
      open("rect", shape)
      attribute("x", box.x)
      attribute("y", box.y)
      attribute("width", box.width)
      attribute("height", box.height)
      if corner > 0 { attribute("rx", corner) }
    case .circle(let spot, let radius):
      open("circle", shape)
      circle(spot, radius)
    case .arc(let spot, let radius, let share): arc(spot, radius, share, shape)
    case .sign(let sign, let spot, let radius): self.sign(sign, spot, radius, shape)
    case .letters(let letters):
      write(letters, shape)
      return
    }
    ink(shape)
    add("/>")
  }

  private mutating func open(_ name: StaticString, _ shape: Shape) {
    add("<")
    add(name)
    add(" class=\"")
    add(prefix)
    add(shape.role.rawValue)
    add("\"")
    if let series = shape.series { attribute("data-series", words: series) }
    if let origin, [.area, .line, .point].contains(shape.role) {
      add(" transform-origin=\"")
      pair(origin)
      add("\"")
    }
  }

  /// Sets the path length to 100 whatever the radius, so that a style sheet can animate the arc.
  private mutating func arc(_ spot: Spot, _ radius: Double, _ share: Double, _ shape: Shape) {
    open("circle", shape)
    circle(spot, radius)
    guard share < 1 else { return }
    add(" pathLength=\"100\" stroke-dasharray=\"")
    add(share * 100)
    add(" 100\" transform=\"rotate(-90 ")
    pair(spot)
    add(")\"")
  }

  private mutating func sign(_ sign: Series.Shape, _ spot: Spot, _ radius: Double, _ shape: Shape) {
    if sign == .circle {
      open("circle", shape)
      circle(spot, radius)
    } else {
      open("path", shape)
      add(" d=\"")
      path(sign.steps(at: spot, radius))
      add("\"")
    }
  }

  private mutating func circle(_ spot: Spot, _ radius: Double) {
    attribute("cx", spot.x)
    attribute("cy", spot.y)
    attribute("r", radius)
  }

  private mutating func write(_ letters: Lettering, _ shape: Shape) {
    open("text", shape)
    attribute("x", letters.at.x)
    attribute("y", letters.at.y)
    attribute("font-size", letters.size)
    if letters.isBold { add(" font-weight=\"600\"") }
    if letters.anchor != .start {
      add(" text-anchor=\"")
      add(letters.anchor.rawValue)
      add("\"")
    }
    ink(shape)
    add(">")
    escaped(letters.text)
    add("</text>")
  }

  private mutating func marks(_ scene: Scene) {
    add("<g class=\"\(prefix)marks\">")
    for mark in scene.marks {
      add("<rect class=\"\(prefix)mark\"")
      attribute("x", mark.box.x)
      attribute("y", mark.box.y)
      attribute("width", mark.box.width)
      attribute("height", mark.box.height)
      add(" fill-opacity=\"0\"")
      attribute("data-series", words: mark.series)
      add(" data-index=\"")
      add(String(mark.index))
      add("\"")
      attribute("data-place", words: mark.place)
      if let value = mark.value {
        add(" data-value=\"")
        add(Numeral.plain(value))
        add("\"")
      }
      if mark.anomaly != nil { add(" data-unusual=\"true\"") }
      add("><title>")
      escaped(mark.tooltip.joined(separator: "\n"))
      add("</title></rect>")
    }
    add("</g>")
  }
}

// MARK: - Attributes and numbers

extension SVGWriter {
  private mutating func ink(_ shape: Shape) {
    if let fill = shape.fill {
      paint("fill", fill)
    } else {
      add(" fill=\"none\"")
    }
    guard let stroke = shape.stroke else { return }
    paint("stroke", stroke.paint)
    attribute("stroke-width", stroke.width)
    let lengths = stroke.dash.lengths(stroke.width)
    if !lengths.isEmpty {
      add(" stroke-dasharray=\"")
      for (index, length) in lengths.enumerated() {
        if index > 0 { add(" ") }
        add(length)
      }
      add("\"")
    }
    if shape.role.isRound { add(" stroke-linecap=\"round\" stroke-linejoin=\"round\"") }
  }

  private mutating func paint(_ name: StaticString, _ paint: Paint) {
    let hex: String
    if let found = known[paint] {
      hex = found
    } else {
      hex = colours(paint)
      known[paint] = hex
    }
    add(" ")
    add(name)
    add("=\"")
    add(hex)
    add("\"")
  }

  private mutating func attribute(_ name: StaticString, _ value: Double) {
    add(" ")
    add(name)
    add("=\"")
    add(value)
    add("\"")
  }

  private mutating func attribute(_ name: StaticString, words: String) {
    add(" ")
    add(name)
    add("=\"")
    escaped(words)
    add("\"")
  }

  private mutating func path(_ steps: [Shape.Step]) {
    for step in steps {
      switch step {
      case .move(let spot):
        bytes.append(UInt8(ascii: "M"))
        pair(spot)
      case .line(let spot):
        bytes.append(UInt8(ascii: "L"))
        pair(spot)
      case .curve(let one, let two, let spot):
        bytes.append(UInt8(ascii: "C"))
        pair(one)
        bytes.append(UInt8(ascii: " "))
        pair(two)
        bytes.append(UInt8(ascii: " "))
        pair(spot)
      case .close: bytes.append(UInt8(ascii: "Z"))
      }
    }
  }

  private mutating func pair(_ spot: Spot) {
    add(spot.x)
    bytes.append(UInt8(ascii: " "))
    add(spot.y)
  }

  private mutating func add(_ text: StaticString) {
    bytes.append(contentsOf: UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
  }

  private mutating func add(_ text: String) { bytes.append(contentsOf: text.utf8) }

  /// Writes a number with at most two decimals.
  private mutating func add(_ value: Double) {
    var hundredths = Int((min(max(value, -1e9), 1e9) * 100).rounded())
    if hundredths < 0 {
      bytes.append(UInt8(ascii: "-"))
      hundredths = -hundredths
    }
    whole(hundredths / 100)
    let rest = hundredths % 100
    guard rest > 0 else { return }
    bytes.append(UInt8(ascii: "."))
    bytes.append(UInt8(ascii: "0") + UInt8(rest / 10))
    if rest % 10 > 0 { bytes.append(UInt8(ascii: "0") + UInt8(rest % 10)) }
  }

  private mutating func whole(_ number: Int) {
    if number >= 10 { whole(number / 10) }
    bytes.append(UInt8(ascii: "0") + UInt8(number % 10))
  }

  private mutating func escaped(_ text: String) {
    for byte in text.harmless.utf8 {
      switch byte {
      case UInt8(ascii: "&"): add("&amp;" as StaticString)
      case UInt8(ascii: "<"): add("&lt;" as StaticString)
      case UInt8(ascii: ">"): add("&gt;" as StaticString)
      case UInt8(ascii: "\""): add("&quot;" as StaticString)
      case UInt8(ascii: "'"): add("&#39;" as StaticString)
      default: bytes.append(byte)
      }
    }
  }
}

extension Series.Shape {
  /// The outline of a marker; all shapes have about the same area.
  public func steps(at spot: Spot, _ radius: Double) -> [Shape.Step] {
    func polygon(_ corners: [(Double, Double)]) -> [Shape.Step] {
      corners.enumerated().map { index, corner in
        let at = Spot(spot.x + corner.0 * radius, spot.y + corner.1 * radius)
        return index == 0 ? .move(at) : .line(at)
      } + [.close]
    }
    func strokes(_ ends: [(Double, Double)]) -> [Shape.Step] {
      ends.enumerated().map { index, end in
        let at = Spot(spot.x + end.0 * radius, spot.y + end.1 * radius)
        return index % 2 == 0 ? .move(at) : .line(at)
      }
    }
    switch self {
    case .circle, .square: return polygon([(-0.9, -0.9), (0.9, -0.9), (0.9, 0.9), (-0.9, 0.9)])
    case .triangle: return polygon([(0, -1.2), (1.1, 0.8), (-1.1, 0.8)])
    case .diamond: return polygon([(0, -1.25), (1.25, 0), (0, 1.25), (-1.25, 0)])
    case .cross: return strokes([(-0.85, -0.85), (0.85, 0.85), (0.85, -0.85), (-0.85, 0.85)])
    case .plus: return strokes([(-1.1, 0), (1.1, 0), (0, -1.1), (0, 1.1)])
    }
  }
}
