public import Kernel
public import Plot

// Constructors of figures, progress, placeholders, conversations and calendars.
extension Node {
  /// A rated number: "Fitness, 81, Excellent". The word and the icon carry the same information as the colour.
  public static func score(
    _ label: String, id: String? = nil, number: Double, in range: ClosedRange<Double> = 0...100, word: String,
    tone: Tone,
    icon: Icon, to destination: Route? = nil, hint: String? = nil
  ) -> Node {
    Node(.meter, label, id: id, value: "\(number.plain), \(word)", hint: hint, destination: destination).with { state in
      state.number = number
      state.minimum = range.lowerBound
      state.maximum = range.upperBound
      state.tone = tone
      state.icon = icon
    }
  }

  /// A progress bar: `done` of `whole`; indeterminate if `done` is nil or `whole` is not a positive number.
  public static func progress(_ label: String, id: String? = nil, done: Double? = nil, of whole: Double = 1) -> Node {
    let done = done.flatMap { whole > 0 && whole.isFinite && $0.isFinite ? min(max($0, 0), whole) : nil }
    return Node(.progressbar, label, id: id, value: done.map { "\(Int((100 * $0 / whole).rounded())) %" }).with {
      state in
      state.number = done
      state.minimum = done == nil ? nil : 0
      state.maximum = done == nil ? nil : whole
      state.isBusy = true
    }
  }

  /// A placeholder for content that is loading; a screen reader announces its label once.
  public static func skeleton(_ label: String = "Loading", id: String? = nil, lines: Int = 3) -> Node {
    Node(.skeleton, label, id: id).with { state in
      state.isBusy = true
      state.size = lines
    }
  }

  /// A banner that stays until it no longer applies or is dismissed.
  public static func notice(
    _ text: String, id: String? = nil, tone: Tone, icon: Icon, dismiss: Action? = nil, _ children: [Node] = []
  ) -> Node {
    var notice = Node(tone == .critical ? .alert : .status, text, id: id, children: children)
    notice.state.tone = tone
    notice.state.icon = icon
    notice.state.live = tone == .critical ? .assertive : .polite
    if let dismiss {
      notice.offers = [Offer(.dismiss) { _ in dismiss }]
      notice.children.append(.button("Dismiss", icon: .close, does: dismiss))
    }
    return notice
  }

  /// A notice of a problem: what happened, what is safe and what to do.
  public static func problem(_ problem: Problem, id: String? = "problem", dismiss: Action? = nil) -> Node {
    notice(problem.sentence, id: id, tone: .warning, icon: .warning, dismiss: dismiss)
  }

  /// A notice in place of what could not be read, with the button that tries again.
  public static func unread(_ problem: Problem, before words: String? = nil, retry: Action) -> Node {
    notice(
      [words, problem.sentence].compactMap(\.self).joined(separator: " "), id: "unread", tone: .warning, icon: .warning,
      [.button("Retry", icon: .refresh, does: retry)])
  }

  /// An empty state: a sentence, a reason, and one action.
  public static func empty(
    _ sentence: String, because reason: String, id: String = "empty", icon: Icon, _ way: Node? = nil
  )
    -> Node
  {
    Node(
      .region, sentence, id: id,
      children: [.heading(sentence, level: 2, id: "sentence"), .text(reason, id: "reason")] + (way.map { [$0] } ?? [])
    ).with { $0.icon = icon }
  }

  /// A static chart with its values; its title and text are shown where it cannot be drawn.
  public static func chart(_ spec: ChartSpec, id: String? = nil) -> Node {
    Node(.chart, spec.title, id: id, value: spec.text, chart: spec, children: values(of: spec).map { [$0] } ?? [])
  }

  /// A conversation; new messages are announced.
  public static func conversation(_ label: String, id: String? = nil, _ messages: [Node]) -> Node {
    Node(.log, label, id: id, children: messages).with { $0.live = .polite }
  }

  /// The place to write in a conversation: a field and the buttons beside it. A face keeps it in reach at the end of the screen.
  public static func composer(_ field: Node, _ buttons: [Node]) -> Node {
    Node(.group, "", id: "composer", children: [field] + buttons)
  }

  /// One message of a conversation: sender, text, time and delivery state.
  public static func message(
    from sender: String, _ text: String, id: String, at time: String, isOwn: Bool, delivery: String? = nil,
    _ children: [Node] = []
  ) -> Node {
    let about = [time, delivery].compactMap(\.self).joined(separator: ", ")
    return Node(.message, sender, id: id, value: text, hint: about, children: children).with { $0.isCurrent = isOwn }
  }

  /// A month, week or day as a grid with one cell for each day.
  public static func calendar(_ label: String, id: String? = nil, weeks: [[Node]], columns: [String]) -> Node {
    let heads = Node(.row, "Days", id: "days", children: columns.map { Node(.columnheader, $0) })
    let rows = weeks.enumerated().map { index, days in
      Node(.row, "Week \(index + 1)", id: "week-\(index + 1)", children: days)
    }
    return Node(.grid, label, id: id, children: [heads] + rows)
  }

  /// One day of a calendar. Its id is its date.
  public static func day(
    _ label: String, id: String, holds entries: [Node] = [], isToday: Bool = false, isSelected: Bool = false,
    choose action: Action
  ) -> Node {
    Node(.gridcell, label, id: id, offers: offers(activate: action), children: entries).with { state in
      state.isCurrent = isToday
      state.isSelected = isSelected
    }
  }
}
