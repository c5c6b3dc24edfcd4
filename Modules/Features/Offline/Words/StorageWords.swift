internal import Storage

extension StoragePlan {
  func fill(_ use: StorageUse) -> StorageFill { StorageFill(plan: self, use: use) }
}

extension OfflineState {
  /// Nil until the usage was measured.
  var fill: StorageFill? { use.map(storage.fill) }
}

/// The measured usage of the budgets of a plan, in numbers and in words.
struct StorageFill {
  static let cacheWarning = "Storage almost full. Older cached data will be cleared."

  let plan: StoragePlan
  let use: StorageUse

  var whole: Int { plan.parts.reduce(0) { $0 + $1.budget.bytes } }

  func bytes(of budget: Budget) -> Int { use.usages.first { $0.budget.name == budget.name }?.bytes ?? 0 }

  var total: Int { plan.parts.reduce(0) { $0 + bytes(of: $1.budget) } }

  /// Bytes that can be fetched again.
  var cached: Int { total - bytes(of: .queue) }

  /// The greatest share in use, of the whole and of each cache; 0 without a cache.
  private var fullest: Double {
    let caches = plan.parts.filter { $0.budget != .queue }
    guard !caches.isEmpty else { return 0 }
    let shares = caches.map { Usage(budget: $0.budget, bytes: bytes(of: $0.budget)).share }
    return (shares + [Double(total) / Double(whole)]).max() ?? 0
  }

  var isCacheAlmostFull: Bool { fullest >= Budget.warning }
  var isCacheCalm: Bool { fullest < Budget.warning - 0.05 }
  var isQueueAlmostFull: Bool { Usage(budget: .queue, bytes: bytes(of: .queue)).isNearFull }

  var queueWarning: String {
    "Your entries to be sent almost fill the room for them (\(StorageFill.of(bytes(of: .queue), Budget.queue.bytes))). Sync soon."
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
    guard !use.damaged.isEmpty else { return nil }
    return use.damaged.count == 1
      ? "1 entry was damaged on this device and set aside; what the server has of it is fetched again."
      : "\(use.damaged.count) entries were damaged on this device and set aside; what the server has of them is fetched again."
  }
}
