internal import Assignments
internal import Connections
internal import Connectivity
internal import Interface
internal import Kernel
internal import Messaging
internal import Offline
internal import Peers
internal import Platform
internal import ProductKit
internal import Shell
internal import Sobriety

/// The tasks in the product: the feature of a person, the routing of events between it, the connections, the keys of the
/// messages, the account and the sync, and its place on the screens of others.
struct VolvoxAssignments: Sendable {
  let assignments: Assignments
  private let connections: Connections
  private let messaging: Messaging
  private let member: Member
  private let who: PairPerson

  init(
    _ environment: PersonEnvironment, _ member: Member, _ who: PairPerson, _ connections: Connections,
    _ messaging: Messaging
  ) {
    self.member = member
    self.who = who
    self.connections = connections
    self.messaging = messaging
    assignments = Assignments(
      on: environment.context, needs: AssignmentsNeeds(environment.store, TaskSealing(messaging)))
  }

  func begin() async { await assignments.send(.begin) }

  /// Routes events between the features while the person is open. It subscribes at once.
  var going: @Sendable () async -> Void {
    let (letters, assignments) = (messaging.states.listen(), assignments)
    let refreshing = member.offline.syncing(with: assignments.events, on: .syncAsked)
    let people = connections.telling { await assignments.send(.correspondents($0)) }
    let persons = who.telling { await assignments.send(.session($0)) }
    return {
      await withTaskGroup { group in
        group.addTask { await persons() }
        group.addTask { await people() }
        group.addTask {
          var before: MessagingState.Keys?
          for await state in letters where state.keys != before {
            before = state.keys
            if let keys = state.keys { await assignments.send(.keys(of: keys.person, keys.sealable)) }
          }
        }
        group.addTask { await refreshing() }
      }
    }
  }

  // MARK: Windows

  func pages(in window: WindowID) -> [Page] {
    Page.all(
      of: assignments, at: AssignmentsPlaces.all, in: window, appeared: { .appeared($0) }, left: { .left($0) }
    ) { $0.screen($1, in: $2, at: $3) }
  }

  func eventRoute(in window: WindowID) -> EventRoute {
    .from(assignments, in: window) { event, window in
      switch event {
      case .told(let toast): await window.toast(toast)
      case .finished(let routes): await window.closeSheets(routes)
      case .syncAsked: break
      }
    }
  }

  /// Adds the open tasks to the home screen, and to the page of a connection.
  func adding(to pages: [Page], in window: WindowID) -> [Page] {
    pages.map { page in
      if page.place.pattern.matches(SobrietyPlaces.home) {
        return with(page, in: window, below: "check-in") { state, _, surroundings in state.summary(surroundings) }
      }
      guard page.place.pattern.matches(ConnectionsPlaces.person) else { return page }
      return with(page, in: window, below: "check-ins") { state, route, surroundings in
        route.parameters["id"].flatMap { UUID(uuidString: $0) }.flatMap { state.section(of: $0, surroundings) }
      }
    }
  }

  private func with(
    _ page: Page, in window: WindowID, below id: String,
    _ node: @escaping @Sendable (AssignmentsState, Route, Surroundings) -> Node<Bound>?
  ) -> Page {
    let states = assignments.states
    return page.with(assignments, in: window) { route, surroundings in
      let screen = page.screen(route, surroundings)
      return node(states.value, route, surroundings).map { screen.adding($0, below: id) } ?? screen
    }
  }
}

extension TaskSealing {
  /// Seals with the keys of the messages.
  fileprivate init(_ messaging: Messaging) {
    self.init(
      seal: { text, place in
        await messaging.sealed(text, as: place.id, in: place.connection, to: place.reader)
      },
      open: { body, place in
        switch await messaging.opened(
          body, as: place.id, in: place.connection, from: place.writer, to: place.reader)
        {
        case .text(let text): .text(text)
        case .locked: .locked
        case .unaccepted: .unaccepted
        case .keyless: .keyless
        case .broken: .broken
        }
      })
  }
}
