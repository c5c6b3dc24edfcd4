internal import Days
internal import Hours
internal import Interface
internal import Kernel
internal import Notices
internal import Permissions
internal import Platform

// The transitions for the person's actions in one window.
extension NotificationsState {
  mutating func decide(_ action: NotificationsWindowAction, in window: WindowID, _ now: Moment) -> Steps {
    switch action {
    case .appeared: return (asksSystem ? permission(.returned, now) : []) + forget(now) + plan(at: now)
    case .open(let name): return open(name, in: window, now)
    case .snooze(let name): return snooze(name, in: window, now)
    case .read(let names):
      return withdraw(names) + change(names) { $0.isRead = true }
    case .unread(let name):
      return change([name]) { $0.isRead = false }
    case .clear(let names): return clear(names, in: window)
    case .restore(let former):
      let byName = Dictionary(former.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
      return change(Set(byName.keys)) { if let old = byName[$0.name] { $0 = old } }
    case .permission(let action): return permission(action, now)
    case .turnOff:
      memory.isAllowed = false
      return remember + plan(at: now)
    case .pause(let length): return pause(length, now)
    case .resume:
      return pause(until: nil, now)
    case .forgetTimes:
      memory.opens = []
      memory.reasons = nil
      memory.learnsSince = now.date
      return remember + plan(at: now) + [
        .say(.wanted), .tell(.told(Toast("Learned times are forgotten.", tone: .success)), window),
      ]
    case .retry:
      guard case .failed = reading else { return [] }
      reading = .underWay
      return load()
    case .dismissProblem: windows[window].problem = nil
    }
    return []
  }

  private mutating func open(_ name: String, in window: WindowID, _ now: Moment) -> Steps {
    guard let entry = entry(name) else { return [.tell(.opened(nil), window)] }
    // Opened a second time, it tells nothing about when the person has time for it.
    let isFirst = !entry.isOpened
    if isFirst { memory.opens.append(.init(kind: entry.kind, at: now.date)) }
    memory.opens = memory.opens.suffix(NotificationMemory.mostOpens)
    let saved = change([name]) { entry in
      entry.isOpened = true
      entry.isRead = true
    }
    return withdraw([name]) + saved + (isFirst ? remember + plan(at: now) : [])
      + [.tell(.opened(entry.route), window)]
  }

  private mutating func snooze(_ name: String, in window: WindowID, _ now: Moment) -> Steps {
    guard let entry = entry(name), entry.isSnoozable, name.count < NotificationEntry.longestName else { return [] }
    let again = name + NotificationsState.again
    let until = now.date.addingTimeInterval(3600)
    memory.snoozes.removeAll { $0.name == again }
    memory.snoozes.append(.init(name: again, until: until))
    let saved = change([name]) { $0.isRead = true }
    let toast = Toast("You are reminded again at \(Moment(until, in: now.zone).clock.text).", tone: .success)
    return withdraw([name]) + saved + remember + plan(at: now) + [.tell(.told(toast), window)]
  }

  private mutating func clear(_ names: Set<String>, in window: WindowID) -> Steps {
    let former = entries.filter { names.contains($0.name) && !$0.isCleared }
    guard !former.isEmpty else { return [] }
    let saved = change(names) { $0.isCleared = true }
    let words = former.count == 1 ? "1 notification cleared." : "\(former.count) notifications cleared."
    return withdraw(names) + saved + [.tell(.offered(Toast(words, tone: .success), undo: .restore(former)), window)]
  }

  private mutating func pause(_ length: NotificationsWindowAction.Pause, _ now: Moment) -> Steps {
    switch length {
    case .hour: pause(until: now.date.addingTimeInterval(3600), now)
    case .tomorrow: pause(until: now.day.following(1).start(in: now.zone), now)
    }
  }

  /// Holds at once; the product keeps it among the person's settings, and hands it back in the rules.
  private mutating func pause(until end: Date?, _ now: Moment) -> Steps {
    rules?.silentUntil = end
    return [.say(.paused(until: end))] + plan(at: now)
  }
}
