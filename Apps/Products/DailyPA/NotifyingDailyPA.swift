internal import Agenda
internal import Days
internal import Interface
internal import Kernel
internal import Notifications
internal import ProductKit
internal import Settings
internal import Shell
internal import Todos

/// The notifications of a person in Daily PA, and what they learn from todos, events and settings.
struct DailyPANotifications: Sendable {
  /// The inputs from which the reminders follow. They are made anew when one of these differs.
  private struct Inputs: Equatable {
    var todos: [Todo] = []
    var edition: Int?
    var times = ReminderTimes()
  }

  let notifications: Notifications
  private let registration: PushRegistration
  private let todos: Todos
  private let agenda: Agenda
  private let settings: Settings
  private let windows: OpenWindows
  private let context: FeatureContext

  init(
    _ environment: PersonEnvironment, _ member: Member, _ todos: Todos, _ agenda: Agenda, _ settings: Settings
  ) {
    notifications = Notifications(NotificationKind.dailypa, in: environment)
    registration = PushRegistration(environment, member, notifications, of: "dailypa")
    self.todos = todos
    self.agenda = agenda
    self.settings = settings
    windows = environment.windows
    context = environment.context
  }

  /// Routes events while the person is open. It subscribes at once.
  var going: @Sendable () async -> Void {
    let (events, due) = (notifications.events.listen(), todos.states.listen())
    let (dates, chosen) = (agenda.states.listen(), settings.states.listen())
    let rules = notifications.following(settings, isCapped: false)
    let (told, registering) = (Locked(Inputs()), registration.going)
    return {
      await withTaskGroup { group in
        group.addTask { await rules() }
        group.addTask { await registering() }
        group.addTask {
          await events.hear { news in
            switch news {
            case .said(.wanted), .missed: await tell(told, anyway: true)
            case .said: break
            }
          }
        }
        group.addTask { for await _ in due { await tell(told) } }
        group.addTask { for await _ in dates { await tell(told) } }
        group.addTask { for await _ in chosen { await tell(told) } }
      }
    }
  }

  /// Tells what may be sent, once everything is read. Nothing is gathered while notifications are off.
  private func tell(_ told: Locked<Inputs>, anyway: Bool = false) async {
    let (todos, agenda) = (todos.states.value, agenda.states.value)
    guard notifications.states.value.isAllowed, todos.reading == .done, agenda.reading == .done,
      settings.states.value.reading.isOver
    else { return }
    let inputs = Inputs(
      todos: todos.all.filter { $0.dueOn != nil && !$0.isDone }.sorted { $0.id.uuid < $1.id.uuid },
      edition: agenda.edition, times: ReminderTimes(settings.states.value))
    let isNew = told.withLock { told in
      defer { told = inputs }
      return told != inputs
    }
    guard isNew || anyway else { return }
    let now = context.time.now()
    let entries = agenda.entries(in: DailyPAReminders.days(at: now), at: now)
    let reminders = DailyPAReminders(todos: inputs.todos, entries: entries, times: inputs.times, now: now)
    await notifications.send(.candidates(reminders.all))
  }

  func binding(in window: WindowID) -> NotificationsBinding {
    NotificationsBinding(notifications, of: windows, in: window)
  }
}
