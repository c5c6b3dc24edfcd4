package import Offline
package import Storage

/// The storage budgets of yHealth: what its caches may take on a device, 100 MB with the queue.
package enum YHealthStorage {
  package static let dashboard = Budget("dashboard", bytes: 50 << 20)
  /// Reserved for conversations, which are not cached so far.
  package static let conversations = Budget("conversations", bytes: 20 << 20)
  package static let insights = Budget("insights", bytes: 10 << 20)

  package static let plan = StoragePlan([
    .init("Dashboard", dashboard), .queue, .init("Conversations", conversations), .init("Insights", insights),
  ])
}
