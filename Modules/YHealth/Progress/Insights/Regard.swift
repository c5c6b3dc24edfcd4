internal import Insights
public import Kernel
public import Platform
public import Storage

/// A person's history with a finding: seen, times opened, dismissed. It stays on the device.
public struct Regard: Kept {
  public static let collection = "insight_regards"
  /// Number of records; there are fewer pairs of measures.
  static let most = 3_000

  /// The finding's identifier, which is the same whenever it is found again.
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
  /// The identifier for links and screens, which contains no words.
  var number: Kernel.ID<Regard> { Kernel.ID(named: id) }
}
