import Days
import FoundationEssentials
import Kernel
import Testing

@testable import Compatibility

private let now = Date(timeIntervalSince1970: 1_780_000_000)
private let today = CalendarDay(now, in: .gmt)

private func person(
  _ id: String, _ role: Candidate.Role, sober days: Int? = 1000, program: String? = "AA",
  region: String? = "Berlin, Germany",
  times: Availability = .evenings, preferences: Candidate.Preferences = .init(), sponsees: Int = 0, requests: Int = 0,
  isVisible: Bool = true
) -> Candidate {
  Candidate(
    id, role: role, isVisible: isVisible, program: program, soberSince: days.map { today.following(-$0) },
    region: region,
    availability: times, bio: "Some words", looksFor: "Some more", preferences: preferences, sponsees: sponsees,
    requests: requests)
}

private func view(
  _ person: Candidate, blocked: Set<String> = [], known: Set<String> = [], declines: [Viewpoint.Decline] = [],
  at date: Date = now
) -> Viewpoint {
  Viewpoint(person, blocked: blocked, known: known, declines: declines, now: date, in: .gmt)
}

@Suite("Gates of matching") struct GateTests {
  private func gate(_ candidate: Candidate, _ viewer: Viewpoint, _ filter: MatchFilter = .init()) -> Gate? {
    if case .failure(let closed) = Ranking.weigh(candidate, for: viewer, filter: filter) { closed.gate } else { nil }
  }

  @Test("A sponsee is shown sponsors, a sponsor sponsees, and who is both is shown either")
  func roles() {
    let sponsee = view(person("me", .sponsee, sober: 30))
    #expect(gate(person("a", .sponsor), sponsee) == nil && gate(person("a", .both), sponsee) == nil)
    #expect(gate(person("a", .sponsee), sponsee) == .role)
    let sponsor = view(person("me", .sponsor))
    #expect(gate(person("a", .sponsee, sober: 5), sponsor) == nil && gate(person("a", .sponsor), sponsor) == .role)
    let both = view(person("me", .both))
    #expect(gate(person("a", .sponsor), both) == nil && gate(person("a", .sponsee), both) == nil)
  }

  @Test("A sponsor has been sober for a year, or for as long as the sponsee asks")
  func sobriety() {
    let sponsee = view(person("me", .sponsee, sober: 30))
    #expect(gate(person("a", .sponsor, sober: 364), sponsee) == .sobriety)
    #expect(gate(person("a", .sponsor, sober: 365), sponsee) == nil)
    #expect(gate(person("a", .sponsor, sober: nil), sponsee) == .sobriety)
    let asking = view(person("me", .sponsee, preferences: .init(leastSobriety: 730)))
    #expect(gate(person("a", .sponsor, sober: 729), asking) == .sobriety)
    #expect(gate(person("a", .sponsor, sober: 730), asking) == nil)
    // Two who are both: the one who has not been sober for a year is the sponsee.
    let young = view(person("me", .both, sober: 20))
    #expect(gate(person("a", .both, sober: 800), young) == nil)
    #expect(gate(person("a", .both, sober: 30), young) == .sobriety)
  }

  @Test("Somebody who declined is not shown for 30 days, to the second")
  func cooldown() {
    let sponsee = person("me", .sponsee, sober: 30)
    let decline = Viewpoint.Decline("a", at: now)
    let end = now.addingTimeInterval(30 * 86_400)
    #expect(
      gate(person("a", .sponsor), view(sponsee, declines: [decline], at: end.addingTimeInterval(-1))) == .cooldown)
    #expect(gate(person("a", .sponsor), view(sponsee, declines: [decline], at: end)) == nil)
    #expect(gate(person("b", .sponsor), view(sponsee, declines: [decline])) == nil)
    // Of two, the later one counts.
    let earlier = Viewpoint.Decline("a", at: now.addingTimeInterval(-86_400))
    let later = view(sponsee, declines: [decline, earlier], at: end.addingTimeInterval(-1))
    #expect(gate(person("a", .sponsor), later) == .cooldown)
  }

  @Test("Full sponsors, blocked, known and hidden persons and oneself are never shown")
  func others() {
    let sponsee = person("me", .sponsee, sober: 30)
    #expect(gate(person("a", .sponsor, sponsees: 3), view(sponsee)) == .capacity)
    #expect(gate(person("a", .sponsor), view(sponsee, blocked: ["a"])) == .blocked)
    #expect(gate(person("a", .sponsor), view(sponsee, known: ["a"])) == .known)
    #expect(gate(person("a", .sponsor, isVisible: false), view(sponsee)) == .hidden)
    #expect(gate(person("me", .sponsor), view(sponsee)) == .oneself)
  }

  @Test("The preferences of both hold, and programme and time can be filtered together")
  func preferences() {
    let plain = view(person("me", .sponsee))
    #expect(gate(person("a", .sponsor, preferences: .init(programs: ["NA", " smart  recovery"])), plain) == .program)
    #expect(
      gate(person("a", .sponsor, program: "na"), view(person("me", .sponsee, preferences: .init(programs: ["NA"]))))
        == nil)
    #expect(
      gate(person("a", .sponsor, region: "Hamburg, Germany", preferences: .init(isNearOnly: true)), plain) == .region)
    #expect(
      gate(person("a", .sponsor, times: .mornings, preferences: .init(needsCommonTime: true)), plain) == .availability)
    let filter = MatchFilter(program: "aa", availability: .weekends)
    #expect(gate(person("a", .sponsor, times: [.weekends, .nights]), plain, filter) == nil)
    #expect(gate(person("a", .sponsor, times: .flexible), plain, filter) == nil)
    #expect(gate(person("a", .sponsor, times: .evenings), plain, filter) == .filter)
    #expect(gate(person("a", .sponsor, program: "NA", times: .weekends), plain, filter) == .filter)
  }
}

