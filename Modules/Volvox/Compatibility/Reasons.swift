internal import Days

extension Match {
  /// The reasons of the score, those that count most first; a factor without points is not one.
  public func reasons(_ candidate: Candidate, for viewer: Viewpoint) -> [Reason] {
    Factor.allCases.compactMap { factor in
      points[factor] > 0
        ? Reason(factor: factor, points: points[factor], words: words(factor, candidate, viewer)) : nil
    }.sorted { $0.points > $1.points }
  }

  /// In years of the calendar: the day before an anniversary, the year is not full.
  private static func length(since day: CalendarDay, on today: CalendarDay) -> String {
    let years = today.months(since: day) / 12
    if years >= 2 { return "\(years) years" }
    let days = max(0, today.days(since: day))
    return days > 366 ? "more than a year" : "\(days) days"
  }

  private func words(_ factor: Factor, _ candidate: Candidate, _ viewer: Viewpoint) -> String {
    let person = viewer.person
    switch factor {
    case .program:
      return points.program == Factor.program.most
        ? "You follow the same programme." : "One of you has not named a programme."
    case .availability:
      return "You can both talk: \(person.availability.intersection(candidate.availability).words)."
    case .region:
      return points.region == Factor.region.most ? "You live in the same region." : "You live in the same country."
    case .experience:
      let sponsor = role == .sponsor ? candidate : person
      let length = sponsor.soberSince.map { Match.length(since: $0, on: viewer.today) } ?? "some time"
      return role == .sponsor ? "Sober for \(length)." : "You have been sober for \(length)."
    case .completeness:
      switch points.completeness {
      case 10...: return "Both profiles are filled in."
      case 7...: return "Much of the two profiles is filled in."
      case 4...: return "Some of the two profiles is filled in."
      default: return "A little of the two profiles is filled in."
      }
    case .room:
      return role == .sponsor ? "Has room for another sponsee." : "You have room for another sponsee."
    }
  }
}
