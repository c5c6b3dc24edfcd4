internal import Days
internal import Hours
public import Interface
internal import Kernel
internal import Platform

// The screen as a pure function of the state and the surroundings.
extension AnalyticsState {
  typealias N = Node<AnalyticsAction>

  public static let route = Route(["settings", "usage"])

  public static let place = Place(
    "/settings/usage", title: "Usage statistics", keywords: ["analytics", "events", "tracking", "recorded"])

  /// The most events that are listed.
  static let shown = 50

  public func screen(_ route: Route, in surroundings: Surroundings) -> Screen<AnalyticsAction> {
    let title = AnalyticsState.place.title
    return Screen(route, title: title, nodes: [.heading(title, level: 1)] + content(surroundings))
  }

  private func content(_ surroundings: Surroundings) -> [N] {
    switch reading {
    case .unread, .underWay: return [.skeleton("Loading the recorded events")]
    case .failed(let problem):
      return [
        .notice(
          problem.sentence, id: "problem", tone: .warning, icon: .warning,
          [.button("Try again", icon: .refresh, does: .retry)])
      ]
    case .done: break
    }
    let consent = N.link(decision.title, to: decision.route, id: "consent", icon: .book)
    let days = counting?.days ?? []
    guard isAllowed || !queue.isEmpty || !days.isEmpty else {
      return [
        .empty(
          "Nothing is recorded.", because: decision.refused, icon: .lock, consent)
      ]
    }
    return (problem.map { [.problem($0)] } ?? [])
      + [
        .text(
          "These are all of the events that are recorded: names, choices and counts, never what you type or your "
            + "health data. \(whereabouts)", id: "words"), list(surroundings),
      ] + counts(surroundings)
      + (queue.isEmpty && days.isEmpty
        ? [] : [.button("Delete recorded events", id: "delete", icon: .remove, does: .deleteAll)])
      + [consent]
  }

  private func list(_ surroundings: Surroundings) -> N {
    guard !queue.isEmpty else { return .note("No event is recorded yet.", icon: .info, id: "none") }
    let rows = queue.suffix(AnalyticsState.shown).reversed().map { event in
      N.row(event.text, id: "event-\(event.id)", value: DateWords(surroundings.now).instant(event.at))
    }
    let more = queue.count > AnalyticsState.shown ? ", the last \(AnalyticsState.shown) shown" : ""
    return .section(
      "Recorded events", id: "events",
      [.note("\(queue.count) recorded\(more)", id: "count"), .list("Events", id: "list", rows)])
  }

  /// The counts of each day, the newest first, for a person who consents to them or has some.
  private func counts(_ surroundings: Surroundings) -> [N] {
    guard let counting, counting.isAllowed || !counting.days.isEmpty else { return [] }
    let words = DateWords(surroundings.now)
    let days = counting.days.sorted { ($1.day, $0.event) < ($0.day, $1.event) }
    let rows = days.prefix(AnalyticsState.shown).map { count in
      N.row(
        count.event, id: "count-\(count.id)",
        value: "\(words.day(count.day)), \(count.times == 1 ? "once" : "\(count.times) times")")
    }
    let more = days.count > AnalyticsState.shown ? " The last \(AnalyticsState.shown) are shown." : ""
    return [
      .section(
        "Daily counts for your server", id: "counts",
        [.note("All of it is here: a day, the name of what was used, and a number.\(more)", icon: .info, id: "about")]
          + (rows.isEmpty
            ? [.note("Nothing is counted yet.", icon: .info, id: "no-counts")]
            : [.list("Counts", id: "count-list", Array(rows))]))
    ]
  }
}
