package import Interface
internal import JSON
package import Kernel
package import Notices
package import Notifications
internal import Platform
package import Settings
package import Shell
package import Storage

/// Connects a person's notifications to one window: their pages, the bell, and the banners' buttons.
package struct NotificationsBinding: Sendable {
  private let notifications: Notifications
  private let windows: OpenWindows
  private let window: WindowID
  /// Whether a place still has something to show, such as an insight that may be gone.
  private let leads: @Sendable (Route) -> Bool

  package init(
    _ notifications: Notifications, of windows: OpenWindows, in window: WindowID,
    leads: @escaping @Sendable (Route) -> Bool = { _ in true }
  ) {
    self.notifications = notifications
    self.windows = windows
    self.window = window
    self.leads = leads
  }

  package var pages: [Page] {
    Page.all(of: notifications, at: NotificationsPlaces.all, in: window, appeared: { .appeared($0) }) {
      $0.screen($1, in: $2, at: $3)
    }
  }

  /// A window opens with the number of unread notifications on its bell.
  package var known: [@Sendable () async -> Void] {
    let (states, windows, window) = (notifications.states, windows, window)
    return [
      {
        await states.wait { $0.reading.isOver }
        await windows[window]?.bell(states.value.unread)
      }
    ]
  }

  package var eventRoute: EventRoute {
    let (notifications, leads, at) = (notifications, leads, window)
    return .from(notifications, in: at) { event, window in
      switch event {
      case .counted(let unread): await window.bell(unread)
      case .opened(let route): await window.open(route.flatMap { leads($0) ? $0 : nil } ?? nowhere)
      case .told(let toast): await window.toast(toast)
      case .offered(let toast, let undo): await window.toast(toast, undo: notifications.bound(undo, in: at))
      case .wanted, .paused: break
      }
    }
  }
}

/// A route without a place: the window goes home and says that the content is unavailable.
private let nowhere = Route(["notifications", "unavailable"])

extension Notifications {
  /// Makes a person's notifications, which the frontmost window shows as banners.
  package init(
    _ kinds: [NotificationKind], in environment: PersonEnvironment, _ holding: Holding = .owned(.background)
  ) {
    let found = Locked(WeakNotifications())
    let windows = environment.windows
    var port = NotificationPort(
      deliver: { delivery in
        let isShown = await windows.notify(
          delivery.name, delivery.title, delivery.body, icon: delivery.icon, opens: delivery.link,
          channel: delivery.channel, isSilent: delivery.isSilent,
          buttons: { window in
            guard let notifications = found.withLock({ $0.notifications }) else { return [] }
            let open = NotificationButton(delivery.action, does: notifications.bound(.open(delivery.name), in: window))
            let snooze = NotificationButton("Snooze", does: notifications.bound(.snooze(delivery.name), in: window))
            return delivery.isSnoozable ? [open, snooze] : [open]
          })
        return isShown ? .shown : .noWindow
      }, withdraw: { names in await windows.withdraw(names) }, permissions: environment.permissions)
    port.push = environment.push
    port.badge = { count in windows.show(badge: count) }
    var needs = NotificationsNeeds(environment.store, holding, port: port)
    needs.installed = { isKnown in await environment.notesInstallation(isKnown) }
    self.init(kinds, on: environment.context, needs: needs)
    found.withLock { $0.notifications = self }
    // What the server sends is known by the name that the history has it under, and leads where that one leads.
    let time = environment.context.time
    windows.receive { push, isTapped, window in
      guard let notifications = found.withLock({ $0.notifications }) else { return false }
      await notifications.states.wait { $0.reading.isOver }
      let state = notifications.states.value
      guard state.knows(push.id) else {
        guard !isTapped, state.isPaused(at: time.now().date) else { return false }
        // What another device has told is in the history in a moment.
        if !push.isEcho {
          await notifications.send(.arrived(.init(push.id, kind: push.kind, push.body, opens: push.route)))
        }
        return true
      }
      if isTapped { await notifications.send(.open(push.id), from: window) }
      return true
    }
  }

  /// Applies the person's settings now and at each change, and keeps a pause among them, until the task is cancelled. It
  /// subscribes at once. A product that sends only what the person asked for sends all of it.
  package nonisolated func following(_ settings: Settings, isCapped: Bool = true) -> @Sendable () async -> Void {
    let (events, states, pauses) = (settings.events.listen(), settings.states, self.events.listen())
    return {
      await states.wait { $0.reading.isOver }
      await self.obey(states.value, isCapped)
      await withTaskGroup { group in
        group.addTask {
          await events.hear { news in
            switch news {
            case .said(.changed), .missed: await self.obey(states.value, isCapped)
            case .said: break
            }
          }
        }
        group.addTask {
          await pauses.hear { news in
            guard case .said(.paused(let end)) = news else { return }
            let seconds = end?.timeIntervalSince1970.rounded(.up) ?? 0
            await settings.send(.keep(NotificationSettings.pausedUntil.key, .number(seconds)))
          }
        }
      }
    }
  }

  private nonisolated func obey(_ settings: SettingsState, _ isCapped: Bool) async {
    // Settings that cannot be read have their defaults.
    guard settings.reading.isOver else { return }
    var rules = settings.noticeRules(of: states.value.kinds.map(\.notice))
    if !isCapped { rules.cap = nil }
    await send(.rules(rules))
  }
}

extension PersonEnvironment {
  private static let installationName = "notifications-since"

  /// Returns the instant at which the app was installed on this device, noted beside the profile so that it outlives the
  /// person's store but not the installation. Nil if the person had notifications here before it was noted.
  fileprivate func notesInstallation(_ isKnown: Bool) async -> Date? {
    let now = context.time.now().date
    do throws(Problem) {
      if let bytes = try await shelf.load(Self.installationName, .profile) {
        return Moment.date(String(decoding: bytes, as: UTF8.self))
      }
      guard !isKnown else { return nil }
      // In whole seconds, as a date is kept.
      let start = Date(timeIntervalSince1970: now.timeIntervalSince1970.rounded(.down))
      _ = try await shelf.create(Self.installationName, .profile, Array(Moment(start).text.utf8))
      return start
    } catch {
      context.log.warning("The instant of the installation could not be noted (\(code: error)).")
      return nil
    }
  }
}

private struct WeakNotifications {
  weak var notifications: Notifications?
}

extension SettingsState {
  /// The person's preferences for notifications of these kinds.
  package func noticeRules(of kinds: [NoticeKind]) -> NoticeRules {
    let switches = Set(kinds.map(\.setting)).map { ($0, self[NotificationSettings.kind($0, "")]) }
    return NoticeRules(
      isOn: self[NotificationSettings.all], kinds: Dictionary(switches, uniquingKeysWith: { first, _ in first }),
      quiet: self[NotificationSettings.quietHours], cap: self[NotificationSettings.frequency],
      silentUntil: NoticeRules.pauseEnd(Double(self[NotificationSettings.pausedUntil])))
  }
}
