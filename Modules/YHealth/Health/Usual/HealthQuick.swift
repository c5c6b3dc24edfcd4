internal import Forms
internal import Interface
internal import Kernel
internal import Platform

// Logging with one tap.
extension HealthState {
  mutating func quickSaved(_ kept: KeptEntry, in window: WindowID, _ now: Moment) -> Steps {
    take(kept)
    windows[window].problem = nil
    windows[window].extendPastDay(now)
    windows[window].offered = kept.name
    let undo = remember(before: nil, after: kept.entry, in: window)
    let toast = HealthState.confirmation.about(kept.name.subject)
    return [
      .say(.saved(kept.name)), .tell(.offered(toast, undo: undo), window),
      .tell(.logged(kept.name), window),
    ] + lookAnew(now)
  }

  /// The suggestions above the fields of an empty form.
  func quickNodes(_ form: EntryForm, _ surroundings: Surroundings) -> [Node<HealthWindowAction>] {
    guard form.name.entry == nil, form.phase == .editing, !form.isDirty else { return [] }
    let offers = QuickEntry.offers(form.name.kind, entries, at: surroundings.now)
    if offers.isEmpty { return [] }
    let buttons = offers.enumerated().map { index, offer in
      Node<HealthWindowAction>.button(
        offer.words, id: "quick-\(index + 1)", icon: form.name.kind.icon, does: .quick(offer))
    }
    return [.group("Log in one tap", id: "quick", buttons)]
  }
}
