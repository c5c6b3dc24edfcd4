internal import Storage

// Storage usage, in numbers and in words.
extension StorageUse {
  static let cacheWarning = "Storage almost full. Older cached data will be cleared."

  /// The budgets in display order.
  static let budgets: [(budget: Budget, title: String)] = [
    (.dashboard, "Dashboard"), (.queue, "Entries to be sent"), (.conversations, "Conversations"),
    (.insights, "Insights"),
  ]

  static let whole = budgets.reduce(0) { $0 + $1.budget.bytes }

  func bytes(of budget: Budget) -> Int { usages.first { $0.budget.name == budget.name }?.bytes ?? 0 }

  var total: Int { StorageUse.budgets.reduce(0) { $0 + bytes(of: $1.budget) } }

  /// Bytes that can be fetched again.
  var cached: Int { total - bytes(of: .queue) }

  /// The greatest share in use, of the whole and of each cache.
  private var fullest: Double {
    let caches = StorageUse.budgets.filter { $0.budget.name != Budget.queue.name }
    let shares = caches.map { Usage(budget: $0.budget, bytes: bytes(of: $0.budget)).share }
    return (shares + [Double(total) / Double(StorageUse.whole)]).max() ?? 0
  }

  var isCacheAlmostFull: Bool { fullest >= Budget.warning }
  var isCacheCalm: Bool { fullest < Budget.warning - 0.05 }
  var isQueueAlmostFull: Bool { Usage(budget: .queue, bytes: bytes(of: .queue)).isNearFull }

  var queueWarning: String {
    "Your entries to be sent almost fill the room for them (\(StorageUse.of(bytes(of: .queue), Budget.queue.bytes))). Sync soon."
  }

  /// "12.3 MB of 50 MB".
  static func of(_ bytes: Int, _ whole: Int) -> String { "\(size(bytes)) of \(size(whole))" }

  static func size(_ bytes: Int) -> String {
    switch bytes {
    case ..<1024: "\(max(0, bytes)) bytes"
    case ..<(1 << 20): "\(decimal(Double(bytes) / 1024, places: 0)) KB"
    default: "\(decimal(Double(bytes) / Double(1 << 20), places: 1)) MB"
    }
  }

  /// Reports damaged records in one sentence; nil when there are none.
  func damage() -> String? {
    guard !damaged.isEmpty else { return nil }
    return damaged.count == 1
      ? "1 entry was damaged on this device and set aside; what the server has of it is fetched again."
      : "\(damaged.count) entries were damaged on this device and set aside; what the server has of them is fetched again."
  }
}
