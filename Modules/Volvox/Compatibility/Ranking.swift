internal import Days

/// Ranks candidates for a person: hard gates first, then a score that is the same seen from either side.
public enum Ranking {
  /// The least sobriety of a sponsor, in days. A.A.'s pamphlet on sponsorship advises a year.
  public static let leastSobriety = 365
  /// The days of sobriety that count in full for a sponsor's experience.
  static let fullExperience = 5 * 365

  /// The matches of a person, the best first. Equal scores are ordered by a mark of the two persons that differs from
  /// viewer to viewer, so that no sponsor stands first for everybody. The order of the candidates does not matter.
  public static func rank(
    _ candidates: [Candidate], for viewer: Viewpoint, filter: MatchFilter = MatchFilter()
  ) -> [Match] {
    let filter = Prepared(filter)
    var found: [(key: UInt64, match: Match)] = []
    found.reserveCapacity(candidates.count / 4)
    for place in candidates.indices {
      guard let match = weigh(candidates[place], for: viewer, filter, at: place).match else { continue }
      // The score in the upper bits, turned around, since keys are sorted from the least.
      let tie = Ranking.mark(viewer.person.id, match.id) >> 8
      found.append((UInt64(100 - match.score) << 56 | tie, match))
    }
    found.sort { $0.key != $1.key ? $0.key < $1.key : $0.match.id < $1.match.id }
    return found.map(\.match)
  }

  /// The match or the first gate that closed the candidate out.
  public static func weigh(
    _ candidate: Candidate, for viewer: Viewpoint, filter: MatchFilter = MatchFilter()
  ) -> Result<Match, GateClosed> {
    switch weigh(candidate, for: viewer, Prepared(filter), at: 0) {
    case .closed(let gate): .failure(GateClosed(gate: gate))
    case .matched(let match): .success(match)
    }
  }

  /// The most suggestions that a person gets: thirty with a complete profile, ten with one that is half empty.
  public static func most(completeness: Int) -> Int {
    10 + max(0, min(50, completeness - 50)) * 20 / 50
  }

  // MARK: One candidate

  private enum Weighed {
    case closed(Gate)
    case matched(Match)

    var match: Match? { if case .matched(let match) = self { match } else { nil } }
  }

  private struct Prepared {
    let program: Folded
    let availability: Availability

    init(_ filter: MatchFilter) {
      program = Folded(filter.program)
      availability = filter.availability ?? []
    }
  }

  private static func weigh(
    _ candidate: Candidate, for viewer: Viewpoint, _ filter: Prepared, at place: Int
  ) -> Weighed {
    let person = viewer.person
    if candidate.id == person.id { return .closed(.oneself) }
    if !candidate.isVisible { return .closed(.hidden) }
    if !viewer.blocked.isEmpty, viewer.blocked.contains(candidate.id) { return .closed(.blocked) }
    if !viewer.known.isEmpty, viewer.known.contains(candidate.id) { return .closed(.known) }
    if !viewer.coolsUntil.isEmpty, let end = viewer.coolsUntil[candidate.id], viewer.now < end {
      return .closed(.cooldown)
    }
    if filter.program.isKnown, !filter.program.isSame(as: candidate.program) { return .closed(.filter) }
    if !filter.availability.isEmpty, filter.availability.isDisjoint(with: candidate.availability) {
      return .closed(.filter)
    }
    let common = person.availability.intersection(candidate.availability)
    if let gate = unwelcome(person, candidate, common) { return .closed(gate) }
    switch pairing(person, candidate, on: viewer.today) {
    case .closed(let gate): return .closed(gate)
    case .pair(let sponsor, let sponsee, let role):
      let points = Ranking.points(sponsor: sponsor, sponsee: sponsee, common: common, on: viewer.today)
      return .matched(Match(id: candidate.id, role: role, score: points.sum, place: place, points: points))
    }
  }

