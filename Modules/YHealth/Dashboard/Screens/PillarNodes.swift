internal import Board
internal import Days
internal import Interface
internal import Kernel
internal import Pillar
internal import Plot
internal import Scores

// The three pillars, of the same size and form in every state.
extension BoardView<DashboardCards> {
  var pillars: Leaf {
    .section("Your pillars", id: "pillars", Pillar.allCases.map { isLoading ? shape($0) : tile($0) })
  }

  private func shape(_ pillar: Pillar) -> Leaf {
    .skeleton("Loading \(pillar.title)", id: pillar.rawValue, lines: 4)
  }

  private func tile(_ pillar: Pillar) -> Leaf {
    let known = facts?[pillar]
    var tile: Leaf
    switch known?.standing {
    case .score(let score): tile = scored(pillar, score)
    case .syncing:
      tile = empty(pillar, .syncing(pillar)).with { $0.isBusy = true }
    case .unavailable, nil: tile = empty(pillar, .unavailable(pillar.title))
    }
    tile.offers = [Offer(.activate) { _ in .tap(.pillar(pillar)) }]
    tile.destination = Ways.pillar(pillar.rawValue)
    if isDeep { tile.children.append(trend(pillar, known)) }
    return tile
  }

  private func scored(_ pillar: Pillar, _ score: PillarScore) -> Leaf {
    guard let value = score.value.map({ min(max($0, 0), 100) }) else {
      return empty(pillar, "No score yet", hint: score.coverage.sentence)
    }
    let level = Level(value)
    return .score(
      pillar.title, id: pillar.rawValue, number: Double(value), word: level.title, tone: level.tone,
      icon: pillar.icon, hint: score.coverage.sentence)
  }

  /// A tile of the same form without a number, with the reason.
  private func empty(_ pillar: Pillar, _ words: String, hint: String? = nil) -> Leaf {
    Leaf(.meter, pillar.title, id: pillar.rawValue, value: words, hint: hint).with { $0.icon = pillar.icon }
  }

  // MARK: Trend chart

  /// Fewest days that make a trend.
  private static var leastForTrend: Int { 3 }

  private func trend(_ pillar: Pillar, _ known: PillarFacts?) -> Leaf {
    let last: CalendarDay = if case .score(let score) = known?.standing { score.day } else { today }
    let history = known?.history ?? []
    let points = history.enumerated().compactMap { place, value -> Point? in
      let day = last.following(place - history.count + 1)
      return Day(day.year, day.month, day.day).map { Point(.day($0), value.map { Double(min(max($0, 0), 100)) }) }
    }
    guard points.count(where: { $0.y != nil }) >= Self.leastForTrend else {
      return .note("No trend yet", id: "trend")
    }
    let series = Series(
      id: pillar.rawValue, name: pillar.title, hue: Hue(pillar.rawValue), dash: Series.Dash(pillar),
      shape: Series.Shape(pillar), points: points)
    return .chart(
      ChartSpec(
        title: "\(pillar.title), 7 days", zone: surroundings.now.zone,
        kind: .sparkline(Sparkline(series, noise: Double(Scores.noise)))), id: "trend")
  }
}

extension Pillar {
  var icon: Icon {
    switch self {
    case .fitness: .fitness
    case .nutrition: .nutrition
    case .wellbeing: .wellbeing
    }
  }
}

extension Level {
  var tone: Tone {
    switch self {
    case .excellent: .excellent
    case .needsAttention: .needsAttention
    case .priorityFocus: .priorityFocus
    }
  }
}
