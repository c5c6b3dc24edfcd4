internal import Days
internal import Interface
internal import Kernel
internal import Measures
internal import Pillar
internal import Scores

// The head of a pillar's screen: the score, what it is compared with, and the next step.
extension ProgressState {
  /// The title of the screen and the score, which is said nowhere else on it.
  func head(of score: PillarScore, _ surroundings: Surroundings) -> Node<ProgressWindowAction> {
    let pillar = score.pillar
    var nodes: [Node<ProgressWindowAction>] = [.heading(pillar.title, level: 1), score.node(hasThreshold: true)]
    if let value = score.value {
      if let before = lastWeek[pillar] {
        nodes.append(.note(ProgressState.words(from: before, to: value), id: "trend"))
      }
      if score.coverage.share < 1 { nodes.append(.note("From \(score.coverage.sentence)", id: "coverage")) }
    } else {
      nodes.append(.text(score.lacks, id: "lacks"))
    }
    if score.day != surroundings.now.day {
      nodes.append(.note("As of \(DateWords(surroundings.now).day(score.day))", icon: .clock, id: "as-of"))
    }
    return .group(id: "head", [.group(id: "now", nodes)] + next(score))
  }

  /// The first lever, with the link that begins it. Without a score, the next step is to log.
  private func next(_ score: PillarScore) -> [Node<ProgressWindowAction>] {
    guard !score.isThin else {
      return [.group(id: "next", [.link("Log something", to: ProgressPlaces.log, id: "do", icon: .add)])]
    }
    guard let lever = score.levers.first else { return [] }
    let way = lever.way(of: score.pillar)
    return [.group(id: "next", [.text(lever.sentence, id: "step"), .link(way.title, to: way.route, id: "do")])]
  }

  /// The difference of a score from the one of a week before, without a judgement: most differences are small.
  private static func words(from before: Int, to now: Int) -> String {
    let difference = now - before
    return difference == 0
      ? "Same as last week" : "\(difference.magnitude) \(difference > 0 ? "more" : "less") than last week"
  }
}

extension Lever {
  /// The screen on which the change begins: what is counted by logging is logged, anything else is a goal.
  func way(of pillar: Pillar) -> (title: String, route: Route) {
    switch measure {
    case .workouts, .workoutMinutes: ("Log workout", ProgressPlaces.log("workout"))
    case .meals, .protein, .fibre, .calories, .carbohydrate, .fat: ("Log meal", ProgressPlaces.log("meal"))
    case .water: ("Log water", ProgressPlaces.log("water"))
    case .journal: ("Write journal", ProgressPlaces.log("journal"))
    case .habitsDone, .habitsDue: ("Open habits", ProgressPlaces.habits)
    default: ("Set a goal", GoalFormName.new(pillar).route)
    }
  }
}
