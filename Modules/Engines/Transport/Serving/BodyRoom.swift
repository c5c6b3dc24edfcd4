/// How much of all requests' bodies is in memory: what has come of them, until they are answered. A mere announcement
/// takes no room.
struct BodyRoom: Sendable {
  private let limit: Int
  private(set) var held = 0

  init(_ limit: Int) { self.limit = limit }

  /// False when there is no room for what one connection holds more than before; then nothing has changed.
  mutating func change(from before: Int, to now: Int) -> Bool {
    guard now <= before || held - before + now <= limit else { return false }
    held += now - before
    return true
  }
}
