public import FoundationEssentials
public import Kernel
public import Storage

/// A person's progress through onboarding, stored on this device.
public struct KeptOnboarding: Kept {
  public static let collection = "onboarding"

  /// The state of a step. The raw values are stored, so they never change.
  public enum Standing: String, Sendable, Codable {
    case open, skipped, done
  }

  public struct Step: Sendable, Equatable, Codable {
    var standing: Standing = .open
    var choices: [String] = []
  }

  /// Steps by identifier, including those that this version does not know.
  let steps: [String: Step]
  /// The step at which the person left.
  let current: String?
  let isFinished: Bool
  /// Whether the person was led to onboarding once; nil in what older versions stored.
  let wasLed: Bool?
  let at: Date

  public var id: ID<KeptOnboarding> { ID(named: "onboarding") }
  public var when: Date { at }
}