@Suite("Scores of matching") struct ScoreTests {
  @Test("All that fits is 100 points, each factor with a reason, and the sum of the reasons is the score")
  func full() throws {
    let me = view(person("me", .sponsee))
    let other = person("a", .sponsor, sober: 2000)
    let match = try Ranking.weigh(other, for: me).get()
    #expect(match.score == 100 && match.role == .sponsor)
    let reasons = match.reasons(other, for: me)
    #expect(reasons.map(\.points).reduce(0, +) == 100)
    #expect(
      reasons.map(\.words) == [
        "You follow the same programme.", "You can both talk: evenings.", "You live in the same region.",
        "Sober for 5 years.", "Both profiles are filled in.", "Has room for another sponsee.",
      ])
    #expect(Set(reasons.map(\.factor)) == Set(Match.Factor.allCases))
    #expect(Match.Factor.allCases.map(\.most).reduce(0, +) == 100)
  }

  @Test("The length of sobriety is in years of the calendar: the year is full on the anniversary, and not before")
  func years() throws {
    let me = view(person("me", .sponsee))
    func words(_ since: CalendarDay?) throws -> String? {
      var other = person("a", .sponsor)
      other.soberSince = since
      return try Ranking.weigh(other, for: me).get().reasons(other, for: me).first { $0.factor == .experience }?.words
    }
    for years in [2, 4, 5, 40] {
      let anniversary = try #require(me.today.earlier(years: years))
      #expect(try words(anniversary) == "Sober for \(years) years.")
      // A week before: 365 days a year would call the year full already.
      let before = years == 2 ? "more than a year" : "\(years - 1) years"
      #expect(try words(anniversary.following(1)) == "Sober for \(before).")
      #expect(try words(anniversary.following(7)) == "Sober for \(before).")
    }
    #expect(try words(me.today.following(-365)) == "Sober for 365 days.")
    #expect(try words(me.today.following(-400)) == "Sober for more than a year.")
  }

  @Test("The words about the profiles follow how much of the two is filled in")
  func filled() throws {
    let me = view(Candidate("me", role: .sponsee))
    func words(_ viewer: Viewpoint, _ other: Candidate) throws -> (Int, String)? {
      try Ranking.weigh(other, for: viewer).get().reasons(other, for: viewer).first { $0.factor == .completeness }
        .map { ($0.points, $0.words) }
    }
    let bare = Candidate("a", role: .sponsor, soberSince: me.today.following(-800))
    var found: [String] = []
    var half = person("a", .sponsor, sober: 2000, program: nil, region: nil)
    half.availability = []
    for (viewer, other) in [
      (me, half), (me, person("a", .sponsor, sober: 2000)), (view(person("me", .sponsee, program: nil)), bare),
      (view(person("me", .sponsee)), person("a", .sponsor, sober: 2000, program: nil)),
      (view(person("me", .sponsee)), person("a", .sponsor, sober: 2000)),
    ] {
      guard let (points, said) = try words(viewer, other) else { continue }
      let wanted =
        points == 10
        ? "Both profiles are filled in."
        : points >= 7
          ? "Much of the two profiles is filled in."
          : points >= 4 ? "Some of the two profiles is filled in." : "A little of the two profiles is filled in."
      #expect(said == wanted, "\(points) points")
      found.append(said)
    }
    #expect(Set(found).count == 4, "every wording occurs: \(found)")
  }

  @Test("Programme, times, place, experience, completeness and room each count")
  func factors() throws {
    let me = view(person("me", .sponsee))
    func score(_ other: Candidate) throws -> Int { try Ranking.weigh(other, for: me).get().score }
    let best = try score(person("a", .sponsor, sober: 2000))
    #expect(try score(person("a", .sponsor, sober: 2000, program: "NA")) == best - 35)
    #expect(try score(person("a", .sponsor, sober: 2000, program: nil)) < best - 25)
    #expect(try score(person("a", .sponsor, sober: 2000, times: .mornings)) == best - 25)
    #expect(try score(person("a", .sponsor, sober: 2000, region: "Hamburg,  germany")) == best - 5)
    #expect(try score(person("a", .sponsor, sober: 2000, region: "Oslo, Norway")) == best - 10)
    #expect(try score(person("a", .sponsor, sober: 400)) == best - 8)
    #expect(try score(person("a", .sponsor, sober: 2000, requests: 3)) == best - 10)
  }

  @Test("A complete profile is suggested three times as many people as one that is half empty")
  func completeness() {
    #expect(Ranking.most(completeness: 100) == 3 * Ranking.most(completeness: 50))
    #expect(Ranking.most(completeness: 33) == 10 && Ranking.most(completeness: 83) > 10)
    #expect(person("a", .sponsor).completeness == 100)
    #expect(person("a", .sponsor, sober: nil, program: nil, region: " ").completeness == 50)
  }
}

