internal import FoundationEssentials
package import Health
package import Kernel
package import Shell

/// Finds the window of a desk of the log, so that a photo is requested in the right window.
package final class PhotoDesks: Sendable {
  package typealias Finding = @Sendable () -> Window?

  private let windows = Locked<[HealthDesk.Name: Finding]>([:])

  package init() {}

  package func binding(_ desk: HealthDesk.Name, in window: @escaping Finding) { windows.withLock { $0[desk] = window } }

  package func leave(_ desk: HealthDesk.Name) { windows.withLock { $0[desk] = nil } }

  /// Requests a photo; nil when the person cancels or their window closes.
  package func photo(_ desk: HealthDesk.Name) async throws(Problem) -> Photo? {
    guard let window = windows.withLock({ $0[desk] })?() else { return nil }
    return try await window.photo(atMost: Photo.largest).map { Photo($0) }
  }
}
