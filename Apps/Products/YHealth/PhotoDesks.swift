internal import FoundationEssentials
package import Health
package import Kernel
package import Shell

/// Which window a desk of the log stands in, so that a photo is asked for where it is wanted.
package final class PhotoDesks: Sendable {
  package typealias Finding = @Sendable () -> Window?

  private let windows = Locked<[HealthDesk.Name: Finding]>([:])

  package init() {}

  package func binding(_ desk: HealthDesk.Name, in window: @escaping Finding) { windows.withLock { $0[desk] = window } }

  package func leave(_ desk: HealthDesk.Name) { windows.withLock { $0[desk] = nil } }

  /// Nil when the person calls it off, or their window goes.
  package func photo(_ desk: HealthDesk.Name) async throws(Problem) -> Photo? {
    guard let window = windows.withLock({ $0[desk] })?() else { return nil }
    return try await window.photo(atMost: Photo.largest).map { Photo($0) }
  }
}
