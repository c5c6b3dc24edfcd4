/// The times at which a person can talk.
public struct Availability: OptionSet, Sendable, Hashable {
  public let rawValue: UInt16

  public init(rawValue: UInt16) { self.rawValue = rawValue }

  public static let mornings = Availability(rawValue: 1)
  public static let afternoons = Availability(rawValue: 2)
  public static let evenings = Availability(rawValue: 4)
  public static let nights = Availability(rawValue: 8)
  public static let weekdays = Availability(rawValue: 16)
  public static let weekends = Availability(rawValue: 32)
  /// Any time, which goes with every other.
  public static let flexible = Availability(rawValue: 63)

  /// The names under which profiles keep them, in the order in which they are shown.
  public static let names: [(name: String, times: Availability)] = [
    ("mornings", .mornings), ("afternoons", .afternoons), ("evenings", .evenings), ("nights", .nights),
    ("weekdays", .weekdays), ("weekends", .weekends), ("flexible", .flexible),
  ]

  /// The times that these names stand for. A name that is unknown here, such as one of a later version, is left out.
  public init(names: [String]) {
    self = names.reduce(into: []) { times, name in
      let name = name.lowercased()
      let known = Availability.names.first { $0.name == name || name == "anytime" && $0.name == "flexible" }
      if let known { times.formUnion(known.times) }
    }
  }

  var count: Int { rawValue.nonzeroBitCount }

  /// The names of these times, joined: "evenings and weekends".
  var words: String {
    if self == .flexible { return "any time" }
    let words = Availability.names.dropLast().filter { isSuperset(of: $0.times) }.map(\.name)
    guard let last = words.last, words.count > 1 else { return words.first ?? "" }
    return words.dropLast().joined(separator: ", ") + " and " + last
  }
}
