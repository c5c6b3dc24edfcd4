public import Kernel
public import Platform
public import Storage

/// The place at which a person left onboarding on this device, and what this device has of it.
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
  /// The card of the carousel at which the person left, counted from 0.
  let card: Int?
  /// The name typed so far.
  let typed: String?
  let at: Date

  public var id: ID<KeptOnboarding> { ID(named: "onboarding") }
  public var when: Date { at }
}
