internal import Assignments
internal import Connections
internal import Hours
internal import Interface
internal import Kernel
internal import Messaging
internal import Notices
internal import Notifications
internal import Platform
internal import ProductKit
internal import Settings
internal import Shell
internal import Sobriety

extension NotificationKind {
  /// The notifications of Volvox.Sober. Their titles and words tell nothing to somebody who sees the screen.
  static let volvox = NoticeKind.volvox.map { kind in
    switch kind.id {
    case "message": NotificationKind(kind, "Message", icon: .chat)
    case "request": NotificationKind(kind, "Request", icon: .people)
    case "task-due": NotificationKind(kind, "Due today", icon: .list)
    case "sobriety-milestone": NotificationKind(kind, "Milestone", icon: .medal)
    case "shared-check-in": NotificationKind(kind, "Check-in", icon: .calendar)
    default: NotificationKind(kind, "Check-in", icon: .success)
    }
  }
}

/// The features that concern two people.
struct PairFeatures: Sendable {
  let connections: Connections
  let messaging: Messaging
  let assignments: Assignments
}

/// The notifications of a person in Volvox.Sober, and what they learn from the sobriety, the connections and the messages.
struct VolvoxNotifications: Sendable {
  let notifications: Notifications
  private let sobriety: Sobriety
  private let pairs: PairFeatures
  private let settings: Settings
  private let windows: OpenWindows
  private let context: FeatureContext
  private let registration: PushRegistration

  init(
    _ environment: PersonEnvironment, _ member: Member, _ sobriety: Sobriety, _ pairs: PairFeatures,
    _ settings: Settings
  ) {
    notifications = Notifications(NotificationKind.volvox, in: environment)
    registration = PushRegistration(environment, member, notifications, of: "volvox")
    self.sobriety = sobriety
    self.pairs = pairs
    self.settings = settings
    windows = environment.windows
    context = environment.context
  }

  /// Whether notifications tell of a milestone, so that no other message does.
  var areOn: Bool { notifications.states.value.isAllowed }

  /// Routes events while the person is open. It subscribes at once.
  var going: @Sendable () async -> Void {
    let (events, counts) = (notifications.events.listen(), sobriety.states.listen())
    let (people, letters) = (pairs.connections.states.listen(), pairs.messaging.states.listen())
    let tasks = pairs.assignments.states.listen()
    let rules = notifications.following(settings)
    let registering = registration.going
    return {
      await withTaskGroup { group in
        group.addTask { await registering() }
        group.addTask { await rules() }
        group.addTask {
          await events.hear { news in
            switch news {
            case .said(.wanted), .missed: await tell()
            case .said: break
            }
          }
        }
        group.addTask { for await _ in counts { await tell() } }
        group.addTask {
          var before: ConnectionNews?
          for await state in people where state.reading == .done {
            let news = news(state)
            if news != before { await tell() }
            before = news
          }
        }
        group.addTask {
          var before: [UUID] = []
          for await state in letters where state.unreadMessages.map(\.id) != before {
            before = state.unreadMessages.map(\.id)
            await tell()
          }
        }
        group.addTask {
          var before: [DueTask] = []
          for await state in tasks where DueTask.all(state) != before {
            before = DueTask.all(state)
            await tell()
          }
        }
      }
    }
  }

  private func tell() async {
    let (state, people, now) = (sobriety.states.value, pairs.connections.states.value, context.time.now())
    guard areOn, state.reading == .done else { return }
    let news = people.reading == .done ? news(people) : ConnectionNews()
    await notifications.send(.candidates(VolvoxCandidates(sobriety: state, connections: news, now: now).all))
  }

  private func news(_ people: ConnectionsState) -> ConnectionNews {
    ConnectionNews(
      people, pairs.messaging.states.value, DueTask.all(pairs.assignments.states.value), at: context.time.now().date)
  }

  func binding(in window: WindowID) -> NotificationsBinding {
    NotificationsBinding(notifications, of: windows, in: window)
  }
}
