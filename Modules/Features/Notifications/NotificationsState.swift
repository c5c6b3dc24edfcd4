internal import Interface
public import Kernel
public import Notices
internal import Permissions
public import Platform

/// The state of one window: a failure that it shows.
public struct NotificationsWindowState: LocalState {
  public internal(set) var problem: Problem?

  public init() {}
}

/// The permissions to send, the notices sent, and the state of every window.
public struct NotificationsState: WindowedDeciding {
  public enum Reading: Sendable, Equatable {
    case unread, underWay, done
    case failed(Problem)

    /// Whether reading has ended, with or without a result.
    public var isOver: Bool { self != .unread && self != .underWay }
  }

  /// The permission that a device is asked for.
  static let permission = Permission(
    "notifications", title: "Turn on notifications",
    why: "A reminder or a milestone then reaches you when it matters, at most a few a day and none at night.",
    allow: "Turn on notifications", icon: .bell)

  /// The days for which the history is kept.
  public static let days = 30
  /// The days for which notifications are planned.
  public static let ahead = 7
  /// The most candidates that are planned with.
  static let mostCandidates = 2_000
  /// The most that are listed in the history beside the one that they became part of.
  static let mostParts = 20
  /// The suffix of the name of one that was snoozed.
  static let again = "+"

  public let kinds: [NotificationKind]
  /// Whether the device has a permission of its own, rather than the person's choice alone.
  let asksSystem: Bool
  /// Whether the device takes part in push notifications.
  let hasPush: Bool
  public internal(set) var reading = Reading.unread
  /// The history of all devices, the newest first, with what was cleared.
  public internal(set) var entries: [NotificationEntry] = []
  var memory = NotificationMemory()
  /// Nil until the product has said what may be sent.
  var candidates: [NotificationCandidate]?
  /// Nil until the settings are read.
  var rules: NoticeRules?
  var priming: PermissionPriming
  /// The decisions about what is not sent yet.
  public internal(set) var planned: [PlannedNotice] = []
  /// Entries whose save is under way, which a read may not have.
  var pending: [String: NotificationEntry] = [:]
  /// Entries that were saved since the last read began, which it may not have either.
  var stored: [String: NotificationEntry] = [:]
  /// The device's answers to what was sent since the start.
  public internal(set) var answers: [String: NotificationAnswer] = [:]
  /// The instant from which on the history is shown here; nil for all of it.
  var since: Date?
  /// When the store was last asked to delete what is too old.
  var forgottenAt: Date?
  /// Whether the device's Do Not Disturb is on.
  public internal(set) var isSilenced = false
  /// The number of unread notifications said last.
  var counted = 0
  public var windows = WindowStates<NotificationsWindowState>()

  public init(
    _ kinds: [NotificationKind], asksSystem: Bool = false, offersQuiet: Bool = false, hasPush: Bool = false
  ) {
    self.kinds = kinds
    self.asksSystem = asksSystem
    self.hasPush = hasPush
    priming = PermissionPriming(NotificationsState.permission, offersQuiet: offersQuiet)
  }

  // MARK: Derived

  /// Whether notifications are sent on this device at all.
  public var isAllowed: Bool {
    guard asksSystem else { return memory.isAllowed }
    return switch priming.phase {
    case .granted, .quiet: true
    // Until the device answers, and if it does not, its last answer counts.
    case .checking: memory.standing == .granted || memory.standing == .quiet
    case .open where priming.problem != nil: memory.standing == .granted || memory.standing == .quiet
    case .open, .asking, .later, .denied, .unavailable: false
    }
  }

  /// Whether what is sent goes into the device's list alone.
  var isQuiet: Bool { isSilenced || (asksSystem && priming.phase == .quiet) }

  /// The history as it is shown, the newest first.
  public var shown: [NotificationEntry] { entries.filter { !$0.isCleared && isHere($0) } }

  public var unread: Int { entries.count { $0.isUnread && isHere($0) } }

  /// Whether it was sent since the app was installed: a history ends with the installation that it belongs to.
  private func isHere(_ entry: NotificationEntry) -> Bool { since.map { entry.sentAt >= $0 } ?? true }

  /// Whether a notification of this name is in the history.
  public func knows(_ name: String) -> Bool { entry(name) != nil }

  /// The end of the person's pause, on whichever device it was begun; nil for none.
  var pausedUntil: Date? { rules?.silentUntil }

  public func isPaused(at now: Date) -> Bool { pausedUntil.map { $0 > now } ?? false }

  /// The instant from which on the person's habits may be learnt from; nil for all.
  public var learnsSince: Date? { memory.learnsSince }

  func kind(_ id: String) -> NotificationKind? { kinds.first { $0.id == id } }

  func title(of kind: String) -> String { self.kind(kind)?.title ?? "Notification" }

  func entry(_ name: String) -> NotificationEntry? { entries.first { $0.name == name } }

  // MARK: Transitions

  public typealias Steps = [Step<NotificationsEffect, NotificationsEvent>]

  public mutating func receive(_ action: NotificationsAction, at now: Moment) -> Steps {
    counting { $0.decide(action, now) }
  }

  public mutating func receive(_ action: NotificationsWindowAction, from window: WindowID, at now: Moment) -> Steps {
    counting { $0.decide(action, in: window, now) }
  }

  /// Adds the number of unread notifications if a decision changed it.
  private mutating func counting(_ decide: (inout Self) -> Steps) -> Steps {
    let steps = decide(&self)
    guard unread != counted else { return steps }
    counted = unread
    return steps + [.say(.counted(counted)), .run(.badge(counted), .newest("badge"))]
  }

