internal import JSON

/// The functions that this module's SQL calls and SQLite lacks. A store registers them with every connection.
///
/// | name | arguments | returns | implementation |
/// |---|---|---|---|
/// | `json_text` | value, type: the name of a `ColumnType` | the value as JSON text, `null` for null | the store's encoding |
/// | `json_holds` | whole, part: JSON texts | 1 or 0; null when either is null or not JSON | `SQLiteFunctions.holds` |
///
/// All are deterministic and innocuous.
public enum SQLiteFunctions {
  public static let jsonHolds = "json_holds"
  public static let jsonText = "json_text"

  /// Returns whether one JSON value contains another, as PostgreSQL's `@>` for jsonb does: an object all members of the
  /// other, an array each of its items somewhere, and anything else an equal value. Numbers are compared as doubles.
  /// Returns nil also when it would take too long: arrays of arrays are compared pairwise.
  public static func holds(_ whole: [UInt8], _ part: [UInt8]) -> Bool? {
    guard let whole = try? JSON(bytes: whole), let part = try? JSON(bytes: part) else { return nil }
    // Only at the top level an array contains a bare value.
    if case .array(let items) = whole, part.array == nil, part.object == nil { return items.contains(part) }
    var holding = JSONHolding()
    let holds = holding.holds(whole, part)
    return holding.steps > 0 ? holds : nil
  }
}

private struct JSONHolding {
  var steps = 1_000_000

  mutating func holds(_ whole: JSON, _ part: JSON) -> Bool {
    steps -= 1
    guard steps > 0 else { return false }
    switch (whole, part) {
    case (.object(let whole), .object(let part)):
      for (key, value) in part {
        guard let other = whole[key], holds(other, value) else { return false }
      }
      return true
    case (.array(let whole), .array(let part)): return lists(whole, part)
    default: return whole == part
    }
  }

  private mutating func lists(_ whole: [JSON], _ part: [JSON]) -> Bool {
    let plain = Set(whole.filter { !isNested($0) })
    let nested = whole.filter(isNested)
    for item in part {
      if !isNested(item) {
        guard plain.contains(item) else { return false }
      } else {
        var isFound = false
        for other in nested where !isFound { isFound = holds(other, item) }
        guard isFound else { return false }
      }
    }
    return true
  }

  private func isNested(_ value: JSON) -> Bool { value.array != nil || value.object != nil }
}
