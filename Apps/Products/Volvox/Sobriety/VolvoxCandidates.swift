internal import Assignments
internal import Connections
internal import Days
internal import Hours
internal import Kernel
internal import Messaging
internal import Notices
internal import Notifications
internal import Peers
internal import Platform
internal import SoberDays
internal import Sobriety

/// A task with a due day that this person has not done.
struct DueTask: Equatable {
  let id: ID<SponsorTask>
  let day: CalendarDay

  static func all(_ state: AssignmentsState) -> [DueTask] {
    state.toDo.compactMap { task in task.dueOn.map { DueTask(id: task.id, day: $0) } }
  }
}

/// The parts of the connections and messages that a person is notified of.
struct ConnectionNews: Equatable {
  /// The greatest number of requests; the newest are kept.
  private static let mostRequests = 20

  /// The newest unread message of a conversation.
  struct Unread: Equatable {
    let message: UUID
    let connection: UUID
    let at: Date
  }

  private(set) var requests: [ConnectionRequest] = []
  private(set) var checkIns: [SharedCheckIn] = []
  private(set) var unread: [Unread] = []
  private(set) var tasks: [DueTask] = []

  init() {}

  init(_ state: ConnectionsState, _ messages: MessagingState, _ tasks: [DueTask] = [], at now: Date) {
    self.tasks = tasks
    let waiting = state.incoming.filter { $0.status == .pending }.sorted { $0.sentAt > $1.sentAt }
    requests = Array(waiting.prefix(ConnectionNews.mostRequests))
    let last = now.addingTimeInterval(Double(NotificationsState.ahead) * 86_400)
    checkIns = state.checkIns(after: now).filter { $0.plannedAt <= last }
    let letters = Dictionary(grouping: messages.unreadMessages, by: \.connection).values
    unread = letters.compactMap { $0.max { $0.sentAt < $1.sentAt } }
      // The sender's clock may be ahead.
      .map { Unread(message: $0.id, connection: $0.connection, at: min($0.sentAt, now)) }
      .sorted { ($0.at, $0.message.uuidString) < ($1.at, $1.message.uuidString) }
  }
}

/// The candidates for notifications of Volvox.Sober.
struct VolvoxCandidates {
  let sobriety: SobrietyState
  let connections: ConnectionNews
  let now: Moment

  var all: [NotificationCandidate] {
    messages + requests + sharedCheckIns + dueTasks + (sobriety.ledger.current == nil ? [] : milestone + checkIns)
  }

  /// The newest unread message of each conversation. The words tell neither who wrote nor what.
  private var messages: [NotificationCandidate] {
    connections.unread.map { unread in
      NotificationCandidate(
        Notice(
          "message \(unread.message.uuidString.lowercased())", kind: "message", at: unread.at,
          expires: unread.at.addingTimeInterval(2 * 86_400)),
        NeutralWords.message, opens: MessagingPlaces.thread(unread.connection), action: "View Message",
        because: "A message waits to be read.")
    }
  }

  /// The requests that wait. A name is made from the request, so that all devices of a person plan the same notification.
  private var requests: [NotificationCandidate] {
    connections.requests.map { request in
      NotificationCandidate(
        Notice(
          "request \(request.id)", kind: "request", at: request.sentAt,
          expires: request.sentAt.addingTimeInterval(2 * 86_400)),
        NeutralWords.request, opens: ConnectionsPlaces.home, action: "View Connections",
        because: "A request waits for your answer.")
    }
  }

  /// The check-ins with others, an hour before.
  private var sharedCheckIns: [NotificationCandidate] {
    connections.checkIns.map { checkIn in
      NotificationCandidate(
        Notice(
          "shared-check-in \(checkIn.id)", kind: "shared-check-in", at: checkIn.plannedAt.addingTimeInterval(-3600),
          expires: checkIn.plannedAt),
        "You have a check-in soon.", opens: ConnectionsPlaces.home, action: "View Connections",
        because: "A check-in is planned with one of your connections.")
    }
  }

  /// The open tasks that are due on one of the next days, once a day, in the morning.
  private var dueTasks: [NotificationCandidate] {
    let days = Set(connections.tasks.map(\.day))
    return (0..<NotificationsState.ahead).map(now.day.following).filter(days.contains).compactMap { day in
      guard let at = day.instant(at: .at(9), in: now.zone) else { return nil }
      return NotificationCandidate(
        Notice("task-due \(day.text)", kind: "task-due", at: at, expires: at.addingTimeInterval(15 * 3600)),
        "Something is due today.", opens: AssignmentsPlaces.home, action: "View Tasks",
        because: "A task is due on this day.")
    }
  }

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
