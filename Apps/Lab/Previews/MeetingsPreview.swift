internal import Interface
internal import Kernel
internal import Meetings
internal import Navigation
internal import Shell

extension Product {
  /// Meetings alone, for `troupe stage Meetings`.
  static let previewMeetings = Product(
    id: "stage", name: "Meetings", tagline: "The list of meetings alone.", theme: .plain,
    home: Tab("Meetings", icon: .calendar, at: MeetingsPlaces.home), tabs: [],
    unavailable: "Content unavailable. Showing the list of meetings."
  ) { environment in
    let meetings = Meetings(
      on: environment.context, needs: MeetingsNeeds(environment.store, naming: environment.context.identifiers))
    return PersonFeatures(begin: { await meetings.send(.begin) }) { window in
      WindowComposition(
        eventRoutes: [
          .from(meetings, in: window.id) { event, window in
            switch event {
            case .told(let toast): await window.toast(toast)
            case .readThrough(let path): await window.letGo(path)
            case .finished(let routes): await window.closeSheets(routes)
            case .addressAsked(let address): await window.open(address)
            }
          }
        ],
        pages: Page.all(
          of: meetings, at: MeetingsPlaces.all, in: window.id, appeared: { .appeared($0) }, left: { .left($0) }
        ) { $0.screen($1, in: $2, at: $3) })
    }
  }
}
