internal import Board
internal import Pillar

// Bounds on the facts, whatever their origin.
extension DashboardFacts {
  private static let mostCards = 20
  private static let mostAchievements = 12

  /// The facts without what no screen could show: malformed cards, duplicate identifiers, and more cards than fit.
  public func bounded(after older: DashboardFacts?) -> DashboardFacts {
    var facts = self
    facts.pillars = Pillar.allCases.map { pillar in
      let known = self[pillar]
      return PillarFacts(pillar, known.standing, history: Array(known.history.suffix(PillarFacts.days)))
    }
    // Insights that could not be made stay as they were.
    facts.insights = (insights ?? older?.insights).map { cards in
      var names: Set<String> = []
      // The most useful ones stay when there are too many.
      return Array(
        cards.filter { $0.isSound && names.insert($0.id).inserted }
          .enumerated().sorted { ($0.element.priority, $0.offset) < ($1.element.priority, $1.offset) }
          .prefix(DashboardFacts.mostCards).map(\.element))
    }
    var names: Set<String> = []
    facts.achievements = Array(
      achievements.filter { $0.id.isName && $0.title.isShort(200) && names.insert($0.id).inserted }
        .prefix(DashboardFacts.mostAchievements))
    return facts
  }
}

extension InsightCard {
  /// Whether the card has a valid identifier, text, button and priority.
  var isSound: Bool {
    id.isName && title.isShort(200) && text.isShort(600) && button.isShort(60) && (1...5).contains(priority)
      && (more.map { $0.isShort(2000) } ?? true)
  }
}

extension String {
  /// Whether the string can be part of a node's identifier.
  fileprivate var isName: Bool {
    isShort(120)
      && utf8.allSatisfy { byte in
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
          UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"):
          true
        default: false
        }
      }
  }

  /// Whether the string is not blank and has at most `longest` bytes.
  fileprivate func isShort(_ longest: Int) -> Bool {
    utf8.count <= longest && contains { !$0.isWhitespace }
  }
}
