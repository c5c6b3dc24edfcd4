/// An app or a device store that a runner has connected, as the coach knows it.
public struct CoachConnection: Sendable, Hashable {
  /// The choice of the connection card: `strava`.
  public let id: String
  public let name: String
  /// The word of `RunnerWords.wearables` for a watch or phone; nil for an account that is none, such as Strava's.
  public let wearable: String?
  /// Whether its terms allow to use what it holds for advice.
  public let isForAdvice: Bool
  /// Where a person changes the access: "Settings, Health, Data Access on the iPhone".
  public let managing: String

  public init(_ id: String, name: String, wearable: String?, isForAdvice: Bool, managing: String) {
    self.id = id
    self.name = name
    self.wearable = wearable
    self.isForAdvice = isForAdvice
    self.managing = managing
  }
}
