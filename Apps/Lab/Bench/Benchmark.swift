public import Kernel

/// One thing that is measured, by the name it is asked for.
public struct Benchmark: Sendable {
  public let name: String
  public let summary: String
  let measure: @Sendable () async throws(Problem) -> [Figure]

  public func run() async throws(Problem) -> [Figure] { try await measure() }

  /// What takes long is measured only when asked for by its name.
  public static let named = all + [soak, healthImport]

  public static let all = [
    start, frame, send, broadcast, difference, storageSave, storageBatch, storageScan, storageOpen, storageMemory,
    storageCoding, http, page, patch, tabs, charts, backend, syncDrain, syncPull, syncSaved, syncCached,
    syncTidy, syncConflict, syncEntry, health, healthInsights, chartScreens,
  ]
}
