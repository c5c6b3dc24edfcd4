internal import Days
internal import JSON
public import Kernel

/// An object of a runner's file, whose fields are held to their names, types and bounds.
struct PlanFields {
  let members: [String: JSON]
  let path: String

  /// Refuses what is no object, and every name that is not among these.
  init(_ json: JSON, at path: String, names: [String]) throws(Problem) {
    guard let members = json.object else {
      throw .badRunner("\(path.isEmpty ? "The runner" : "“\(path)”") is \(json.kind), not an object.")
    }
    self.members = members
    self.path = path
    for name in members.keys.sorted() where !names.contains(name) {
      let guess = Spelling.nearest(to: name, among: names).map { " Did you mean “\($0)”?" } ?? ""
      throw .badRunner("“\(full(name.prefix(40) + ""))” is no field of a runner.\(guess)")
    }
  }

  func full(_ name: String) -> String { path.isEmpty ? name : "\(path).\(name)" }

  func value(_ name: String) -> JSON? {
    guard let value = members[name], value != .null else { return Optional.none }
    return value
  }

  func wrong(_ name: String, _ wanted: String) -> Problem { .badRunner("“\(full(name))” is not \(wanted).") }

  func missing(_ name: String, _ wanted: String) -> Problem {
    .badRunner("“\(full(name))” is missing.", "Give \(wanted).")
  }

  func number(_ name: String, in range: ClosedRange<Double>, _ unit: String) throws(Problem) -> Double? {
    guard let value = value(name) else { return nil }
    guard let number = value.number, range.contains(number) else {
      throw wrong(
        name, "a number from \(PlanFields.text(range.lowerBound)) to \(PlanFields.text(range.upperBound))\(unit)")
    }
    return number
  }

  func whole(_ name: String, in range: ClosedRange<Int>) throws(Problem) -> Int? {
    guard let value = value(name) else { return nil }
    guard let number = value.number.flatMap({ Int(exactly: $0) }), range.contains(number) else {
      throw wrong(name, "a whole number from \(range.lowerBound) to \(range.upperBound)")
    }
    return number
  }

  func text(_ name: String) throws(Problem) -> String? {
    guard let value = value(name) else { return nil }
    guard let text = value.string, 1...200 ~= text.utf8.count, text.allSatisfy({ !$0.isNewline }) else {
      throw wrong(name, "one line of 1 to 200 bytes")
    }
    return text
  }

  /// One of the names of an enumeration.
  func choice<Choice: RawRepresentable & CaseIterable>(_ name: String, _: Choice.Type) throws(Problem) -> Choice?
  where Choice.RawValue == String {
    guard let value = value(name) else { return nil }
    let names = Choice.allCases.map(\.rawValue).joined(separator: ", ")
    guard let choice = value.string.flatMap({ Choice(rawValue: $0) }) else { throw wrong(name, "one of \(names)") }
    return choice
  }

  func day(_ name: String) throws(Problem) -> CalendarDay? {
    guard let value = value(name) else { return nil }
    guard let day = value.string.flatMap({ CalendarDay($0) }) else {
      throw wrong(name, "a day of the calendar such as 2027-04-11")
    }
    return day
  }

  func time(_ name: String) throws(Problem) -> Int? {
    guard let value = value(name) else { return nil }
    guard let seconds = value.string.flatMap({ RaceClock.seconds($0) }) else {
      throw wrong(name, "a time such as 1:45:00 or 24:30")
    }
    return seconds
  }

  func list(_ name: String) throws(Problem) -> [JSON]? {
    guard let value = value(name) else { return nil }
    guard let items = value.array, items.count <= 1000 else { throw wrong(name, "a list of at most 1,000") }
    return items
  }

  private static func text(_ number: Double) -> String { Int(exactly: number).map { "\($0)" } ?? "\(number)" }
}

extension Problem {
  static func badRunner(_ what: String, _ remedy: String = "Correct it and try again.") -> Problem {
    Problem("bad-runner", what, remedy: remedy)
  }
}

/// Reads race times.
public enum RaceClock {
  /// Seconds of `H:MM:SS` or `MM:SS`; nil for any other text.
  public static func seconds(_ text: String) -> Int? {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard 2...3 ~= parts.count else { return nil }
    var seconds = 0
    for (index, part) in parts.enumerated() {
      guard 1...2 ~= part.utf8.count, part.utf8.allSatisfy({ 0x30...0x39 ~= $0 }), let number = Int(part) else {
        return nil
      }
      guard index == 0 || (number < 60 && part.utf8.count == 2) else { return nil }
      seconds = seconds * 60 + number
    }
    return seconds > 0 ? seconds : nil
  }
}

extension RaceResult {
  /// A race that a human could have run, or a problem that names the field.
  public init(kilometres: Double, seconds: Int, field: String) throws(Problem) {
    self.init(metres: kilometres * 1000, seconds: Double(seconds))
    let words = "\(PlanWords(.km).time(seconds)) over \(PlanWords(.km).distance(Int(metres.rounded())))"
    if isFasterThanRecord {
      throw .badRunner(
        "“\(field)” is impossible: \(words) is faster than the world record.", "Check time and distance.")
    }
    if isSlowerThanWalk {
      throw .badRunner("“\(field)” is no race: \(words) is slower than a walk.", "Check time and distance.")
    }
  }
}