  private mutating func decide(_ action: NotificationsAction, _ now: Moment) -> Steps {
    switch action {
    case .begin:
      guard reading == .unread else { return plan(at: now) }
      reading = .underWay
      return load() + [.run(.listen, .standing("changes"))] + (asksSystem ? request(.check) : []) + setUp
    case .candidates(let all):
      candidates = Array(all.prefix(NotificationsState.mostCandidates))
      return plan(at: now)
    case .rules(let rules):
      guard rules != self.rules else { return [] }
      self.rules = rules
      return plan(at: now)
    case .loaded(let read, let memory, let since):
      self.since = since
      return loaded(read, memory, now)
    case .notLoaded(let problem):
      if reading != .done { reading = .failed(problem) }
    case .changed: return reading.isOver ? load() : []
    case .woke: return [.say(.wanted)] + plan(at: now)
    case .saved(let entries):
      for entry in entries where pending[entry.name] == entry {
        pending[entry.name] = nil
        stored[entry.name] = entry
      }
    case .notSaved(_, let problem):
      // It stays pending, so that it is not sent twice; the next change is saved with it.
      windows.forEach { $0.problem = problem }
    case .arrived(let arrival): return arrived(arrival, now)
    case .delivered(let name, let answer): answers[name] = answer
    case .silenced(let isSilenced): self.isSilenced = isSilenced
    case .permission(let action): return permission(action, now)
    }
    return []
  }

  /// Reads the history again; the answer of an earlier read is dropped.
  mutating func load() -> Steps {
    stored = [:]
    return [.run(.load, .latest("load"))]
  }

  private mutating func loaded(
    _ read: [NotificationEntry], _ memory: NotificationMemory?, _ now: Moment
  ) -> Steps {
    let before = Set(entries.filter(\.isUnread).map(\.name))
    var badge: Steps = []
    if reading != .done {
      // What the device answered meanwhile is newer than what was kept.
      let standing = self.memory.standing
      self.memory = memory ?? NotificationMemory()
      if let standing, standing != self.memory.standing {
        self.memory.standing = standing
        badge = remember
      }
      // The icon may still show the number of an earlier run.
      badge.append(.run(.badge(0), .newest("badge")))
    }
    reading = .done
    // What is being saved is newer than what was read.
    let known = Set(read.map(\.name))
    let own = stored.merging(pending) { _, newer in newer }
    entries =
      (read.map { own[$0.name] ?? $0 } + own.values.filter { !known.contains($0.name) })
      .sorted(by: NotificationsState.isNewer)
    // Opened or cleared on another device.
    let seen = before.intersection(entries.filter { !$0.isUnread }.map(\.name))
    return badge + withdraw(seen) + forget(now) + plan(at: now)
  }

  static func isNewer(_ one: NotificationEntry, _ other: NotificationEntry) -> Bool {
    (one.sentAt, one.name) > (other.sentAt, other.name)
  }

  func withdraw(_ names: Set<String>) -> Steps {
    names.isEmpty ? [] : [.run(.withdraw(names), .inOrder("device"))]
  }

  /// Deletes what is older than the history. The store may have more than was read, so it is asked once a day at least.
  mutating func forget(_ now: Moment) -> Steps {
    let end = now.date.addingTimeInterval(-Double(NotificationsState.days) * 86_400)
    let gone = entries.filter { $0.sentAt < end }
    memory.prune(before: now.date.addingTimeInterval(-OpeningTimes.memory.seconds))
    let isRecent = forgottenAt.map { abs(now.date.timeIntervalSince($0)) < 86_400 } ?? false
    guard !gone.isEmpty || !isRecent else { return [] }
    forgottenAt = now.date
    entries.removeAll { $0.sentAt < end }
    for entry in gone { (pending[entry.name], stored[entry.name]) = (nil, nil) }
    return [.run(.forget(before: end), .inOrder("save"))]
  }

  /// Changes entries and saves those that differ.
  mutating func change(_ names: Set<String>, _ change: (inout NotificationEntry) -> Void) -> Steps {
    var changed: [NotificationEntry] = []
    for place in entries.indices where names.contains(entries[place].name) {
      var entry = entries[place]
      change(&entry)
      guard entry != entries[place] else { continue }
      entries[place] = entry
      pending[entry.name] = entry
      changed.append(entry)
    }
    return changed.isEmpty ? [] : [.run(.save(changed), .inOrder("save"))]
  }

  var remember: Steps { [.run(.remember(memory), .newest("memory"))] }

  // MARK: Permission

  func request(_ request: PermissionPriming.Request) -> Steps {
    switch request {
    case .check: [.run(.permission(request), .latest("check"))]
    // A person may take minutes to answer.
    case .ask, .askQuietly, .openSettings: [.run(.permission(request), .unawaited("permission"))]
    }
  }

  mutating func permission(_ action: PermissionPriming.Action, _ now: Moment) -> Steps {
    let wasAllowed = isAllowed
    var steps: Steps = []
    if asksSystem {
      steps = priming.receive(action).map(request) ?? []
      if case .heard(let standing) = action, memory.standing != standing {
        memory.standing = standing
        // Before the memory is read, it is kept with it.
        if reading == .done { steps += remember }
      }
    } else if action == .allow {
      memory.isAllowed = true
      steps = remember
    }
    return steps + plan(at: now) + (isAllowed && !wasAllowed ? [.say(.wanted)] : [])
  }
}
