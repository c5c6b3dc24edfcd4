internal import Interface
internal import Kernel
internal import Platform
internal import Storage

// What two devices logged alike while neither knew of the other. Both entries are kept and shown until both are on the
// server. Then the one whose identifier is greater goes, which is the same on every device, and can be brought back.
extension HealthState {
  /// Number of removed twins that can be brought back.
  static let mostTwins = 50

  /// Remembers what was entered here: an entry that waits to be sent.
  mutating func noteOwn(_ kept: [KeptEntry]) {
    for one in kept where one.isWaiting { own.insert(one.name) }
  }

  /// Looks for twins of entries that have come from the server or have reached it. Of a pair one was entered here and the
  /// other was not: what one device logs twice on purpose stays twice.
  func twins(of saved: [KeptEntry]) -> Steps {
    let sent = entries.filter { !$0.isWaiting && own.contains($0.name) }
    guard !sent.isEmpty else { return [] }
    let received = entries.filter { !$0.isWaiting && !own.contains($0.name) }
    var gone: Set<EntryName> = []
    return saved.flatMap { kept -> Steps in
      guard !kept.isWaiting, !gone.contains(kept.name) else { return [] }
      let others = own.contains(kept.name) ? received : sent
      guard let twin = others.first(where: { !gone.contains($0.name) && kept.entry.isTwin(of: $0.entry) }) else {
        return []
      }
      let second = kept.name.id.uuidString > twin.name.id.uuidString ? kept : twin
      gone.insert(second.name)
      return [.run(.removeTwin(second), .inOrder("keep"))]
    }
  }

  mutating func twinRemoved(_ kept: KeptEntry, _ now: Moment) -> Steps {
    entries.removeAll { $0.name == kept.name }
    removedTwins.removeAll { $0.name == kept.name }
    removedTwins = Array((removedTwins + [kept]).suffix(HealthState.mostTwins))
    let toast = Toast(
      "\(kept.name.kind.title): two devices logged the same at the same time. One of the two was removed.", tone: .info)
    return [.say(.deleted(kept.name)), .say(.offered(toast, undo: .keepTwin(kept.name)))] + lookAnew(now)
  }

  /// Brings a twin back, a moment later than it was, so that it is not removed again.
  mutating func keepTwin(_ name: EntryName, in window: WindowID) -> Steps {
    guard let kept = removedTwins.first(where: { $0.name == name }) else { return [] }
    removedTwins.removeAll { $0.name == name }
    let apart = KeptEntry(entry: kept.entry.apart, version: kept.version, isWaiting: true)
    return [.run(.restore(apart, in: window), .inOrder("keep"))]
  }
}
