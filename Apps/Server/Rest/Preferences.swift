internal import Relational
internal import Transport

/// The parsed `Prefer` header.
struct Preferences: Sendable, Hashable {
  enum Answer: String { case representation, minimal, headersOnly = "headers-only" }
  enum Resolution: String { case merge = "merge-duplicates", ignore = "ignore-duplicates" }
  enum Missing: String { case usual = "default", null }
  enum Count: String { case exact, planned, estimated }

  var answer: Answer?
  var resolution: Resolution?
  var missing: Missing?
  var count: Count?
  var isStrict: Bool?
  var mostAffected: Int?

  init(_ headers: Headers) throws(Failure) {
    guard headers["prefer"] != nil else { return }
    var unknown: [String] = []
    for preference in headers.list("prefer").prefix(32) where !read(preference) { unknown.append(preference) }
    if isStrict == true, !unknown.isEmpty {
      throw Failure(
        "PGRST122", "Invalid preferences given with handling=strict",
        details: "Invalid preferences: \(unknown.joined(separator: ", "))")
    }
    // `max-affected` applies only with `handling=strict`.
    if isStrict != true { mostAffected = nil }
  }

  private mutating func read(_ preference: String) -> Bool {
    let parts = preference.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2 else { return false }
    let value = String(parts[1])
    switch parts[0] {
    case "return": return set(&answer, value)
    case "resolution": return set(&resolution, value)
    case "missing": return set(&missing, value)
    case "count": return set(&count, value)
    case "handling":
      guard value == "strict" || value == "lenient" else { return false }
      isStrict = isStrict ?? (value == "strict")
      return true
    case "max-affected":
      guard let number = Int(value), number >= 0 else { return false }
      mostAffected = mostAffected ?? number
      return true
    default: return false
    }
  }

  /// Sets a preference; the first of its kind counts (RFC 7240).
  private func set<Choice: RawRepresentable<String>>(_ choice: inout Choice?, _ value: String) -> Bool {
    guard let read = Choice(rawValue: value) else { return false }
    choice = choice ?? read
    return true
  }

  /// Returns the preferences that were applied, for `Preference-Applied`.
  func applied(to use: Use) -> String? {
    var done: [String] = []
    if use == .insert {
      if let resolution { done.append("resolution=\(resolution.rawValue)") }
      if let missing { done.append("missing=\(missing.rawValue)") }
    }
    if use != .read, let answer { done.append("return=\(answer.rawValue)") }
    if let count { done.append("count=\(count.rawValue)") }
    if let isStrict { done.append("handling=\(isStrict ? "strict" : "lenient")") }
    if use != .read, use != .insert, let mostAffected { done.append("max-affected=\(mostAffected)") }
    return done.isEmpty ? nil : done.joined(separator: ", ")
  }

  enum Use { case read, insert, change }
}
