public import FoundationEssentials
public import Kernel
public import Storage

/// The progress of each goal as last computed, so that it is shown before the days are read.
public struct KeptProgress: Kept {
  public static let collection = "goal_progress"

  struct Said: Sendable, Equatable, Codable {
    let says: String
    let percent: Int?
  }

  /// By goal identifier.
  let goals: [String: Said]
  public let at: Date

  /// The identifier of the only record.
  public var id: ID<KeptProgress> { KeptProgress.last }
  public var when: Date { at }

  static let last = ID<KeptProgress>(named: "last")

  subscript(goal: ID<Goal>) -> Said? { goals["\(goal)"] }
}
