/// A bounded count of tries in the current minute, by client.
struct TryLimit: Sendable {
  private static let most = 10_000

  private var minute = 0
  private var counts: [String: Int] = [:]

  /// Whether another try is allowed. `second` is in seconds since 1970.
  mutating func take(_ client: String, most: Int, at second: Int) -> Bool {
    // When too many clients try within a minute, all count as one.
    if second / 60 != minute { (minute, counts) = (second / 60, [:]) }
    let client = counts[client] == nil && counts.count >= TryLimit.most ? "" : client
    counts[client, default: 0] += 1
    return counts[client, default: 0] <= most
  }
}
