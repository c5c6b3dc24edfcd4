internal import Days
internal import FoundationEssentials
internal import Hours
internal import Interface
internal import Kernel
internal import Notices
internal import Notifications
internal import ProductKit
internal import Settings
internal import Shell
internal import SoberDays
internal import Sobriety

extension NotificationKind {
  /// The notifications of Volvox.Sober. Their titles and words tell nothing to somebody who sees the screen.
  static let volvox = NoticeKind.volvox.map { kind in
    switch kind.id {
    case "message": NotificationKind(kind, "Message", icon: .chat)
    case "request": NotificationKind(kind, "Request", icon: .people)
    case "sobriety-milestone": NotificationKind(kind, "Milestone", icon: .medal)
    default: NotificationKind(kind, "Check-in", icon: .success)
    }
  }
}

/// The notifications of a person in Volvox.Sober, and what they learn from the sobriety.
struct VolvoxNotifications: Sendable {
  let notifications: Notifications
  private let sobriety: Sobriety
  private let settings: Settings
  private let windows: OpenWindows
  private let context: FeatureContext

  init(_ environment: PersonEnvironment, _ sobriety: Sobriety, _ settings: Settings) {
    notifications = Notifications(NotificationKind.volvox, in: environment)
    self.sobriety = sobriety
    self.settings = settings
    windows = environment.windows
    context = environment.context
  }

  /// Whether notifications tell of a milestone, so that no other message does.
  var areOn: Bool { notifications.states.value.isAllowed }

  /// Routes events while the person is open. It subscribes at once.
  var going: @Sendable () async -> Void {
    let (events, counts) = (notifications.events.listen(), sobriety.states.listen())
    let rules = notifications.following(settings)
    return {
      await withTaskGroup { group in
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
      }
    }
  }

  private func tell() async {
    let state = sobriety.states.value
    guard areOn, state.reading == .done else { return }
    await notifications.send(.candidates(VolvoxCandidates(sobriety: state, now: context.time.now()).all))
  }

  func binding(in window: WindowID) -> NotificationsBinding {
    NotificationsBinding(notifications, of: windows, in: window)
  }
}

/// What Volvox.Sober may notify a person of.
struct VolvoxCandidates {
  let sobriety: SobrietyState
  let now: Moment

  var all: [NotificationCandidate] { sobriety.ledger.current == nil ? [] : milestone + checkIns }

  /// The next milestone, at the beginning of its day; quiet hours hold it until the morning.
  private var milestone: [NotificationCandidate] {
    guard let next = sobriety.milestone(from: now.day), let at = next.day.start(in: now.zone) else { return [] }
    let name =
      "sobriety-milestone \(next.beginning.id.uuidString) \(next.milestone.count) \(next.milestone.unit.rawValue)"
    return [
      NotificationCandidate(
        Notice(name, kind: "sobriety-milestone", at: at, expires: at.addingTimeInterval(2 * 86_400)),
        "There is something new in your timeline.", opens: SobrietyPlaces.timeline, action: "View Milestone",
        because: "A milestone is reached on this day.")
    ]
  }

  /// The evening's review, unless it is done.
  private var checkIns: [NotificationCandidate] {
    (0..<NotificationsState.ahead).map(now.day.following).compactMap { day in
      guard !sobriety.isChecked(.review, on: day), let at = day.instant(at: .at(20), in: now.zone) else { return nil }
      return NotificationCandidate(
        Notice("sober-check-in \(day.text)", kind: "sober-check-in", at: at, expires: at.addingTimeInterval(2 * 3600)),
        "Time for your check-in.", opens: SobrietyPlaces.checkIn, action: "Check In", isSnoozable: true,
        because: "The review of the day is not done yet.")
    }
  }
}
