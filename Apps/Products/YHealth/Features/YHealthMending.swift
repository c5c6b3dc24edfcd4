internal import Health
internal import Kernel
internal import Measures
internal import Storage

// What was damaged on this device and cleared: until it has come again, what is missing is being loaded, not missing.
extension YHealthFeatures {
  /// Whether that has changed.
  @discardableResult
  func lookForDamage() async -> Bool {
    let isMending = (try? await store.awaited())?.isEmpty == false
    guard isMending != health.states.value.isMending else { return false }
    await health.send(.mending(isMending))
    return true
  }
}

extension HealthState {
  /// Nothing of it is left here, and all of it is to come again.
  var isBare: Bool { isMending && days.isEmpty && entries.isEmpty }
}