@Suite("Rankings of random populations") struct PopulationTests {
  static let programs = ["AA", "NA", "CA", "SMART Recovery", nil]
  static let regions = ["Berlin, Germany", "Hamburg, Germany", "Oslo, Norway", "Online", nil]

  static func anybody(_ id: String, _ random: inout Seeded) -> Candidate {
    Candidate(
      id, role: Candidate.Role.allCases[Int.random(in: 0..<3, using: &random)],
      isVisible: Int.random(in: 0..<9, using: &random) > 0,
      program: programs[Int.random(in: 0..<5, using: &random)],
      soberSince: Int.random(in: 0..<8, using: &random) == 0
        ? nil : today.following(-Int.random(in: -5...4000, using: &random)),
      region: regions[Int.random(in: 0..<5, using: &random)],
      availability: Availability(rawValue: UInt16.random(in: 0..<64, using: &random)), bio: "x",
      preferences: .init(
        programs: Int.random(in: 0..<4, using: &random) == 0 ? ["AA", "NA"] : [],
        leastSobriety: Int.random(in: 0..<3, using: &random) * 400,
        isNearOnly: Int.random(in: 0..<6, using: &random) == 0,
        needsCommonTime: Int.random(in: 0..<4, using: &random) == 0),
      capacity: Int.random(in: 0...4, using: &random), sponsees: Int.random(in: 0...4, using: &random),
      requests: Int.random(in: 0...3, using: &random))
  }

  @Test("In 50,000 random populations no gate is passed, and two persons see the same score of each other")
  func populations() throws {
    var random = Seeded(23)
    for population in 0..<50_000 {
      let people = (0..<4).map { PopulationTests.anybody("\(population)-\($0)", &random) }
      let me = people[0]
      let blocked: Set<String> = Int.random(in: 0..<4, using: &random) == 0 ? [people[1].id] : []
      let declined = Date(
        timeIntervalSince1970: now.timeIntervalSince1970 - Double.random(in: 0..<60, using: &random) * 86_400)
      let viewer = view(me, blocked: blocked, declines: [.init(people[2].id, at: declined)])
      for match in Ranking.rank(people, for: viewer) {
        let other = people[match.place]
        let (sponsor, sponsee) = match.role == .sponsor ? (other, me) : (me, other)
        try #require(
          other.id != me.id && other.isVisible && !blocked.contains(other.id)
            && (other.id != people[2].id || now.timeIntervalSince(declined) >= 30 * 86_400))
        try #require(sponsor.role != .sponsee && sponsee.role != .sponsor && sponsor.sponsees < sponsor.capacity)
        let days = try #require(sponsor.daysSober(on: today))
        try #require(days >= max(365, sponsee.preferences.leastSobriety))
        for (one, two) in [(me, other), (other, me)] {
          try #require(one.preferences.programs.isEmpty || one.preferences.programs.contains(two.program.text))
          try #require(!one.preferences.isNearOnly || one.region.text == two.region.text)
          try #require(!one.preferences.needsCommonTime || !one.availability.isDisjoint(with: two.availability))
        }
        guard me.isVisible else { continue }
        let back = try Ranking.weigh(me, for: view(other)).get()
        try #require(back.score == match.score && (back.role == .sponsor) == (match.role == .sponsee))
        try #require(0...100 ~= match.score)
      }
    }
  }

  @Test("The order of the candidates changes nothing")
  func order() {
    var random = Seeded(7)
    var people = (0..<3000).map { PopulationTests.anybody("\($0)", &random) }
    let viewer = view(person("me", .both))
    let ranked = Ranking.rank(people, for: viewer).map { "\($0.id) \($0.score) \($0.role)" }
    people.shuffle(using: &random)
    #expect(Ranking.rank(people, for: viewer).map { "\($0.id) \($0.score) \($0.role)" } == ranked)
    #expect(ranked.count > 100)
  }

  @Test("Equal sponsors are asked about equally often: none is flooded, and none is never shown")
  func fairness() {
    let sponsors = 100
    var requests = [Int](repeating: 0, count: sponsors)
    for number in 0..<1000 {
      let people = (0..<sponsors).map { person("sponsor-\($0)", .sponsor, requests: requests[$0] / 5) }
      let ranked = Ranking.rank(people, for: view(person("sponsee-\(number)", .sponsee)))
      if let first = ranked.first { requests[first.place] += 1 }
    }
    // A thousand requests over a hundred sponsors are ten for each.
    #expect(requests.allSatisfy { 3...20 ~= $0 }, "\(requests)")
  }
}
