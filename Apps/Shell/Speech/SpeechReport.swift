public import Permissions

/// The abilities of a front end that concern speech.
public struct SpeechAbility: Sendable, Hashable {
  /// It turns speech into text.
  public var listens: Bool
  /// It reads text aloud.
  public var reads: Bool
  /// It can open the system's settings of the microphone.
  public var opensSettings: Bool
  public var microphone: PermissionStanding

  public init(
    listens: Bool = false, reads: Bool = false, opensSettings: Bool = false, microphone: PermissionStanding
  ) {
    self.listens = listens
    self.reads = reads
    self.opensSettings = opensSettings
    self.microphone = microphone
  }
}

/// A report about speech from the front end of a window.
public enum SpeechReport: Sendable, Hashable {
  public enum Failure: String, Sendable, Hashable, CaseIterable {
    /// The microphone is not allowed.
    case denied
    /// Nothing was said.
    case silence
    /// There is no microphone.
    case absent
    /// The service that turns speech into text could not be reached.
    case network
    /// The front end cannot turn speech of this language into text.
    case unavailable
    /// The recording was ended from outside.
    case interrupted
  }

  /// The abilities of the front end, told when it opens and when they change.
  case can(SpeechAbility)
  /// The answer to the question for the microphone.
  case microphone(PermissionStanding)
  /// The text so far, of a recording that goes on.
  case partial(String)
  /// The whole text of a recording that has ended.
  case heard(String)
  case failed(Failure)

  /// The names of the states of a microphone.
  public static var microphones: [String] { PermissionStanding.allCases.map(\.rawValue) }

  /// Bytes of one text: more than is said in an hour.
  public static let longest = 1 << 18
}
