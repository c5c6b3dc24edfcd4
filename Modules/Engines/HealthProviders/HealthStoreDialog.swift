public import Kernel
public import Samples

/// The question of a device's health store, such as HealthKit's or Health Connect's, as the shell of a phone shows it.
public struct HealthStoreDialog: Sendable {
  public enum Answer: String, Sendable, Hashable, CaseIterable {
    case granted, denied
    /// The store is not installed on this device.
    case missing
  }

  /// Shows the device's question for reading these kinds, and returns the person's answer.
  public var ask: @Sendable (_ reading: [SampleKind]) async throws(Problem) -> Answer
  /// Returns the answer that holds now, without a question. A store that tells a denial from missing data to nobody, as Apple
  /// Health does, says `granted`.
  public var standing: @Sendable (_ reading: [SampleKind]) async throws(Problem) -> Answer

  public init(
    ask: @escaping @Sendable (_ reading: [SampleKind]) async throws(Problem) -> Answer,
    standing: @escaping @Sendable (_ reading: [SampleKind]) async throws(Problem) -> Answer
  ) {
    self.ask = ask
    self.standing = standing
  }
}

extension Problem {
  /// The health store is not installed on this device.
  public static func healthStoreMissing(_ name: String) -> Problem {
    Problem(
      "health-store-missing", "\(name) is not installed on this device.", safe: "Nothing was connected.",
      remedy: "Install \(name) from your device's app store, then connect it again. Everything works without it too.")
  }
}
