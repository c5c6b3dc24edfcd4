public import Kernel
internal import Measures
public import Platform
public import Storage
internal import Units

/// The progress of each goal as last computed, so that it is shown before the days are read.
public struct KeptProgress: Kept {
  public static let collection = "goal_progress"

  struct Said: Sendable, Equatable, Codable {
    let says: String
    let percent: Int?
    /// The unit of its amounts where people know several; nil in those of earlier versions, which have the stored one.
    var unit: String?

    /// Whether it has the unit of an aim in that notation.
    func has(unitOf aim: Aim?, in amounts: AmountNotation) -> Bool {
      guard let quantity = aim?.measure.quantity else { return true }
      return unit ?? quantity.stored.rawValue == amounts.unit(of: quantity).rawValue
    }
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
