internal import Connectivity
internal import Interface
internal import Kernel
internal import Offline
internal import ProductKit
internal import Shell
internal import Sobriety
internal import Storage
internal import Support

extension PublicPage {
  /// The crisis card of a locked window.
  static let help = PublicPage(at: SobrietyPlaces.card, link: SobrietyState.helpLink()) { route, surroundings in
    SobrietyOffer.volvox.crisis.publicScreen(route, surroundings)
  }
}

/// Sobriety in the product: the feature of a person, its demonstration, and what a window shows of both.
struct VolvoxSobriety: Sendable {
  let sobriety: Sobriety
  private let demonstration: DemonstrationSign
  private let shown: Current<Bool>.Source
  private let offline: Offline
  private let store: Store

  init(_ environment: PersonEnvironment, _ offline: Offline) {
    let sobriety = Sobriety(.volvox, on: environment.context, needs: SobrietyNeeds(environment.store))
    self.sobriety = sobriety
    self.offline = offline
    store = environment.store
    let shown = Current.Source(false)
    self.shown = shown
    demonstration = DemonstrationSign(.volvox, in: environment) {
      shown.publish(false)
      await sobriety.send(.refresh)
    }
  }

  /// Whether the demonstration person is in the store, or that cannot be read.
  func isDemonstrated() async -> Bool { (try? await VolvoxDemonstration.isThere(in: store)) ?? true }

  /// Whether the demonstration person is shown.
  var demonstrated: Current<Bool> { shown.current }

  func begin() async {
    await demonstration.look()
    shown.publish((try? await VolvoxDemonstration.isThere(in: store)) ?? false)
    await sobriety.send(.begin)
  }

  /// Asks for a sync when a screen is refreshed. It subscribes at once.
  var going: @Sendable () async -> Void {
    offline.syncing(with: sobriety.events, on: .syncAsked)
  }

  /// Tells the account, so that nothing typed outlives it, while the person is open. It subscribes at once.
  func following(_ who: PairPerson) -> @Sendable () async -> Void {
    let sobriety = sobriety
    return who.telling { await sobriety.send(.session($0)) }
  }

  /// Tells the help centre of each milestone, a good moment to ask for a rating. It subscribes at once.
  func pleasing(_ support: Support) -> @Sendable () async -> Void {
    let heard = sobriety.events.listen()
    return { await heard.hear { news in if case .said(.milestone) = news { await support.send(.joy) } } }
  }

  /// The sign of the demonstration above every screen.
  var banner: Banner { demonstration.banner }

  /// A window opens with the count.
  var known: [@Sendable () async -> Void] {
    let states = sobriety.states
    return [{ await states.wait { $0.reading == .done || $0.reading.hasFailed } }]
  }

  func pages(in window: WindowID) -> [Page] {
    Page.all(
      of: sobriety, at: SobrietyPlaces.all, in: window, appeared: { .appeared($0) }, left: { .left($0) }
    ) { $0.screen($1, in: $2, at: $3) }
  }

  /// `telling` says whether a message tells of milestones.
  func eventRoute(in at: WindowID, telling: @escaping @Sendable () -> Bool) -> EventRoute {
    let sobriety = sobriety
    return .from(sobriety, in: at) { event, window in
      switch event {
      case .told(let toast): await window.toast(toast)
      case .offered(let toast, let undo): await window.toast(toast, undo: sobriety.bound(undo, in: at))
      case .finished(let routes): await window.closeSheets(routes)
      case .milestone where !telling(): break
      case .milestone(let title): await window.toastInFront(Toast("You have reached \(title).", tone: .success))
      case .syncAsked: break
      }
    }
  }
}
