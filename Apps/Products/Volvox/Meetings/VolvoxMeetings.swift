internal import Interface
internal import Kernel
internal import Meetings
internal import Shell

/// The list of meetings in the product: the feature of a person, and what a window shows of it. Nothing of it is synced.
struct VolvoxMeetings: Sendable {
  private let meetings: Meetings

  init(_ environment: PersonEnvironment) {
    let context = environment.context
    meetings = Meetings(on: context, needs: MeetingsNeeds(environment.store, naming: context.identifiers))
  }

  func begin() async { await meetings.send(.begin) }

  func pages(in window: WindowID) -> [Page] {
    Page.all(
      of: meetings, at: MeetingsPlaces.all, in: window, appeared: { .appeared($0) }, left: { .left($0) }
    ) { $0.screen($1, in: $2, at: $3) }
  }

  func eventRoute(in at: WindowID) -> EventRoute {
    .from(meetings, in: at) { event, window in
      switch event {
      case .told(let toast): await window.toast(toast)
      case .readThrough(let path): await window.letGo(path)
      case .finished(let routes): await window.closeSheets(routes)
      case .addressAsked(let address): await window.open(address)
      }
    }
  }
}
