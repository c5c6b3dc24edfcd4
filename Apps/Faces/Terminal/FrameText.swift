public import Interface

/// Renders a frame as text, for terminals and for comparison in tests.
public struct FrameText: Sendable, Hashable {
  /// The supported widths in columns; wider text is hard to read.
  public static let widths = 20...100

  public let width: Int
  /// The colours of the product's theme; nil for plain text.
  public let colours: Tokens?
  /// Whether everything that can be acted on has a number, by which it is chosen.
  public let isNumbered: Bool

  public init(width: Int = 80, colours: Tokens? = nil, isNumbered: Bool = false) {
    self.width = min(max(width, FrameText.widths.lowerBound), FrameText.widths.upperBound)
    self.colours = colours
    self.isNumbered = isNumbered
  }

  /// Renders the frame; ends with a line break. No line is wider than `width`, and user input cannot send commands to
  /// the terminal.
  public func text(of frame: Frame) -> String { text(of: lines(of: frame)) }

  func text(of lines: [ScreenLine]) -> String {
    let paint = colours.map { AnsiPaint(tokens: $0) }
    return lines.map { line in
      paint?.text(of: line, width: width) ?? line.text.trimmed
    }.map { $0 + "\n" }.joined()
  }

  // MARK: Frame layout

  private var margin: Int { width >= 50 ? 2 : 0 }
  var inner: Int { width - 2 * margin }

  func lines(of frame: Frame) -> [ScreenLine] {
    let drawing = Drawing(choices: isNumbered ? Choices(in: frame) : .none)
    let bars = ScreenBars(frame.chrome)
    guard let dialog = frame.dialog else {
      return above(bars, drawing) + content(of: frame, drawing) + news(of: frame, drawing)
        + below(bars, drawing)
    }
    // A dialog replaces the screen behind it; a sheet leaves it visible, dimmed.
    let behind = Drawing(choices: .none)
    let rest =
      dialog.role == .sheet
      ? above(bars, behind) + content(of: frame, behind)
      : set(ScreenLine("Behind this: \(frame.title)").wrapped(to: inner))
    return rest.map(\.dimmed) + [ScreenLine()] + set(drawing.lines([dialog], inner)) + news(of: frame, drawing)
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

  /// Draws the title, unless the screen has a top-level heading, and the screen.
  private func content(of frame: Frame, _ drawing: Drawing) -> [ScreenLine] {
    let hasTitle = frame.nodes.flatMap(\.all).contains { $0.role == .heading && ($0.state.level ?? 2) == 1 }
    let title = hasTitle ? [] : drawing.heading(frame.title, 1, inner)
    let nodes = drawing.lines(frame.nodes, inner)
    let waiting = frame.settled ? [] : [ScreenLine(), ScreenLine("Something is still on its way.", .soft)]
    return set(title + (title.isEmpty || nodes.isEmpty ? [] : [ScreenLine()]) + nodes + waiting)
  }

  private func news(of frame: Frame, _ drawing: Drawing) -> [ScreenLine] {
    frame.toasts.isEmpty ? [] : [ScreenLine()] + set(drawing.lines(frame.toasts, inner))
  }

  private func below(_ bars: ScreenBars, _ drawing: Drawing) -> [ScreenLine] {
    bars.below.flatMap { [ScreenLine(), .rule("─", width)] + set(drawing.bar($0, inner)) }
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
