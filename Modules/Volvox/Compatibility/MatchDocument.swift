internal import Days
public import JSON
public import Kernel
public import Platform

/// A viewer and candidates as JSON, and the ranking as JSON: `troupe matching rank` reads and prints them.
public struct MatchDocument: Sendable {
  public static let mostViewerBytes = 1 << 20
  public static let mostCandidateBytes = 256 << 20
  public static let mostCandidates = 1_000_000

  public let viewer: Viewpoint

  /// Reads the viewer: the columns of `candidates`, `preferences`, and optionally `blocked`, `blocked_by`, `connections`
  /// (lists of persons), `declined` ([{person, at}]), `now` and `zone`.
  public init(viewer json: JSON, now: Date) throws(Problem) {
    let place = "the viewer"
    let object = MatchObject(json, at: place)
    let now = try object.instant("now") ?? now
    let zoneName = try object.text("zone") ?? "UTC"
    guard let zone = TimeZone(named: zoneName) else {
      throw .badMatch("\(place) names a zone that is not known here.", "Give a name such as Europe/Berlin.")
    }
    let declines = try object.list("declined").map { one throws(Problem) in
      let decline = MatchObject(one, at: "a decline of \(place)")
      guard let person = try decline.text("person"), let at = try decline.instant("at") else {
        throw .badMatch("A decline of \(place) has no person or no time.", "Give {\"person\", \"at\"}.")
      }
      return Viewpoint.Decline(person, at: at)
    }
    viewer = Viewpoint(
      try MatchDocument.candidate(json, at: place),
      blocked: Set(try object.texts("blocked") + object.texts("blocked_by")),
      known: Set(try object.texts("connections")), declines: declines, now: now, in: zone)
  }

  /// Reads one candidate: the columns of `candidates`, `preferences`, and the counts `sponsees` and `requests`.
  public static func candidate(_ json: JSON, at place: String) throws(Problem) -> Candidate {
    let object = MatchObject(json, at: place)
    let (person, other) = (try object.text("person"), try object.text("id"))
    guard let id = person ?? other else {
      throw .badMatch("\(place) has no “person”.", "Give each person an identifier.")
    }
    let roleName = try object.text("role") ?? ""
    guard let role = Candidate.Role(rawValue: roleName) else {
      throw .badMatch("\(place) has no role that is known here.", "It is sponsor, sponsee or both.")
    }
    var soberSince: CalendarDay?
    if let text = try object.text("sober_since") {
      guard let day = CalendarDay(text) else {
        throw .badMatch("sober_since of \(place) is not a date.", "Give a date such as 2024-05-17.")
      }
      soberSince = day
    }
    let wishes = MatchObject(json["preferences"] ?? .null, at: "preferences of \(place)")
    return Candidate(
      id, role: role, isVisible: try object.flag("is_visible") ?? true, program: try object.text("recovery_program"),
      soberSince: soberSince, region: try object.text("region"),
      availability: Availability(names: try object.texts("availability")), bio: try object.text("bio"),
      looksFor: try object.text("looks_for"),
      preferences: Candidate.Preferences(
        programs: Set(try wishes.texts("programs")), leastSobriety: try wishes.count("least_sobriety_days") ?? 0,
        isNearOnly: try wishes.flag("same_region") ?? false,
        needsCommonTime: try wishes.flag("common_availability") ?? false),
      capacity: try wishes.count("capacity") ?? Candidate.usualCapacity, sponsees: try object.count("sponsees") ?? 0,
      requests: try object.count("requests") ?? 0)
  }

  /// The ranking: matches, the best first, then those who were closed out, by their identifier.
  public func answer(_ candidates: [Candidate]) -> JSON {
    let matches = Ranking.rank(candidates, for: viewer)
    let rows = matches.map { match -> JSON in
      let reasons = match.reasons(candidates[match.place], for: viewer).map { reason -> JSON in
        [
          "factor": .string(reason.factor.rawValue), "points": .number(Double(reason.points)),
          "words": .string(reason.words),
        ]
      }
      return [
        "id": .string(match.id), "score": .number(Double(match.score)), "role": .string(match.role.rawValue),
        "reasons": .array(reasons),
      ]
    }
    let closed = candidates.compactMap { one -> (String, Gate)? in
      if case .failure(let closed) = Ranking.weigh(one, for: viewer) { (one.id, closed.gate) } else { nil }
    }.sorted { $0.0 < $1.0 }
    return .array(
      rows + closed.map { ["id": .string($0), "gate": .string($1.rawValue), "words": .string($1.words)] })
  }
}

extension Problem {
  fileprivate static func badMatch(_ what: String, _ remedy: String) -> Problem {
    Problem("bad-candidate", what, remedy: remedy)
  }
}

/// An object of the document, whose values are held to their types; a value that is null is not there.
private struct MatchObject {
  let json: JSON
  let place: String

  init(_ json: JSON, at place: String) {
    self.json = json
    self.place = place
  }

  private func wrong(_ name: String, _ value: JSON, _ wanted: String) -> Problem {
    .badMatch("“\(name)” of \(place) is \(value.kind), not \(wanted).", "Correct it and try again.")
  }

  private func value(_ name: String) -> JSON? {
    guard let value = json[name], value != .null else { return Optional.none }
    return value
  }

  func text(_ name: String) throws(Problem) -> String? {
    guard let value = value(name) else { return nil }
    guard let text = value.string, !text.isEmpty, text.utf8.count <= 10_000 else {
      throw wrong(name, value, "a text of 1 to 10,000 bytes")
    }
    return text
  }

  func flag(_ name: String) throws(Problem) -> Bool? {
    guard let value = value(name) else { return nil }
    guard let flag = value.bool else { throw wrong(name, value, "true or false") }
    return flag
  }

  func count(_ name: String) throws(Problem) -> Int? {
    guard let value = value(name) else { return nil }
    guard let number = value.number, let count = Int(exactly: number), 0...1_000_000 ~= count else {
      throw wrong(name, value, "a whole number from 0 to 1,000,000")
    }
    return count
  }

  func instant(_ name: String) throws(Problem) -> Date? {
    guard let value = value(name) else { return nil }
    guard let date = value.string.flatMap(Moment.date) else {
      throw wrong(name, value, "an instant such as 2026-11-23T18:00:00Z")
    }
    return date
  }

  func list(_ name: String) throws(Problem) -> [JSON] {
    guard let value = value(name) else { return [] }
    guard let items = value.array, items.count <= 100_000 else { throw wrong(name, value, "a list") }
    return items
  }

  func texts(_ name: String) throws(Problem) -> [String] {
    try list(name).map { item throws(Problem) in
      guard let text = item.string, text.utf8.count <= 1000 else { throw wrong(name, item, "a text in its list") }
      return text
    }
  }
}