  /// The preferences of both, each held to the other.
  private static func unwelcome(_ one: Candidate, _ other: Candidate, _ common: Availability) -> Gate? {
    for (asking, asked) in [(one.preferences, other), (other.preferences, one)] {
      if !asking.programs.isEmpty, !asking.programs.contains(asked.program.text) { return .program }
    }
    if one.preferences.isNearOnly || other.preferences.isNearOnly, !one.region.isSame(as: other.region) {
      return .region
    }
    if one.preferences.needsCommonTime || other.preferences.needsCommonTime, common.isEmpty { return .availability }
    return nil
  }

  private enum Pairing {
    case closed(Gate)
    case pair(sponsor: Candidate, sponsee: Candidate, role: Candidate.Role)
  }

  /// The roles of both: sponsor and sponsee. Where both could be, the one who has been sober for longer is.
  private static func pairing(_ person: Candidate, _ candidate: Candidate, on today: CalendarDay) -> Pairing {
    let asSponsor = candidate.role.mayBeSponsor && person.role.mayBeSponsee
    let asSponsee = candidate.role.mayBeSponsee && person.role.mayBeSponsor
    guard asSponsor || asSponsee else { return .closed(.role) }
    let one = asSponsor ? closed(sponsor: candidate, sponsee: person, on: today) : .role
    let other = asSponsee ? closed(sponsor: person, sponsee: candidate, on: today) : .role
    let theirs = Pairing.pair(sponsor: candidate, sponsee: person, role: .sponsor)
    let ours = Pairing.pair(sponsor: person, sponsee: candidate, role: .sponsee)
    switch (one, other) {
    case (nil, nil):
      let (his, mine) = (candidate.daysSober(on: today) ?? 0, person.daysSober(on: today) ?? 0)
      if his != mine { return his > mine ? theirs : ours }
      // Both sides must choose the same.
      return person.id < candidate.id ? theirs : ours
    case (nil, _): return theirs
    case (_, nil): return ours
    case (let gate?, let second?): return .closed(asSponsor ? gate : second)
    }
  }

  private static func closed(sponsor: Candidate, sponsee: Candidate, on today: CalendarDay) -> Gate? {
    if sponsor.sponsees >= sponsor.capacity { return .capacity }
    let least = max(leastSobriety, sponsee.preferences.leastSobriety)
    guard let days = sponsor.daysSober(on: today), days >= least else { return .sobriety }
    return nil
  }

  // MARK: The score

  private static func points(
    sponsor: Candidate, sponsee: Candidate, common: Availability, on today: CalendarDay
  ) -> Match.Points {
    var points = Match.Points()
    if sponsor.program.isSame(as: sponsee.program) {
      points.program = UInt8(Match.Factor.program.most)
    } else if !sponsor.program.isKnown || !sponsee.program.isKnown {
      points.program = 8
    }
    let fewer = min(sponsor.availability.count, sponsee.availability.count)
    if fewer > 0 { points.availability = UInt8(Match.Factor.availability.most * common.count / fewer) }
    if sponsor.region.isSame(as: sponsee.region) {
      points.region = UInt8(Match.Factor.region.most)
    } else if sponsor.country.isSame(as: sponsee.country) {
      points.region = 5
    }
    let days = min(fullExperience, sponsor.daysSober(on: today) ?? 0)
    points.experience = UInt8(Match.Factor.experience.most * days / fullExperience)
    points.completeness = UInt8((sponsor.completeness + sponsee.completeness) / 20)
    // A sponsor whom many have asked already is offered less, so that requests spread.
    let free = max(0, sponsor.capacity - sponsor.sponsees - sponsor.requests)
    points.room = UInt8(Match.Factor.room.most * free / max(1, sponsor.capacity))
    return points
  }

  /// A mark of two persons that is the same on every device.
  private static func mark(_ one: String, _ other: String) -> UInt64 {
    func half(_ id: String, _ start: UInt64) -> UInt64 {
      id.utf8.reduce(start) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
    }
    // The last steps of a hash are stirred once more, since its upper bits decide.
    let mixed = half(other, half(one, 0xCBF2_9CE4_8422_2325))
    return (mixed ^ mixed >> 32) &* 0x9E37_79B9_7F4A_7C15
  }
}

/// The gate that closed a candidate out.
public struct GateClosed: Error, Sendable, Hashable {
  public let gate: Gate
}
