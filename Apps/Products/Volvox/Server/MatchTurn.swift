internal import Platform

/// The place at which a person's reading of the cards begins on a day. The cards are in the order of their identifiers, as
/// on a ring; a reading goes on from its place until it has enough.
///
/// From day to day the place moves on by the golden section of the ring. So the places of any number of days in a row lie
/// almost evenly: where a reading holds a quarter of the cards, each is read within 6 days, and where it holds a twentieth,
/// within 34.
enum MatchTurn {
  /// Cards of an answer whose turn it is, whatever their score: the first of the reading that pass the gates.
  static let most = 100

  private static let step: UInt64 = 0x9E37_79B9_7F4A_7C15

  /// An identifier, in lower case.
  static func start(for person: String, on now: Date) -> String {
    let day = Int64((now.timeIntervalSince1970 / 86_400).rounded(.down))
    let place = first(of: person) &+ UInt64(bitPattern: day) &* step
    let digits = String(place, radix: 16)
    let all = String(repeating: "0", count: 16 - digits.count) + digits
    return "\(all.prefix(8))-\(all.dropFirst(8).prefix(4))-\(all.suffix(4))-0000-000000000000"
  }

  /// The best of `ranked`, with all of those whose turn it is, in the order of `ranked`.
  static func answer<Element>(
    _ ranked: [Element], most: Int, turn: Set<String>, id: (Element) -> String
  ) -> [Element] {
    var places = most - ranked.count { turn.contains(id($0)) }
    return ranked.filter { element in
      if turn.contains(id(element)) { return true }
      places -= 1
      return places >= 0
    }
  }

  /// The place of a person on the day that others are counted from.
  private static func first(of person: String) -> UInt64 {
    let mixed = person.utf8.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
    return (mixed ^ mixed >> 32) &* step
  }
}
