/// Bounds the memory of all request bodies together: the bytes received, until the request is answered. An announced
/// length counts for nothing.
struct BodyRoom: Sendable {
  private let limit: Int
  private(set) var held = 0

  init(_ limit: Int) { self.limit = limit }

  /// Adjusts the share of one connection. Returns false, and changes nothing, when the limit would be exceeded.
  mutating func change(from before: Int, to now: Int) -> Bool {
    guard now <= before || held - before + now <= limit else { return false }
    held += now - before
    return true
  }
}
