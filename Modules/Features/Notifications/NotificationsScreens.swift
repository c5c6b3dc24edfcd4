internal import Days
internal import Hours
public import Interface
public import Kernel
internal import Permissions
internal import Platform

// The history, which the bell opens.
extension NotificationsState {
  typealias N = Node<NotificationsWindowAction>

  public func screen(
    _ route: Route, in surroundings: Surroundings, at window: WindowID
  ) -> Screen<NotificationsWindowAction> {
    let (title, nodes) =
      switch route.path {
      case NotificationsPlaces.why.path: ("Why or why not", whyNodes(route, surroundings))
      case NotificationsPlaces.device.path: ("Notifications on this device", deviceNodes(surroundings))
      default: ("Notifications", historyNodes(surroundings))
      }
    return Screen(
      route, title: title, nodes: [.heading(title, level: 1)] + problem(at: window) + nodes)
  }

  private func problem(at window: WindowID) -> [N] {
    if case .failed(let problem) = reading {
      return [
        .notice(
          "Your notifications could not be read. \(problem.sentence)", id: "problem", tone: .warning, icon: .warning,
          [.button("Try again", icon: .refresh, does: .retry)])
      ]
    }
    return windows[window].problem.map {
      [.problem($0, dismiss: .dismissProblem)]
    } ?? []
  }

  // MARK: History

  private func historyNodes(_ surroundings: Surroundings) -> [N] {
    guard reading.isOver else { return [.skeleton("Loading your notifications")] }
    guard reading == .done else { return [] }
    let shown = shown
    guard !shown.isEmpty else { return [nothing] + standingNodes(isAlone: false) + [links] }
    return standingNodes(isAlone: true) + [summary(shown)] + days(shown, surroundings) + [links]
  }

  /// The way to the permission, unless notifications are on or the empty history offers it.
  private func standingNodes(isAlone: Bool) -> [N] {
    isAllowed || !isAlone
      ? []
      : [
        .notice(
          "Notifications are off on this device.", id: "off", tone: .info, icon: .bell,
          [.link("Turn them on", to: NotificationsPlaces.device, id: "on")])
      ]
  }

  private var nothing: N {
    isAllowed
      ? .empty(
        "You are up to date.",
        because: "What you are told of is kept here for \(NotificationsState.days) days.", icon: .bell,
        .link("See what is planned", to: NotificationsPlaces.why, icon: .clock))
      : .empty(
        "No notifications yet.", because: NotificationsState.permission.why, icon: .bell,
        .link(NotificationsState.permission.allow, to: NotificationsPlaces.device, icon: .bell).with {
          $0.isProminent = true
        })
  }

  private func summary(_ shown: [NotificationEntry]) -> N {
    let unread = shown.filter(\.isUnread)
    let words = unread.isEmpty ? "All read" : unread.count == 1 ? "1 unread" : "\(unread.count) unread"
    let count = N(.status, words, id: "count").with { $0.live = .polite }
    let read: [N] =
      unread.isEmpty
      ? [] : [.button("Mark all as read", id: "read-all", does: .read(Set(unread.map(\.name))))]
    return .group(
      id: "all",
      [count] + read + [
        .button("Clear all", id: "clear-all", does: .clear(Set(shown.map(\.name))))
      ])
  }

  private func days(_ shown: [NotificationEntry], _ surroundings: Surroundings) -> [N] {
    let now = surroundings.now
    let byDay = Dictionary(grouping: shown) { CalendarDay($0.sentAt, in: now.zone) }
    return byDay.keys.sorted(by: >).map { day in
      let title = DateWords(now).brief(day)
      let rows = (byDay[day] ?? []).map { row($0, among: shown, on: title, now) }
      return .section(title, id: "day-\(day.text)", [.list(title, id: "list", rows)])
    }
  }

  /// The text of an entry, with its time where a newer one has the same.
  private func label(_ entry: NotificationEntry, among shown: [NotificationEntry], _ now: Moment) -> String {
    let isNewest = shown.first { $0.body == entry.body }?.name == entry.name
    return isNewest ? entry.body : "\(entry.body) (\(when(entry.sentAt, now)))"
  }

