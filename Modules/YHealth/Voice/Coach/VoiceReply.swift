internal import Interface

/// A message of the coach, in phrases, with the answers it suggests and the screens it points to.
public struct VoiceReply: Sendable, Equatable {
  public struct Way: Sendable, Equatable {
    let title: String
    let route: Route
  }

  let phrases: [String]
  var suggestions: [String] = []
  var ways: [Way] = []
  /// The session ends with it.
  var ends = false

  init(_ phrases: [String]) { self.phrases = phrases }
}
