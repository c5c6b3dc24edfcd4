public import Interface
internal import Kernel
internal import Plot

// The screen as a pure function of the state, on its own or as a part of another feature's screen.
extension ChartsState {
  public func screen(_ route: Route, in surroundings: Surroundings) -> Screen<ChartsAction> {
    Screen(
      route, title: subject.title, nodes: [.heading(subject.title, level: 1)] + nodes(in: surroundings), dialog: dialog)
  }

  /// The nodes of the chart and its controls, for screens that show more than a chart. Their dialog is `dialog`.
  public func nodes(in surroundings: Surroundings) -> [Node<ChartsAction>] {
    guard isDeep || !subject.isAdvanced else {
      return [
        .empty(
          "\(subject.title) is a chart of Deep mode.",
          because: "Light mode shows simple pictures of the last seven days.",
          id: "deeper", icon: .layers)
      ]
    }
    return ranges + content(in: surroundings)
  }

  private func content(in surroundings: Surroundings) -> [Node<ChartsAction>] {
    var view = view
    view.textSize = surroundings.textSize
    view.write(in: surroundings.locale)
    switch reading {
    case .unread: return [.chartSkeleton("Loading \(subject.title)", of: subject.kind, id: "skeleton", in: view)]
    case .underWay:
      return [
        .progress("Loading \(words(for: period))", id: "progress"),
        .chartSkeleton("Loading \(subject.title)", of: subject.kind, id: "skeleton", in: view),
        .button("Cancel", id: "cancel", icon: .close, hint: "The previous chart is restored.", does: .cancel),
      ]
    case .cancelled:
      return [
        .empty(
          "\(subject.title) was not loaded.", because: "You cancelled it.", icon: .activity,
          .button("Load chart", id: "load", icon: .refresh, does: .retry))
      ]
    case .failed(let problem):
      return [
        .notice(
          problem.sentence, id: "problem", tone: .warning, icon: .warning,
          [.button("Try again", id: "again", icon: .refresh, does: .retry)])
      ]
    case .done: break
    }
    guard let drawn else { return [] }
    guard let chart = drawn.chart else {
      return [
        .notice(
          "Chart unavailable. Summary: \(drawn.spec.text)", id: "fallback", tone: .warning, icon: .warning,
          [.button("Try again", id: "again", icon: .refresh, does: .retry)])
      ]
    }
    if let words = lack { return [empty(words)] }
    return looks + shown(chart, drawn.spec, view) + actions
  }

  // MARK: Empty state

  /// The reason for a missing picture, in the specified words. Hiding every series is the user's own choice and not
  /// reported.
  private var lack: String? {
    guard let chart, hidden.count < max(chart.series.count, 1) || hidden.isEmpty,
      case .lacking(let words) = scene?.state
    else { return nil }
    if case .custom = period, words == "No data available for this chart." {
      return "No data available for selected period."
    }
    return words
  }

  private func empty(_ sentence: String) -> Node<ChartsAction> {
    if window != nil {
      return .empty(
        sentence, because: "There is no data in the visible range.", icon: .activity,
        .button("Whole range", id: "whole", icon: .undo, does: .whole))
    }
    let chart = chart?.summary(in: view.viewport(ChartsState.size)) ?? sentence
    let reason =
      chart == sentence || !chart.contains(sentence)
      ? "There is no data in \(words(for: period))." : "There is too little data for a chart."
    let way: Node<ChartsAction>? =
      isDeep && subject.hasRanges && period != .days(365)
      ? .button("Show 365 days", id: "more", icon: .calendar, does: .show(days: 365)) : nil
    return .empty(sentence, because: reason, icon: .activity, way)
  }

  func words(for period: Period) -> String {
    switch period {
    case .all: "all data"
    case .days(let count): "the last \(count) days"
    case .custom(let from, let to): "\(from.text) to \(to.text)"
    }
  }

  // MARK: Ranges

  private var ranges: [Node<ChartsAction>] {
    guard isDeep, subject.hasRanges else { return [] }
    let presets = Period.presets.map { (id: "\($0)", title: "\($0) days") }
    let selected: String
    switch period {
    case _ where asking != nil: selected = "custom"
    case .days(let count): selected = "\(count)"
    case .custom, .all: selected = "custom"
    }
    let choice = Node<ChartsAction>.choice(
      "Time range", id: "range", presets + [(id: "custom", title: "Custom")], selected: selected
    ) { id in Int(id).map { .show(days: $0) } ?? .askForRange }
    return [choice] + (asking.map { [form($0)] } ?? [])
  }

  private func form(_ form: RangeForm) -> Node<ChartsAction> {
    func day(
      _ label: String, _ id: String, _ text: String, _ complaint: String?,
      _ type: @escaping @Sendable (String) -> ChartsAction
    ) -> Node<ChartsAction> {
      .field(label, id: id, holds: text, role: .datefield, draft: type, commit: type) { about in
        about.example = "2026-03-12"
        about.longest = RangeForm.longest
        about.invalid = complaint
      }
    }
    return .group(
      "Custom range", id: "own",
      [
        day("First day", "first", form.first, nil) { .typeFirst($0) },
        day("Last day", "last", form.last, form.complaint) { .typeLast($0) },
        .button("Show this range", id: "show", icon: .calendar, does: .showRange),
      ])
  }

  // MARK: Display modes and actions

  private var looks: [Node<ChartsAction>] {
    guard isDeep else { return [] }
    return [
      .tabs(
        "Shown as", id: "look",
        [
          (id: Look.picture.rawValue, title: "As a picture", icon: .activity),
          (id: Look.table.rawValue, title: "As a table", icon: .list),
          (id: Look.words.rawValue, title: "In words", icon: .chat),
        ], selected: look.rawValue
      ) { .look(Look(rawValue: $0) ?? .picture) }
    ]
  }

  private func shown(_ chart: Chart, _ spec: ChartSpec, _ view: ChartView) -> [Node<ChartsAction>] {
    switch isDeep ? look : .picture {
    case .picture: return [picture(chart, spec, view)] + legend(chart) + review
    case .table: return table(chart) + legend(chart)
    case .words:
      let sentences = chart.description(in: view.viewport(ChartsState.size))
      return [.list("In words", id: "words", sentences.enumerated().map { .row($1, id: "sentence-\($0 + 1)") })]
    }
  }

  private var actions: [Node<ChartsAction>] {
    isDeep
      ? [.button("Export", id: "export", icon: .share, hint: "As a picture, a table or a sound.", does: .export)] : []
  }
}
