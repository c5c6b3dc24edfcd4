import Catalog
import Connectivity
import Covers
import Foundation
import Interface
import Kernel
import Peers
import ShellTesting
import Storage
import Testing

@testable import Assignments
@testable import Connections
@testable import Matching
@testable import Meetings
@testable import Messaging
@testable import Shell
@testable import Sobriety
@testable import Volvox

@Suite("Loading, errors, emptiness and refreshing in Volvox.Sober") struct StandardScreenTests {
  private let now = Moment(Date(timeIntervalSince1970: 1_800_000_000))
  private let me = UUID()
  private let window = WindowID(UUID())
  private let problem = Problem("disk", "The disk cannot be read.", remedy: "Try again.")

  private var surroundings: Surroundings { Surroundings(now: now, connectivity: .online, isSignedIn: true) }

  /// The parts of a screen at which a test looks, of any feature.
  private struct Seen {
    let name: String
    let all: [(role: Role, label: String)]
    let isPulled: Bool
    let leads: Bool

    init<Action>(_ screen: Screen<Action>) {
      name = screen.title
      let nodes = screen.nodes.flatMap(\.all)
      all = nodes.map { ($0.role, $0.label) }
      isPulled = screen.refresh != nil
      leads = nodes.contains { $0.role == .link || $0.role == .button }
    }
  }

  private enum Stage { case loading, failed, empty }

  /// The screens of everything that is read from the store, of a person who is signed in.
  private func screens(_ stage: Stage) -> [Seen] {
    func sobriety() -> Seen {
      var state = SobrietyState(.volvox)
      if stage == .failed { _ = state.receive(.notRead(problem), at: now) }
      if stage == .empty { _ = state.receive(.read(SobrietyBook()), at: now) }
      return Seen(state.screen(SobrietyPlaces.home, in: surroundings, at: window))
    }
    func matches() -> Seen {
      var state = MatchingState(.volvox)
      _ = state.receive(.begin, at: now)
      _ = state.receive(.session(me), at: now)
      if stage == .failed { _ = state.receive(.notRead(problem), at: now) }
      if stage == .empty { _ = state.receive(.read(MatchingBook()), at: now) }
      return Seen(state.screen(MatchingPlaces.home, in: surroundings, at: window))
    }
    func connections() -> Seen {
      var state = ConnectionsState(.volvox)
      _ = state.receive(.begin, at: now)
      _ = state.receive(.session(me), at: now)
      if stage == .failed { _ = state.receive(.notRead(problem), at: now) }
      if stage == .empty { _ = state.receive(.read(ConnectionsBook()), at: now) }
      return Seen(state.screen(ConnectionsPlaces.home, in: surroundings, at: window))
    }
    func messages(_ route: Route) -> Seen {
      var state = MessagingState()
      _ = state.receive(.begin, at: now)
      _ = state.receive(.session(me), at: now)
      if stage == .failed { _ = state.receive(.notRead(problem), at: now) }
      if stage == .empty { _ = state.receive(.read(MessagingBook(me)), at: now) }
      return Seen(state.screen(route, in: surroundings, at: window))
    }
    func tasks() -> Seen {
      var state = AssignmentsState()
      _ = state.receive(.begin, at: now)
      _ = state.receive(.session(me), at: now)
      if stage == .failed { _ = state.receive(.notRead(problem), at: now) }
      if stage == .empty { _ = state.receive(.read(AssignmentsBook(person: me)), at: now) }
      return Seen(state.screen(AssignmentsPlaces.home, in: surroundings, at: window))
    }
    func meetings() -> Seen {
      var state = MeetingsState()
      if stage == .failed { _ = state.receive(.notRead(problem), at: now) }
      if stage == .empty { _ = state.receive(.read(MeetingBook()), at: now) }
      return Seen(state.screen(MeetingsPlaces.home, in: surroundings, at: window))
    }
    return [sobriety(), matches(), connections(), messages(MessagingPlaces.home), tasks(), meetings()]
  }

