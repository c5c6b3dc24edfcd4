internal import FoundationEssentials
internal import Health
internal import Kernel

/// Which window a desk of the log stands in, so that a photo is asked for where it is wanted.
final class PhotoDesks: Sendable {
  typealias Finding = @Sendable () -> Window?

  private let windows = Locked<[HealthDesk.Name: Finding]>([:])

  func seat(_ desk: HealthDesk.Name, in window: @escaping Finding) { windows.withLock { $0[desk] = window } }

  func leave(_ desk: HealthDesk.Name) { windows.withLock { $0[desk] = nil } }

  /// Nil when the person calls it off, or their window goes.
  func photo(_ desk: HealthDesk.Name) async throws(Problem) -> Photo? {
    guard let window = windows.withLock({ $0[desk] })?() else { return nil }
    return try await window.photo().map { Photo($0) }
  }
}
