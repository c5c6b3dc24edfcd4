public import FoundationEssentials
internal import Insights
public import Kernel
public import Storage

/// What a person made of a finding: that it was seen, how often it was opened, and whether it is to stay away. It stays
/// on the device.
public struct Regard: Kept {
  public static let collection = "insight_regards"
  /// More are not kept; there are fewer pairs of measures than that.
  static let most = 3_000

  /// The finding's own, which is the same whenever it is found again.
  public let finding: String
  public var opened = 0
  public var isDismissed = false
  public var at: Date

  public var id: ID<Regard> { ID(named: finding) }
  public var when: Date { at }

  init(_ finding: String, at: Date) {
    self.finding = finding
    self.at = at
  }
}

extension Finding {
  /// How links and screens name it: an identifier that carries no words.
  var number: Kernel.ID<Regard> { Kernel.ID(named: id) }
}
