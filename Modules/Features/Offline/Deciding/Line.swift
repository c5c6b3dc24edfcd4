public import Connectivity

/// What is known of the way to the server, from what the machine says of its network and from what each request met. It
/// has no clock and waits for nothing: every word changes it at once.
public struct Line: Sendable, Hashable {
  /// What became of a request.
  public enum Meeting: Sendable, Hashable {
    /// In so many seconds.
    case answered(Double)
    /// The server was there, busy or broken.
    case busy
    case unreachable
    /// The server wants the person to sign in again.
    case unauthorized
  }

  /// Nil while the machine has said nothing.
  var port: Bool?
  var hasSession = false
  var isSessionLost = false
  /// The newest is last.
  var recent: [Meeting] = []

  public init() {}

  /// Of how many requests it judges.
  static let most = 6
  /// Round trips of which the middle one counts, and how few say nothing yet.
  static let trips = 5
  static let fewestTrips = 3
  static let slow = 2.0

  // MARK: Hearing

  public mutating func hear(port isUp: Bool) {
    // Another network: what the old one was like says nothing of it.
    if isUp, port == false { recent = [] }
    port = isUp
  }

  public mutating func hear(session isThere: Bool) {
    hasSession = isThere
    // Who is signed out after a loss is still to sign in again.
    if isThere { isSessionLost = false }
  }

  public mutating func meet(_ meeting: Meeting) {
    if meeting == .unauthorized { isSessionLost = true }
    recent.append(meeting)
    recent.removeFirst(max(0, recent.count - Line.most))
  }

  // MARK: Judging

  /// False until the machine or a request has said something.
  public var isKnown: Bool { port != nil || !recent.isEmpty }

  public var connectivity: Connectivity {
    if port == false || !isKnown { return .offline }
    if isSessionLost { return .signedOut }
    // Nobody is asked on behalf of somebody who has no account.
    guard hasSession else { return port == true ? .online : .offline }
    if isCut { return port == true ? .unreachable : .offline }
    if isFlaky { return .flaky }
    return isSlow ? .slow : .online
  }

  private var failed: Int { recent.count { $0 == .unreachable || $0 == .busy } }
  private var isFlaky: Bool { failed >= 2 && failed < recent.count }

  /// One failure cuts the line, unless many come and go; and whoever is busy three times in a row is as good as away.
  private var isCut: Bool {
    let last = recent.suffix(3)
    if last.count == 3, last.allSatisfy({ $0 == .busy || $0 == .unreachable }) { return true }
    guard recent.last == .unreachable else { return false }
    return !isFlaky || last.suffix(2).allSatisfy { $0 == .unreachable }
  }

  private var isSlow: Bool {
    let trips = recent.compactMap { if case .answered(let seconds) = $0 { seconds } else { nil } }.suffix(Line.trips)
    guard trips.count >= Line.fewestTrips else { return false }
    return trips.sorted()[trips.count / 2] > Line.slow
  }
}
