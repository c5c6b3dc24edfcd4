public import Kernel

/// A named measurement.
public struct Benchmark: Sendable {
  public let name: String
  public let summary: String
  let measure: @Sendable () async throws(Problem) -> [Figure]

  public func run() async throws(Problem) -> [Figure] { try await measure() }

  /// Includes long benchmarks, which run only by name.
  public static let named = all + [soak, backendSeal, healthImport]

  public static let all = [
    start, frame, send, broadcast, difference, storageSave, storageBatch, storageScan, storageOpen, storageMemory,
    storageCoding, http, page, patch, tabs, charts, backend, syncDrain, syncPull, syncSaved, syncCached,
    syncTidy, syncConflict, syncEntry, syncReconnect, health, navigation, healthInsights, chartScreens,
    dailypa, phrases, recurrence, receipts, caldav, notifications, matching, messaging, volvox, activities, duplicates,
    healthSync, identity, signIn, commerce, plan, predict, conversation, coach, accessibility, embed,
  ]
}
