public import Interface

/// Renders a frame as text, for terminals and for comparison in tests.
public struct FrameText: Sendable, Hashable {
  /// The supported widths in columns; wider text is hard to read.
  public static let widths = 20...100

  public let width: Int
  /// The colours of the product's theme; nil for plain text.
  public let colours: Tokens?
  public let depth: ColourDepth
  /// Whether everything that can be acted on has a number, by which it is chosen.
  public let isNumbered: Bool

  public init(width: Int = 80, colours: Tokens? = nil, depth: ColourDepth = .full, isNumbered: Bool = false) {
    self.width = min(max(width, FrameText.widths.lowerBound), FrameText.widths.upperBound)
    self.colours = colours
    self.depth = depth
    self.isNumbered = isNumbered
  }

  /// Renders the frame; ends with a line break. No line is wider than `width`, and user input cannot send commands to
  /// the terminal.
  public func text(of frame: Frame) -> String { text(of: lines(of: frame)) }

  func text(of lines: [ScreenLine]) -> String { rows(of: lines).map { $0 + "\n" }.joined() }

  /// The lines as they are written, without their line breaks.
  func rows(of lines: [ScreenLine]) -> [String] {
    var paint = colours.map { AnsiPaint(tokens: $0, depth: depth) }
    return lines.map { paint?.text(of: $0, width: width) ?? $0.text.trimmed }
  }

  // MARK: Frame layout

  private var margin: Int { width >= 50 ? 2 : 0 }
  var inner: Int { width - 2 * margin }

  func lines(of frame: Frame) -> [ScreenLine] {
    parts(of: frame, isNumbered ? Choices(in: frame) : .none).whole
  }

  /// The parts of a screen, of which a terminal with few rows keeps the toasts in view.
  struct Parts {
    var screen: [ScreenLine]
    var news: [ScreenLine]
    var below: [ScreenLine] = []

    var whole: [ScreenLine] { screen + [news, below].flatMap { $0.isEmpty ? [] : [ScreenLine()] + $0 } }
  }

  func parts(of frame: Frame, _ choices: Choices) -> Parts {
    let drawing = Drawing(choices: choices)
    let bars = ScreenBars(frame.chrome)
    let news = set(drawing.lines(frame.toasts, inner))
    guard let dialog = frame.dialog else {
      return Parts(
        screen: above(bars, drawing) + content(frame.title, frame.nodes, frame.settled, drawing), news: news,
        below: below(bars, drawing))
    }
    guard dialog.role == .sheet else {
      let behind = set(ScreenLine("Behind this: \(frame.title)").wrapped(to: inner))
      return Parts(screen: behind.map(\.dimmed) + [ScreenLine()] + set(drawing.lines([dialog], inner)), news: news)
    }
    // A sheet is a screen of its own. Nothing behind it can be used until it is closed.
    let first = dialog.children.first
    let isTitled = first?.role == .heading && first?.label == dialog.label
    return Parts(
      screen: content(dialog.label, Array(dialog.children.dropFirst(isTitled ? 1 : 0)), frame.settled, drawing),
      news: news)
  }

  private func above(_ bars: ScreenBars, _ drawing: Drawing) -> [ScreenLine] {
    let lines = bars.above.flatMap { bar in
      bar.role == .banner
        ? set(drawing.banner(bar, inner)) + [.rule("━", width, .accent)]
        : bar.role == .navigation
          ? set(drawing.bar(bar, inner)) + [.rule("─", width)] : set(drawing.lines([bar], inner))
    }
    return lines.isEmpty ? [] : lines + [ScreenLine()]
  }

  /// Draws the title, unless there is a top-level heading, and the content.
  private func content(_ title: String, _ elements: [Element], _ isSettled: Bool, _ drawing: Drawing)
    -> [ScreenLine]
  {
    let hasTitle = elements.flatMap(\.all).contains { $0.role == .heading && ($0.state.level ?? 2) == 1 }
    let title = hasTitle || title.isEmpty ? [] : drawing.heading(title, 1, inner)
    let nodes = drawing.lines(elements, inner)
    let waiting = isSettled ? [] : [ScreenLine(), ScreenLine("Something is still on its way.", .soft)]
    return set(title + (title.isEmpty || nodes.isEmpty ? [] : [ScreenLine()]) + nodes + waiting)
  }

  private func below(_ bars: ScreenBars, _ drawing: Drawing) -> [ScreenLine] {
    bars.below.flatMap { [.rule("─", width)] + set(drawing.bar($0, inner)) }
  }

  /// The keys that can be typed, on as many lines as needed.
  func hint(_ keys: [(String, String)]) -> [ScreenLine] {
    set(Drawing(choices: .none).flow(ConsoleWords.hint(keys), inner))
  }

  /// Adds the margin at the left.
  func set(_ lines: [ScreenLine]) -> [ScreenLine] { lines.map { $0.isEmpty ? $0 : .blank(margin) + $0 } }
}

extension String {
  fileprivate var trimmed: String {
    var text = self
    while text.last == " " { text.removeLast() }
    return text
  }
}
