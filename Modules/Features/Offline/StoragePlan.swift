public import Storage

/// The storage budgets of a product, in the order in which the storage screen shows them.
public struct StoragePlan: Sendable, Hashable {
  /// One budget with its title on the screen.
  public struct Part: Sendable, Hashable {
    public let title: String
    public let budget: Budget

    public init(_ title: String, _ budget: Budget) {
      self.title = title
      self.budget = budget
    }

    /// The outbox, which every product has.
    public static let queue = Part("Entries to be sent", .queue)
  }

  public let parts: [Part]

  /// Puts the queue first when `parts` does not place it.
  public init(_ parts: [Part] = []) {
    self.parts = parts.contains { $0.budget == .queue } ? parts : [.queue] + parts
  }

  /// For a product that caches nothing.
  public static let queueAlone = StoragePlan()
}