  @Test("while nothing is read, each has a skeleton in its place", .covers("vx-FR-055"))
  func loading() {
    for seen in screens(.loading) {
      #expect(seen.all.contains { $0.role == .skeleton }, "\(seen.name)")
    }
  }

  @Test("what cannot be read is said in a sentence, with a button that tries again", .covers("vx-FR-056"))
  func failed() {
    for seen in screens(.failed) {
      #expect(seen.all.contains { $0.label.contains("The disk cannot be read.") }, "\(seen.name)")
      #expect(seen.all.contains { $0.role == .button && $0.label == "Retry" }, "\(seen.name)")
      #expect(!seen.all.contains { $0.role == .skeleton }, "\(seen.name)")
    }
  }

  @Test("a retry reads again, and shows what there is")
  func retried() {
    var state = ConnectionsState(.volvox)
    _ = state.receive(.begin, at: now)
    _ = state.receive(.session(me), at: now)
    _ = state.receive(.notRead(problem), at: now)
    #expect(state.receive(.refresh, from: window, at: now).contains(.run(.read, .latest("read"))))
    _ = state.receive(.read(ConnectionsBook()), at: now)
    #expect(state.reading == .done)
  }

  @Test("where there is nothing yet, a sentence says why, with a way to go on", .covers("vx-FR-057"))
  func empty() {
    let sentences = [
      "Set your sober date.", "No matches found. Complete your profile for better matches",
      "No requests wait for an answer.", "No conversations yet.", "No tasks yet.", "No meetings yet.",
    ]
    for (seen, sentence) in zip(screens(.empty), sentences) {
      #expect(seen.all.contains { $0.label == sentence }, "\(seen.name): \(seen.all.map(\.label))")
      #expect(seen.leads, "\(seen.name)")
    }
  }

  @Test("what a server has newer is asked for by pulling", .covers("vx-FR-058"))
  func pulled() {
    // The list of meetings is imported from a file, and nothing newer is anywhere.
    for stage in [Stage.loading, .empty] {
      for seen in screens(stage) where seen.name != "Meetings" { #expect(seen.isPulled, "\(seen.name)") }
    }
  }

  /// The route with what is on the device of the demonstration person.
  private func filled(_ route: Route) -> Route {
    func with(_ id: UUID) -> Route { Route(route.path, ["id": id.uuidString.lowercased()]) }
    switch (route.path.first, route.path.last) {
    case ("connections", "report"): return with(ID<SponsorConnection>(named: "demonstration sponsor").uuid)
    case ("connections", "person"), ("connections", "end"), ("connections", "check-in"), ("messages", "thread"),
      ("messages", "code"), ("tasks", "give"):
      return with(ID<SponsorConnection>(named: "demonstration").uuid)
    case ("tasks", "task"), ("tasks", "done"): return with(ID<SponsorTask>(named: "demonstration 1").uuid)
    default: return route
    }
  }

  @Test("without a network four of five screens show what is on the device", .covers("vx-SC-014"))
  func offline() async throws {
    let person = try await Person.test(.volvox)
    try await Demonstration.volvox.fill(person.store, person.context.time.now())
    let window = await person.window()
    try await window.perform(.network(.offline))
    var (shown, hidden): ([Route], [Route]) = ([], [])
    for place in Product.volvox.places {
      for example in place.pattern.examples.prefix(1) {
        let route = filled(example)
        let frame = try await window.perform(.open(route))
        let nodes = frame.dialog.map { [$0] } ?? frame.nodes
        let labels = nodes.flatMap(\.all).map(\.label)
        let isMissing = labels.contains { label in
          ["Unable to load", "You are offline", "Sign in to", "Choose a"].contains { label.hasPrefix($0) }
        }
        let isLoading = nodes.flatMap(\.all).contains { $0.role == .skeleton }
        if frame.route == route, !isMissing, !isLoading { shown.append(route) } else { hidden.append(route) }
      }
    }
    #expect(shown.count * 5 >= (shown.count + hidden.count) * 4, "\(hidden.map(\.text))")
    #expect(shown.count > 30)
    await window.close()
    await person.close()
  }
}
