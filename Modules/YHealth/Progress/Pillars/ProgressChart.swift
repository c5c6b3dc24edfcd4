public import Interface
public import Measures
public import Pillar

/// One of the charts of a pillar: the score's course, a measure, or several that belong together.
public struct ProgressChart: Sendable, Hashable {
  public let pillar: Pillar
  /// As its address has it.
  public let id: String
  public let title: String
  /// As `ChartSpec.Kind.name` has it.
  public let kind: String
  /// Nil for the score.
  let form: ChartForm?

  init(_ pillar: Pillar, _ form: ChartForm) {
    self.pillar = pillar
    self.form = form
    // In per cent of what was due.
    title = form == .kept ? "Habits kept" : form.title
    id = title.lowercased().replacing(",", with: "").replacing(" ", with: "-")
    kind = form.kind
  }

  init(score pillar: Pillar) {
    self.pillar = pillar
    form = nil
    title = "\(pillar.title) score"
    id = "score"
    kind = "line"
  }

  /// Whatever a pillar's screen shows in either mode.
  public static let all: [ProgressChart] = Pillar.allCases.flatMap { pillar in
    [ProgressChart(score: pillar)]
      + ([true, false].flatMap { ChartForm.forms(of: pillar, isDeep: $0) } + ChartForm.more(of: pillar))
      .map { ProgressChart(pillar, $0) }.unique
  }

  /// The chart of one measure; nil when no pillar's screen has one.
  public static func of(_ measure: Measure) -> ProgressChart? { all.first { $0.form?.only == measure } }

  /// Where it has any range and can be taken away. Another feature's screen, which the shell puts there.
  public var place: Place {
    // Told from where the same is logged.
    Place(
      RoutePattern([.word("pillars"), .word(pillar.rawValue), .word(id)]), title: "\(title) chart", keywords: ["export"]
    )
  }

  var route: Route { Route(["pillars", pillar.rawValue, id]) }

  func link<Action>() -> Node<Action> {
    .link("Look closer at \(title)", to: route, id: "closer", icon: .search)
  }
}

extension [ProgressChart] {
  fileprivate var unique: [ProgressChart] {
    var met: Set<String> = []
    return filter { met.insert($0.id).inserted }
  }
}
