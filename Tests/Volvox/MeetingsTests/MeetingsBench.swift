import FeatureTesting
import Foundation
import Interface
import Kernel
import Storage
import Testing

@testable import Meetings

/// A person's meetings in a test environment, seen from one window.
final class MeetingsBench: FeatureHarness {
  let environment: TestEnvironment
  let meetings: Meetings
  let recorder: EventRecorder<MeetingsEvent>
  let window: WindowID
  /// The files that can be read, by their paths.
  let files: Locked<[String: String]>

  /// Uses a new store, or that of another bench, as after a restart or in another window.
  init(
    over other: MeetingsBench? = nil, at now: Moment = morning, _ change: (inout MeetingsNeeds) -> Void = { _ in }
  ) async throws {
    environment = try await TestEnvironment(over: other?.environment, at: now)
    let files = other?.files ?? Locked([:])
    self.files = files
    var needs = MeetingsNeeds(environment.store, naming: environment.context.identifiers)
    needs.bytes = { path throws(Problem) in
      guard let text = files.withLock({ $0[path] }) else { throw FeedProblem.missing }
      return Array(text.utf8)
    }
    change(&needs)
    meetings = Meetings(on: environment.context, needs: needs)
    recorder = EventRecorder(meetings.events)
    window = environment.context.identifiers.next()
    await send(.begin)
  }

  var feature: Meetings { meetings }

  // MARK: Acting

  func `do`(_ action: MeetingsWindowAction) async { await send(action, from: window) }

  /// Imports a text as an uploaded file of that name, up to the question.
  func choose(_ text: String, as name: String = "feed.json") async {
    files.withLock { $0["/upload/\(name)"] = text }
    await self.do(.importHanded(path: "/upload/\(name)", name: name))
  }

  @discardableResult func tap(
    _ label: String, at route: Route = MeetingsPlaces.home, _ verb: Verb = .activate, _ entry: Entry = .none,
    sourceLocation: SourceLocation = #_sourceLocation
  ) async -> Bool {
    await perform(label, verb, entry, in: nodes(route), from: window, sourceLocation: sourceLocation)
  }

  // MARK: Seeing

  func screen(_ route: Route = MeetingsPlaces.home, locale: String? = nil) -> Screen<MeetingsWindowAction> {
    state.screen(route, in: Surroundings(now: clock.time.now(), locale: locale), at: window)
  }

  func nodes(_ route: Route = MeetingsPlaces.home) -> [Node<MeetingsWindowAction>] { screen(route).all }

  func node(_ label: String, at route: Route = MeetingsPlaces.home) -> Node<MeetingsWindowAction>? {
    nodes(route).node(labelled: label)
  }

  func route(of name: String) throws -> Route {
    MeetingsPlaces.meeting(try #require(state.book.meetings.first { $0.listing.name == name }).id)
  }

  /// The list as it is shown: each heading, and below it the rows with the time at their end.
  var shown: [String] {
    nodes().compactMap { node in
      if node.role == .heading, node.state.level == 2 { return "# \(node.label)" }
      guard node.role == .listitem else { return nil }
      return "\(node.label) | \(node.children.first { $0.role == .time }?.label ?? "")"
    }
  }

  var question: Node<MeetingsWindowAction>? { screen(MeetingsPlaces.importing).dialog }

  var toasts: [String] { events.compactMap { if case .told(let toast) = $0 { toast.text } else { nil } } }
}

/// A feed of six meetings: on all kinds of days, in two zones, with and without a time.
let sampleFeed = #"""
  [
    {"name":"Serenity","slug":"serenity","day":0,"time":"09:00","end_time":"10:00","types":["O","D"],
     "location":"St Mary's","formatted_address":"12 High Street","region":"North","notes":"Bring a book.\nTea after."},
    {"name":"Early Birds","slug":"early-birds","day":0,"time":"07:30","types":["C","BE"],"location":"Library"},
    {"name":"Lunch Hour","slug":"lunch","day":[1,2,3,4,5],"time":"12:15","types":["ONL","W"],
     "conference_url":"https://example.org/j/1","conference_phone":"+1 555 0100","conference_url_notes":"Code 123"},
    {"name":"Night Owls","slug":"night","day":0,"time":"23:30","timezone":"America/New_York","types":["ONL","O"],
     "conference_url":"https://example.org/j/2"},
    {"name":"By the River","slug":"river","types":["TC"],"location":"Old Mill"},
    {"name":"Serenity","slug":"serenity-2","day":3,"time":"19:00","types":["O","BB"],"location":"Town Hall"}
  ]
  """#
