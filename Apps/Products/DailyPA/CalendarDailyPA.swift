internal import Agenda
internal import Connectivity
internal import Interface
internal import Kernel
internal import Offline
package import ProductKit
internal import Shell
internal import Storage

/// The calendar in the product: the feature of a person, and the routing of events between it and the sync.
struct DailyPACalendar: Sendable {
  let agenda: Agenda
  private let offline: Offline

  init(_ environment: PersonEnvironment, _ member: Member) {
    let windows = environment.windows
    agenda = Agenda(
      on: environment.context,
      needs: AgendaNeeds(environment.store) { file, window, answered throws(Problem) in
        try await windows.handOut(file, .save, at: window, answered: answered)
      })
    offline = member.offline
  }

  func begin() async { await agenda.send(.begin) }

  /// Routes events between the features while the person is open. It subscribes at once.
  var going: @Sendable () async -> Void {
    let (agenda, synced) = (agenda, offline.events.listen())
    let refreshing = offline.syncing(with: agenda.events, on: .syncAsked)
    return {
      await withTaskGroup { group in
        group.addTask { await refreshing() }
        group.addTask {
          await synced.hear { news in
            switch news {
            // Events that waited to be sent no longer do.
            case .said(.finished), .missed: await agenda.send(.refresh)
            case .said: break
            }
          }
        }
      }
    }
  }

  // MARK: Windows

  func pages(in window: WindowID) -> [Page] {
    Page.all(
      of: agenda, at: AgendaPlaces.all, in: window, appeared: { .appeared($0) }, left: { .left($0) }
    ) { $0.screen($1, in: $2, at: $3) }
  }

  func eventRoute(in at: WindowID) -> EventRoute {
    let agenda = agenda
    return .from(agenda, in: at) { news, window in
      switch news {
      case .told(let toast): await window.toast(toast)
      case .offered(let toast, let undo): await window.toast(toast, undo: agenda.bound(undo, in: at))
      case .readThrough(let path): await window.letGo(path)
      case .opens(let route): await window.open(route)
      case .finished(let routes): await window.closeSheets(routes)
      case .syncAsked: break
      }
    }
  }
}

/// The synced records of the calendar.
package enum EventRecords {
  package static let all = [events]

  /// The calendars from which events may have come.
  private enum Source: String, CaseIterable { case google, apple, caldav }

  static let events = SyncedRecord(
    CalendarEvent.self, one: "event", many: "events", icon: .calendar, editing: Route(["calendar", "edit"]),
    conflicts: .newest,
    columns: [
      .text(.title, "Title", length: 1...CalendarEvent.longestTitle).required,
      .text(.details, "Description", length: 0...CalendarEvent.longestDetails),
      .text(.place, "Place", length: 1...CalendarEvent.longestPlace),
      .timestamp(.startsAt, "Starts").required,
      .timestamp(.endsAt, "Ends").required.check("ends_after", "\(.endsAt) >= \(.startsAt)"),
      .boolean(.isAllDay, "All day").required.usually(false),
      .text(.zone, "Time zone", length: 1...CalendarEvent.longestZone).required,
      .text(.rule, "Repeats", length: 1...CalendarEvent.longestRule),
      .texts(.exceptions, .hidden, size: CalendarEvent.longestExceptions),
      .unread(.word("source", .hidden, of: Source.self)),
      .text(.uid, .hidden, length: 1...CalendarEvent.longestUID),
    ])
}
