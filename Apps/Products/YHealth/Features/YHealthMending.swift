internal import Health
internal import Kernel
internal import Measures
internal import Storage

// Damaged records are cleared and loaded from the server again; until then they count as being loaded, not as missing.
extension YHealthFeatures {
  /// Checks for damaged records that are being loaded again; returns whether the answer changed.
  @discardableResult
  func lookForDamage() async -> Bool {
    let isMending = (try? await store.awaited())?.isEmpty == false
    guard isMending != health.states.value.isMending else { return false }
    await health.send(.mending(isMending))
    return true
  }
}

extension HealthState {
  /// All records were damaged, and all are being loaded again.
  var isBare: Bool { isMending && days.isEmpty && entries.isEmpty }
}
