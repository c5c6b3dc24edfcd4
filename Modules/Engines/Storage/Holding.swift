/// The storage and synchronisation of a collection.
public enum Holding: Sendable, Hashable {
  /// Created by the person: never evicted, and every change is sent to the server through the outbox.
  case owned(Priority)
  /// Created by the person and never sent to a server.
  case local
  /// Can be fetched again: evicted beyond a time window and a budget, oldest first.
  case cached(Budget, window: Duration? = nil)

  var priority: Priority? { if case .owned(let priority) = self { priority } else { nil } }
}

/// The order in which changes leave the device.
public enum Priority: Int, Sendable, Hashable, Codable, CaseIterable {
  /// Data that the person entered.
  case entered
  /// Actions of the person.
  case done
  case analytics
  case rest
  /// Records that a product writes by itself, such as the progress of onboarding. They are sent after everything else,
  /// and the counts and lists of unsent changes leave them out.
  case background
}

/// A limit in bytes for one kind of data.
public struct Budget: Sendable, Hashable {
  public let name: String
  public let bytes: Int

  public init(_ name: String, bytes: Int) {
    self.name = name
    self.bytes = max(0, bytes)
  }

  /// The budget of the outbox: the changes that have not reached the server.
  public static let queue = Budget("queue", bytes: 20 << 20)

  /// The share of a budget above which the person is warned.
  public static let warning = 0.9
}

/// The used part of a budget.
public struct Usage: Sendable, Hashable {
  public let budget: Budget
  public let bytes: Int

  public init(budget: Budget, bytes: Int) {
    self.budget = budget
    self.bytes = bytes
  }

  public var share: Double { budget.bytes == 0 ? 1 : Double(bytes) / Double(budget.bytes) }
  public var isNearFull: Bool { share >= Budget.warning }
}
