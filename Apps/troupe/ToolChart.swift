internal import Commands
internal import Interface
internal import Kernel
internal import Plot
internal import PlotPicture
internal import Shell

extension Tools {
  private static let output = Option(
    name: "output", value: "FILE", words: "where to, also as -o; its ending says what: svg, png, txt, csv or wav")
  private static let theme = Option(name: "theme", value: "light|dark", words: "on which ground (light)")
  private static let product = Option(name: "product", value: "P", words: "in that product's colours")
  private static let width = Option(name: "width", value: "N", words: "in points, 40 to 8192 (720)")
  private static let height = Option(name: "height", value: "N", words: "in points, 24 to 8192 (400)")
  private static let scale = Option(name: "scale", value: "N", words: "pixels a point of a PNG, 1 to 3 (2)")
  private static let days = Option(name: "days", value: "N", words: "the last days only, such as 7, 30, 90 or 365")
  private static let locale = Option(name: "locale", value: "TAG", words: "how numbers and days are written (en-GB)")

  static let chart = Tool(
    name: "chart", summary: "a chart from its spec: as a picture, words, a table or a sound", operands: "SPEC.json",
    options: [output, theme, product, width, height, scale, days, locale],
    details: """
      Kinds: \(ChartSpec.Kind.names.joined(separator: ", ")). Documentation/charts has one spec of each.
      What the spec holds is all that the file says: title, legend, values and their time, and nothing of who asked.
      """,
    run: { given throws(Problem) in
      guard let path = given.operands.first else { throw .usage("The chart's spec is missing.", help: "chart") }
      guard let out = given[output] else { throw .usage("The output is missing. Give -o out.svg.", help: "chart") }
      let ending = out.split(separator: ".").last.map { $0.lowercased() } ?? ""
      guard endings.contains(ending), out.contains(".") else {
        throw .usage(
          "“\(out.suffix(80))” does not end in one of \(endings.joined(separator: ", ")).", help: "chart")
      }
      let view = try viewport(given)
      let colours = try palette(given)
      let times = try number(given, scale, 1...3) ?? 2
      // Opening the fonts takes about as long as parsing a large spec, so both run concurrently.
      let easel = Easel()
      async let opening: Void = ending == "png" ? easel.open() : ()
      let spec = try NamedFile.data(
        of: path, most: ChartSpec.Limit.json, tooLarge: "chart-limit", remedy: "Show a shorter time, or averages.")
      let chart = try Chart(json: spec)
      for remark in chart.spec.remarks { Output.remark("troupe: \(remark.sentence)") }
      let file: [UInt8]
      switch ending {
      case "svg": file = Array(chart.scene(in: view).svg(colours).utf8)
      case "png":
        await opening
        file = try await easel.png(of: chart.scene(in: view), colours, scale: times)
      case "txt": file = Array(chart.description(in: view).map { $0 + "\n" }.joined().utf8)
      case "csv": file = Array(chart.csv(in: view).utf8)
      default: file = chart.sound(in: view).wav
      }
      try write(file, to: out)
      return 0
    })

  /// Draws the picture. The painter is created on first use.
  private actor Easel {
    private lazy var painter = Result { () throws(Problem) in try Painter() }

    func open() { _ = painter }

    func png(of scene: Scene, _ palette: Palette, scale: Double) throws(Problem) -> [UInt8] {
      try painter.get().png(of: scene, palette, scale: scale)
    }
  }

  private static let endings = ["svg", "png", "txt", "csv", "wav"]

  private static func viewport(_ given: Arguments) throws(Problem) -> Viewport {
    let size = Size(try number(given, width, 40...8_192) ?? 720, try number(given, height, 24...8_192) ?? 400)
    let period = try number(given, days, 1...100_000).map { Period.days(Int($0)) }
    return Viewport(
      size, period: period ?? .all, dress: .export, writing: given[locale].map { Writing(locale: $0) } ?? .english)
  }

  private static func palette(_ given: Arguments) throws(Problem) -> Palette {
    let name = given[theme] ?? "light"
    guard let scheme = Scheme(rawValue: name) else {
      throw .usage("--theme takes light or dark, not “\(name.prefix(40))”.", help: "chart")
    }
    if given.has(product) { return try ProfileOpening.product(given).theme.palette(for: scheme) }
    return scheme == .dark ? .dark : .light
  }

  private static func number(
    _ given: Arguments, _ option: Option, _ range: ClosedRange<Double>
  ) throws(Problem) -> Double? {
    guard let text = given[option] else { return nil }
    guard let value = Double(text), range.contains(value) else {
      throw .usage(
        "--\(option.name) takes \(Int(range.lowerBound)) to \(Int(range.upperBound)), not “\(text.prefix(40))”.",
        help: "chart")
    }
    return value
  }

  private static func write(_ bytes: [UInt8], to path: String) throws(Problem) {
    guard NamedFile.write(bytes, to: path) else {
      throw Problem(
        "no-output", "Unable to save the chart at \(path.suffix(200)).", safe: "Nothing was written.",
        remedy: "Check that the folder exists and is writable.")
    }
  }
}