  private func row(
    _ entry: NotificationEntry, among shown: [NotificationEntry], on day: String, _ now: Moment
  ) -> N {
    let time = Moment(entry.sentAt, in: now.zone).clock.text
    let mark: N =
      entry.isUnread
      ? .menuItem("Mark as read", id: "read", icon: .success, does: .read([entry.name]))
      : .menuItem("Mark as unread", id: "unread", icon: .bell, does: .unread(entry.name))
    let snooze: [N] =
      entry.isSnoozable && !entry.isOpened
      ? [.menuItem("Snooze", id: "snooze", icon: .clock, does: .snooze(entry.name))] : []
    let menu = N.menu(
      "More for \(entry.body) \(day), \(time)", id: "menu",
      [mark] + snooze + [
        N(.menuitem, "Why did I get this?", id: "why", destination: NotificationsPlaces.why(entry)).with {
          $0.icon = .info
        },
        .menuItem("Clear", id: "clear", icon: .remove, does: .clear([entry.name])),
      ])
    return N.row(
      label(entry, among: shown, now), id: "\(entry.id)", value: "\(title(of: entry.kind)), \(time)",
      does: .open(entry.name), [menu]
    ).with { state in
      state.isUnread = entry.isUnread
      state.icon = kind(entry.kind)?.icon ?? .bell
    }
  }

  private var links: N {
    .list(
      "More about notifications", id: "more",
      [
        N.row("What is planned, and why", id: "why", to: NotificationsPlaces.why).with { $0.icon = .clock },
        N.row(
          "On this device", id: "device", value: isAllowed ? "On" : "Off", to: NotificationsPlaces.device
        ).with { $0.icon = .device },
        N.row("Kinds, times and quiet hours", id: "settings", to: NotificationsPlaces.settings).with {
          $0.icon = .settings
        },
      ])
  }

  // MARK: This device

  private func deviceNodes(_ surroundings: Surroundings) -> [N] {
    guard reading.isOver else { return [.skeleton("Loading your notifications")] }
    let standing: [N]
    if asksSystem {
      standing = priming.nodes { .permission($0) }
    } else if isAllowed {
      standing = [
        .note("Notifications are on for this device.", tone: .success, icon: .success, id: "on"),
        .button("Turn off on this device", id: "turn-off", does: .turnOff),
      ]
    } else {
      standing = [
        .text(NotificationsState.permission.why, id: "why"),
        .button(
          NotificationsState.permission.allow, id: "allow", icon: .bell, isProminent: true, does: .permission(.allow)),
      ]
    }
    let device: [N] =
      isAllowed && isSilenced
      ? [
        .note(
          "Your device's Do Not Disturb is on: what comes waits in its list, without banner or sound.", icon: .moon,
          id: "silenced")
      ] : []
    return standing + device + (isAllowed ? [silence(surroundings.now)] : []) + [
      .list(
        "More about notifications", id: "more",
        [
          N.row("Kinds, times and quiet hours", id: "settings", to: NotificationsPlaces.settings).with {
            $0.icon = .settings
          }
        ])
    ]
  }

  private func silence(_ now: Moment) -> N {
    guard let until = pausedUntil, until > now.date else {
      return .section(
        "Do Not Disturb", id: "silence",
        [
          .text("What comes meanwhile waits, or is left out if it is of no use by then.", id: "about"),
          .button("Pause for 1 hour", id: "hour", icon: .clock, does: .pause(until: .hour)),
          .button("Pause until tomorrow", id: "tomorrow", icon: .moon, does: .pause(until: .tomorrow)),
        ])
    }
    return .section(
      "Do Not Disturb", id: "silence",
      [
        .note("Paused until \(when(until, now)).", icon: .moon, id: "until"),
        .button("Resume notifications", id: "resume", icon: .bell, does: .resume),
      ])
  }

  /// "Today 19:00".
  func when(_ date: Date, _ now: Moment) -> String {
    let moment = Moment(date, in: now.zone)
    let day = moment.day == now.day.following(1) ? "Tomorrow" : DateWords(now).brief(moment.day)
    return "\(day) \(moment.clock.text)"
  }
}
