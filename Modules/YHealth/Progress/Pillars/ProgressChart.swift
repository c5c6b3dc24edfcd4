public import Interface
public import Measures
public import Pillar

/// A chart of a pillar: the score's trend, a measure, or several related ones.
public struct ProgressChart: Sendable, Hashable {
  public let pillar: Pillar
  /// The path component of its route.
  public let id: String
  public let title: String
  /// The kind, spelled as `ChartSpec.Kind.name`.
  public let kind: String
  /// Nil for the score.
  let form: ChartForm?

  init(_ pillar: Pillar, _ form: ChartForm) {
    self.pillar = pillar
    self.form = form
    // Per cent of the habits due.
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

  /// All charts of the pillars' screens, in either mode.
  public static let all: [ProgressChart] = Pillar.allCases.flatMap { pillar in
    [ProgressChart(score: pillar)]
      + ([true, false].flatMap { ChartForm.forms(of: pillar, isDeep: $0) } + ChartForm.more(of: pillar))
      .map { ProgressChart(pillar, $0) }.unique
  }

  /// The chart of one measure; nil when no pillar's screen has one.
  public static func of(_ measure: Measure) -> ProgressChart? { all.first { $0.form?.only == measure } }

  /// The place of the chart's own screen, with any range and export. The shell provides that screen from another
  /// feature.
  public var place: Place {
    // Titled to distinguish it from the place where the same measure is logged.
    Place(
      RoutePattern([.word("pillars"), .word(pillar.rawValue), .word(id)]), title: "\(title) chart", keywords: ["export"]
    )
  }

  var route: Route { Route(["pillars", pillar.rawValue, id]) }

  func link<Action>() -> Node<Action> {
    .link("Explore \(title)", to: route, id: "closer", icon: .search)
  }
}

extension [ProgressChart] {
  fileprivate var unique: [ProgressChart] {
    var met: Set<String> = []
    return filter { met.insert($0.id).inserted }
  }
}
