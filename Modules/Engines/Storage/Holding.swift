/// How a collection is kept.
public enum Holding: Sendable, Hashable {
  /// What a person made: never evicted, and every change goes to the server by way of the outbox.
  case owned(Priority)
  /// What a person made and no server ever sees.
  case local
  /// What can be fetched again: a window of time and a budget apply, oldest first.
  case cached(Budget, window: Duration? = nil)

  var priority: Priority? { if case .owned(let priority) = self { priority } else { nil } }
}

/// The order in which changes leave the device.
public enum Priority: Int, Sendable, Hashable, Codable, CaseIterable {
  /// What a person entered.
  case entered
  /// What a person did.
  case done
  case analytics
  case rest
}

/// How many bytes one kind of thing may take.
public struct Budget: Sendable, Hashable {
  public let name: String
  public let bytes: Int

  public init(_ name: String, bytes: Int) {
    self.name = name
    self.bytes = max(0, bytes)
  }

  public static let dashboard = Budget("dashboard", bytes: 50 << 20)
  public static let queue = Budget("queue", bytes: 20 << 20)
  public static let conversations = Budget("conversations", bytes: 20 << 20)
  public static let insights = Budget("insights", bytes: 10 << 20)

  /// Where a person is told that it fills up.
  public static let warning = 0.9
}

/// How much of a budget is used.
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
