public import FoundationEssentials
public import Kernel
public import Storage

/// How far a person has come, as it is kept on this device.
public struct KeptOnboarding: Kept {
  public static let collection = "onboarding"

  /// How a step stands. The raw values are stored, so they never change.
  public enum Standing: String, Sendable, Codable {
    case open, skipped, done
  }

  public struct Step: Sendable, Equatable, Codable {
    var standing: Standing = .open
    var choices: [String] = []
  }

  /// By their identifiers; also those that this version does not know.
  let steps: [String: Step]
  /// Where the person left.
  let current: String?
  let isFinished: Bool
  /// The person was led here once; nil in what older versions kept.
  let wasLed: Bool?
  let at: Date

  public var id: ID<KeptOnboarding> { ID(named: "onboarding") }
  public var when: Date { at }
}
