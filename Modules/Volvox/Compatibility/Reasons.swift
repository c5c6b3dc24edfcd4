internal import Days

extension Match {
  /// The reasons of the score, those that count most first; a factor without points is not one.
  public func reasons(_ candidate: Candidate, for viewer: Viewpoint) -> [Reason] {
    Factor.allCases.compactMap { factor in
      points[factor] > 0
        ? Reason(factor: factor, points: points[factor], words: words(factor, candidate, viewer)) : nil
    }.sorted { $0.points > $1.points }
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
      let days = sponsor.daysSober(on: viewer.today) ?? 0
      let length = days < 730 ? "more than a year" : "\(days / 365) years"
      return role == .sponsor ? "Sober for \(length)." : "You have been sober for \(length)."
    case .completeness:
      return "Much of both profiles is filled in."
    case .room:
      return role == .sponsor ? "Has room for another sponsee." : "You have room for another sponsee."
    }
  }
}
