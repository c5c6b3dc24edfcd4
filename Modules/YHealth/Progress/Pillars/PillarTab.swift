internal import Interface
internal import Pillar

/// A tab of a pillar's screen. Each window keeps its own open tab for each pillar.
public enum PillarTab: String, Sendable, Hashable, CaseIterable {
  case charts, entries, goals, recovery

  /// The tabs of a pillar, in order. The first one is open at first.
  static func all(of pillar: Pillar) -> [PillarTab] {
    pillar == .fitness ? [.charts, .entries, .goals, .recovery] : [.charts, .entries, .goals]
  }

  /// The tab that a route opens; nil for one that leaves it as it is.
  static func asked(by route: Route) -> (Pillar, PillarTab)? {
    guard route.path.count == 2, let pillar = Pillar(rawValue: route.path[1]),
      let tab = route.parameters["tab"].flatMap({ PillarTab(rawValue: $0) }), all(of: pillar).contains(tab)
    else { return nil }
    return (pillar, tab)
  }

  var title: String {
    switch self {
    case .charts: "Charts"
    case .entries: "Entries"
    case .goals: "Goals"
    case .recovery: "Recovery"
    }
  }
}

/// A position on a pillar's screen that takes nodes of other features.
public enum PillarSlot: Sendable, Hashable {
  /// Below the score: messages.
  case notices
  /// At the end of an open tab.
  case tab(PillarTab)
}

extension ProgressWindowState {
  /// The open tab of a pillar.
  func tab(of pillar: Pillar) -> PillarTab { tabs[pillar] ?? .charts }
}

extension Pillar {
  func tabs(selected: PillarTab) -> Node<ProgressWindowAction> {
    .tabs(
      "\(title) in detail", id: "tabs",
      PillarTab.all(of: self).map { (id: $0.rawValue, title: $0.title, icon: nil) }, selected: selected.rawValue
    ) { .turn(to: PillarTab(rawValue: $0) ?? .charts, of: self) }
  }
}
