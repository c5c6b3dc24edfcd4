internal import Connections
internal import Connectivity
internal import Consent
internal import Forms
internal import Identity
internal import Interface
internal import JSON
internal import Kernel
internal import Matching
internal import Messaging
internal import Navigation
internal import Offline
internal import Peers
internal import ProductKit
internal import Profile
internal import Shell

/// Matching and connections in the product: the features of a person, and the routing of events between them, the profile,
/// the account and the sync.
struct VolvoxMatching: Sendable {
  let matching: Matching
  let connections: Connections
  /// The number of requests that wait for an answer.
  private let waiting: Current<Int>
  private let member: Member
  private let who: PairPerson
  private let profile: Profile
  private let isDemonstrated: @Sendable () async -> Bool

  init(
    _ environment: PersonEnvironment, _ member: Member, _ who: PairPerson, _ profile: Profile,
    _ messaging: Messaging, isDemonstrated: @escaping @Sendable () async -> Bool
  ) {
    self.member = member
    self.who = who
    self.profile = profile
    self.isDemonstrated = isDemonstrated
    let membership = member.membership
    let ask: @Sendable (PeerAsk) async throws(Problem) -> JSON = { ask throws(Problem) in
      try await membership.ask(ask)
    }
    let suggesting = MatchingNeeds(
      environment.store, matches: { question throws(Problem) in try await membership.matches(question) }, ask: ask)
    matching = Matching(
      .volvox, on: environment.context, needs: DemonstratedMatches.needs(suggesting) { who.isDemonstrated })
    var needs = ConnectionsNeeds(environment.store, ask: ask)
    needs.messages = { person in messaging.states.value.lastOpened(with: person) }
    connections = Connections(.volvox, on: environment.context, needs: needs)
    waiting = connections.states.part { $0.waiting }
  }

  func begin() async {
    await matching.send(.begin)
    await connections.send(.begin)
  }

  // MARK: Event routing

  /// Routes events between the features while the person is open. It subscribes at once.
  var going: @Sendable () async -> Void {
    let profiles = profile.states.listen()
    let demonstrated = who.demonstrated.listen()
    let contacts = member.offline.events.listen()
    let (matching, connections, offline) = (matching, connections, member.offline)
    let suggested = offline.syncing(with: matching.events, on: .syncAsked)
    let pairs = offline.syncing(with: connections.events, on: .syncAsked)
    let people = who.telling {
      await matching.send(.session($0))
      await connections.send(.session($0))
    }
    return {
      await withTaskGroup { group in
        group.addTask { for await _ in demonstrated { await matching.send(.changed) } }
        group.addTask { await people() }
        group.addTask {
          var before: MatchingCard?
          for await state in profiles where state.reading == .done {
            let card = MatchingCard(state.values)
            guard card != before, await !isDemonstrated() else { continue }
            before = card
            await matching.send(.profile(card))
          }
        }
        group.addTask {
          await contacts.hear { news in
            guard case .said(.finished) = news else { return }
            await matching.send(.contact)
            await connections.send(.contact)
          }
        }
        group.addTask { await suggested() }
        group.addTask { await pairs() }
      }
    }
  }

  // MARK: Windows

  /// - Parameter card: Puts its notice on the suggestions while little of the profile is filled in.
  func pages(in window: WindowID, _ card: ProfileBinding) -> [Page] {
    let matches = Page.all(
      of: matching, at: MatchingPlaces.all, in: window, appeared: { .appeared($0) }, left: { .left($0) }
    ) { $0.screen($1, in: $2, at: $3) }
    let (matching, who) = (matching, who)
    return matches.map { page in
      guard page.place.pattern.matches(MatchingPlaces.home) else { return page }
      let (plain, noticing) = (page, card.noticing(page, "Complete your profile for better matches"))
      return noticing.with(matching, in: window) { route, surroundings in
        guard who.isDemonstrated else { return noticing.screen(route, surroundings) }
        return plain.screen(route, surroundings).opening(with: DemonstratedMatches.notice)
      }
    }
      + Page.all(
        of: connections, at: ConnectionsPlaces.all, in: window, appeared: { .appeared($0) }, left: { .left($0) }
      ) { $0.screen($1, in: $2, at: $3) }
  }

  /// The step of the first steps about being found: an account, and whether others see the person.
  func finding(in window: WindowID, _ surroundings: Surroundings) -> [Node<Bound>] {
    guard member.consents?.states.value.sending ?? .granted == .granted else {
      return [
        .text(
          "You keep your health data on this device, so nobody can find you. You can change that in Settings, Consent.",
          id: "kept-here")
      ]
    }
    let matching = matching
    let account: [Node<Bound>] =
      surroundings.hasAccount
      ? [.note("You have an account.", tone: .success, icon: .success, id: "account")]
      : [
        .text("For that you need an account. You can also make one later, under Profile.", id: "why"),
        .link("Create an account", to: Route(["account", "sign-up"]), id: "sign-up", icon: .add),
        .link("Sign in", to: Route(["account", "sign-in"]), id: "sign-in", icon: .person),
      ]
    return account
      + matching.states.value.visibility.map { node in node.map { matching.bound($0, in: window) } }
  }

  func eventRoutes(in window: WindowID) -> [EventRoute] {
    [
      .from(matching, in: window) { event, window in
        switch event {
        case .told(let toast): await window.toast(toast)
        case .finished(let routes): await VolvoxMatching.close(routes, in: window)
        case .syncAsked: break
        }
      },
      .from(connections, in: window) { event, window in
        switch event {
        case .told(let toast): await window.toast(toast)
        case .finished(let routes): await VolvoxMatching.close(routes, in: window)
        case .syncAsked: break
        }
      },
      .badge("connections", counting: waiting, one: "request", many: "requests"),
    ]
  }

  /// Closes the sheet of one of these places, whatever its person.
  private static func close(_ routes: [Route], in window: Window) async {
    let now = window.frames.value.route
    if routes.contains(where: { $0.path == now.path }) { await window.closeSheets([now]) }
  }
}

extension PeerWords {
  static let volvox = PeerWords(
    programmes: ProfilePlan.programmes.map { Choice($0.id, $0.title) },
    times: ProfilePlan.availability.map { Choice($0.id, $0.title) })
}

extension MatchingCard {
  /// The card that follows from a profile.
  init(_ values: ProfileValues) {
    func text(_ field: ProfileField, _ most: Int = 2_000) -> String? {
      values[field].isEmpty ? nil : String(values[field].prefix(most))
    }
    let role = VolvoxRole(rawValue: values[.role])
    self.init(
      name: values[.name], role: values[.role], programme: text(.programme, 100), soberSince: text(.soberSince),
      region: text(.region, 200), availability: values.list(.availability), bio: text(.bio),
      looksFor: role?.isSponsee == true ? text(.wantsSponsor) : text(.wantsSponsee))
  }
}
