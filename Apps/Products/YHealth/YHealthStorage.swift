package import Offline
package import Storage

/// The storage budgets of yHealth: what its caches may take on a device, 100 MB with the queue.
package enum YHealthStorage {
  package static let dashboard = Budget("dashboard", bytes: 50 << 20)
  /// The transcripts of voice sessions that the person wants to keep.
  package static let conversations = Budget("conversations", bytes: 20 << 20)
  package static let insights = Budget("insights", bytes: 10 << 20)

  package static let plan = StoragePlan([
    .init("Dashboard", dashboard), .queue, .init("Conversations", conversations), .init("Insights", insights),
  ])
}
