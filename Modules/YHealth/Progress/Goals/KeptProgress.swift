public import FoundationEssentials
public import Kernel
public import Storage

/// How far each goal had come when the days were last counted, so that goals are shown with it before the days are read.
public struct KeptProgress: Kept {
  public static let collection = "goal_progress"

  struct Said: Sendable, Equatable, Codable {
    let says: String
    let percent: Int?
  }

  /// By the goals' identifiers.
  let goals: [String: Said]
  public let at: Date

  /// There is one: the last.
  public var id: ID<KeptProgress> { KeptProgress.last }
  public var when: Date { at }

  static let last = ID<KeptProgress>(named: "last")

  subscript(goal: ID<Goal>) -> Said? { goals["\(goal)"] }
}
