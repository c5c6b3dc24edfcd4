internal import Connectivity
internal import FoundationEssentials
public import Interface
public import Kernel
package import Navigation

/// One tab, or one `rpc` process: what a person sees and does. It renders the screen of the place they are at, and hands
/// what they do to the feature that offered it.
public actor Window {
  public nonisolated let person: Person
  public nonisolated let frames: Current<Frame>
  public nonisolated let outlets: Broadcast<Outlet>

  let navigation: Navigation
  let toasts: Toasts
  let context: FeatureContext
  private let pages: [Page]
  private let banner: Banner?
  private let frameSource: Current<Frame>.Source
  private let outletSource: Broadcast<Outlet>.Source
  private(set) var surroundings: Surroundings
  /// The route whose feature was told that it is shown.
  private var shownRoute: Route?
  /// The person's network as this window was last told of it.
  private var connectivity: Connectivity
  /// Something was still on its way when the window was shown, or when the last command gave up waiting.
  private var hangs = false
  /// No place is shown yet.
  private var isOpening = true
  private var tasks: [Task<Void, Never>] = []
  private var resting: Task<Void, Never>?
  /// The newest photo that somebody wanted, answered or not.
  private(set) var photoAsk: PhotoAsk?
  /// What was handed over to a node here, until whoever takes it has read it.
  private(set) var handed: HandedFile?

  /// How long a call waits for what is on its way. Whoever moves the time by hand wants the same answer on every machine,
  /// however busy.
  private var patience: Duration { person.manual == nil ? Window.patience : .seconds(20) }
  private static let patience = Duration.seconds(2)

  static func open(_ person: Person) async -> Window {
    let context = person.context.window()
    let composition = person.features.composition(context)
    let window = Window(person, context, composition)
    await window.begin(composition)
    return window
  }

  private init(_ person: Person, _ context: FeatureContext, _ composition: WindowComposition) {
    self.person = person
    self.context = context
    pages = composition.pages
    banner = composition.banner
    connectivity = person.connectivity
    surroundings = Surroundings(now: context.time.now(), connectivity: connectivity)
    let site = person.product.site(of: composition)
    let drawer = person.drawer
    let key = person.key
    navigation = Navigation(
      site, on: context,
      needs: NavigationNeeds(
        load: { () throws(Problem) in try await drawer.load("navigation").map { .init($0) } },
        keep: { bytes throws(Problem) in try await drawer.keep("navigation", Array(bytes)) },
        verify: { text, signature in key.isGenuine(text, signature) }))
    toasts = Toasts(on: context)
    let empty = Frame(
      product: person.product.id, profile: person.profile, route: site.home.root, title: site.brand,
      appearance: Appearance(theme: person.product.theme, in: surroundings), chrome: [], nodes: [], settled: false)
    frameSource = Current.Source(empty)
    outletSource = Broadcast.Source()
    frames = frameSource.current
    outlets = outletSource.broadcast
  }

  deinit {
    for task in tasks { task.cancel() }
    resting?.cancel()
    person.foremost.goes(ObjectIdentifier(self))
  }

  /// Shows and hears nothing from now on. Nothing is saved: what a person did is on disk already.
  public func close() {
    person.foremost.goes(ObjectIdentifier(self))
    photoAsk?.give(.calledOff)
    handed = nil
    for task in tasks { task.cancel() }
    resting?.cancel()
    tasks = []
  }

  private func begin(_ composition: WindowComposition) async {
    person.foremost.comes(self)
    let ears = (navigation.events.listen(), toasts.events.listen())
    hold { window in
      await ears.0.hear { news in if case .said(let event) = news { await window()?.navigated(event) } }
    }
    hold { window in
      await ears.1.hear { news in
        if case .said(.shown(let toast)) = news { await window()?.say(.toast(toast)) }
      }
    }
    for eventRoute in composition.eventRoutes {
      hold { window in await eventRoute.run(window) }
    }
    // It begins where nothing is known, and must know more before it goes back to where a server is needed.
    if connectivity != .offline { await navigation.send(.surroundingsChanged(Allowance(surroundings))) }
    // Before all that is kept is read, which may be much.
    await navigation.send(.restore)
    await person.features.begin()
    let navigated = navigation.states
    await know(composition.known + [{ await navigated.wait { $0.isRestored } }])
    composition.surroundings(&surroundings)
    isOpening = false
    await appeared(navigation.states.value.route)
    let watch = Watch(sights)
    // It may have changed since the window was made.
    watch.tell(.network)
    hold { window in for await changed in watch { await window()?.follow(changed) } }
    // What is shown may speak of the time.
    // By hand, time moves only in commands, and each of them renders at its end.
    if person.manual == nil {
      let ticks = context.time.ticks(every: .seconds(60))
      hold { _ in for await _ in ticks { watch.tell(.everywhere) } }
    }
    note(isSettled: context.settling.isSettled)
    show()
  }

  /// Returns when all of that is so, or after a while: a feature that hangs must not keep the window shut. When nothing is on
  /// its way, what comes from a subscription, which nobody waits for, still has a tenth of that time.
  private func know(_ all: [@Sendable () async -> Void]) async {
    let (settling, patience) = (context.settling, patience)
    await withTaskGroup(of: Void.self) { group in
      group.addTask { for one in all { await one() } }
      group.addTask {
        if await settling.settled(within: patience) { try? await Task.sleep(for: patience / 10) }
      }
      await group.next()
      group.cancelAll()
    }
  }

  /// Runs until the window goes; whoever asks for the window gets it only while it is there.
  private func hold(_ body: @escaping @Sendable (_ window: @Sendable () -> Window?) async -> Void) {
    tasks.append(Task { [weak self] in await body { [weak self] in self } })
  }

  /// What is shown may change with it.
  private enum Sight: Hashable {
    case everywhere
    /// Where the feature has a part in the page.
    case feature(ObjectIdentifier)
    case network
  }

  private var sights: [(name: Sight, value: Watched)] {
    // A feature has many pages, and is listened to once.
    let features = pages.reduce(into: [:]) { features, page in features.merge(page.changes) { first, _ in first } }
    return [
      (.network, person.network.states.watched()),
      (.everywhere, navigation.states.watched()), (.everywhere, toasts.states.watched()),
    ] + (banner?.changes ?? []).map { (.everywhere, $0) } + features.map { (.feature($0), $1) }
  }

  private func follow(_ changed: Set<Sight>) async {
    if changed.contains(.network) { await followNetwork() }
    let page = page(of: navigation.states.value.route)
    let isSeen = changed.contains { sight in
      switch sight {
      case .everywhere: true
      case .feature(let feature): page.map { $0.changes[feature] != nil } ?? true
      case .network: false
      }
    }
    if isSeen { show() }
  }

  // MARK: Showing

  /// Renders, and publishes what is new.
  @discardableResult
  func show() -> Picture {
    var picture = picture()
    picture.frame.settled = !hangs
    if picture.frame != frames.value { frameSource.publish(picture.frame) }
    return picture
  }

  /// The frame once nothing is on its way, or after a while, marked so.
  public func settled() async -> Frame {
    note(isSettled: await context.settling.settled(within: patience))
    return show().frame
  }

  /// Whatever is still on its way is waited for beside everything else, so that the frame says when it is there.
  private func note(isSettled: Bool) {
    hangs = !isSettled
    guard hangs, resting == nil else { return }
    let settling = context.settling
    resting = Task { [weak self] in
      await settling.settled()
      await self?.rest()
    }
  }

  private func rest() {
    resting = nil
    guard !Task.isCancelled else { return }
    note(isSettled: context.settling.isSettled)
    show()
  }

  private func picture() -> Picture {
    let state = navigation.states.value
    surroundings.now = context.time.now()
    let chrome = state.chrome
    let screen = screen(at: state)
    let chromeNodes = bannerNodes + chrome.nodes.map(bound)
    let nodes = screen.nodes.map { linked($0) }
    let toastNodes = toastNodes
    let dialog = chrome.dialog.map(bound) ?? screen.dialog.map { linked($0) }
    let frame = Frame(
      product: person.product.id, profile: person.profile, route: screen.route, title: screen.title,
      appearance: Appearance(theme: person.product.theme, in: surroundings), chrome: chromeNodes.map { $0.element },
      nodes: nodes.map { $0.element }, toasts: toastNodes.map { $0.element },
      dialog: dialog?.element, scroll: state.visit.scroll)
    return Picture(
      frame: frame, chrome: chromeNodes, nodes: nodes, toasts: toastNodes, dialog: dialog, refresh: screen.refresh)
  }

  private func screen(at state: NavigationState) -> Screen<Bound> {
    if state.route == Site.search {
      let navigation = navigation
      return state.searchScreen.map { navigation.bound($0) }
    }
    if let page = page(of: state.route) { return page.screen(state.route, surroundings) }
    return Screen(state.route, title: person.product.name, nodes: [.heading(person.product.name, level: 1)])
  }

  private func page(of route: Route) -> Page? { pages.first { $0.place.pattern.matches(route) } }

  private func bound(_ node: Node<NavigationAction>) -> Node<Bound> {
    let navigation = navigation
    return linked(node.map { navigation.bound($0) })
  }

  /// A link's destination becomes what activating it does, unless the node says something else.
  private func linked(_ node: Node<Bound>) -> Node<Bound> {
    var copy = node
    copy.children = node.children.map { linked($0) }
    if let destination = node.destination, node.offer(.activate) == nil {
      let open = navigation.bound(.open(destination))
      copy.offers.insert(Offer(.activate) { _ in open }, at: 0)
    }
    return copy
  }

  private var bannerNodes: [Node<Bound>] {
    let nodes = banner?.nodes(surroundings) ?? []
    return nodes.isEmpty ? [] : Chrome([.group(id: "notices", nodes)]).nodes.map { linked($0) }
  }

  private var toastNodes: [Node<Bound>] {
    let state = toasts.states.value
    guard let toast = state.current else { return [] }
    let dismiss = toasts.bound(.dismiss(showing: state.shown))
    let ways: [Node<Bound>] =
      toast.way.map { way in
        let follow = navigation.bound(.follow(way.link))
        return [
          .button(
            way.label, id: "way",
            does: Bound {
              await dismiss.send()
              await follow.send()
            })
        ]
      } ?? []
    let icon: Icon = toast.tone == .warning || toast.tone == .critical ? .warning : .info
    return Chrome([.notice(toast.text, id: "toast", tone: toast.tone, icon: icon, dismiss: dismiss, ways)]).nodes
  }

  // MARK: What reaches the window

  private func navigated(_ event: NavigationEvent) async {
    switch event {
    case .moved(let from, let to):
      // What is told of the way to the first place may come after that place was shown.
      guard !isOpening, to != shownRoute else { return }
      if shownRoute == from { await page(of: from)?.left?(from) }
      await banner?.moved()
      await appeared(to)
    case .toast(let toast): await self.toast(toast)
    case .announced(let announcement): say(.announcement(announcement))
    case .leaveAsked: say(.leave)
    case .tabUsed: break
    // What is behind these comes with its own module; until then the person is told so.
    case .channelOpened(let id), .permissionAsked(let id), .linkingAsked(let id):
      let title = navigation.states.value.site.channels.first { $0.id == id }?.title ?? id
      await toast(.unavailable(title))
    case .upgradeAsked: await toast(.unavailable("Upgrading"))
    case .signInAsked:
      let signIn = Route(["account", "sign-in"])
      if page(of: signIn) == nil { await toast(.unavailable("Signing in")) } else { await open(signIn) }
    }
  }

  private func appeared(_ route: Route) async {
    shownRoute = route
    await page(of: route)?.appeared?(route)
  }

  /// The person came, and asked for no place: whoever would be at home may be led elsewhere first.
  public func arrive() async {
    let state = navigation.states.value
    guard state.route == state.site.home.root else { return }
    let (arrival, led) = (person.features.arrival, Locked<Route?>(nil))
    await know([{ if let route = await arrival?() { led.withLock { $0 = route } } }])
    guard let route = led.withLock({ $0 }) else { return }
    await open(route)
    _ = await settled()
  }

  /// A feature takes the person somewhere else.
  package func open(_ route: Route) async { await navigation.send(.open(route)) }

  package func openChannel(_ id: String) async { await navigation.send(.openChannel(id)) }

  package func announce(_ announcement: Announcement) { say(.announcement(announcement)) }

  /// What a tab carries beside its name; the tab is named by its route with hyphens.
  package func badge(_ tab: String, _ badge: Badge?) async { await navigation.send(.setBadge(tab, badge)) }

  public func toast(_ toast: Toast) async { await toasts.send(.add(toast)) }

  /// What is the person's and no window's own is said where they are.
  package func toastInFront(_ toast: Toast) async { if person.foremost.isAt(self) { await self.toast(toast) } }

  /// One at a time: whoever asked before is not waited for any more.
  func nextPhotoAsk(atMost most: Int) -> PhotoAsk {
    photoAsk?.give(.calledOff)
    let ask = PhotoAsk((photoAsk?.number ?? 0) + 1, atMost: most)
    photoAsk = ask
    return ask
  }

  func hold(_ file: HandedFile?) { handed = file }

  package func say(_ outlet: Outlet) { outletSource.say(outlet, settling: context.settling) }

  package func missed(_ count: Int, of feature: String) {
    context.log.warning("The window was too slow and missed \(count) events of \(open: feature).")
  }

  /// Whatever it is by now: what was told on the way may be older.
  package func followNetwork() async {
    let newest = person.connectivity
    guard newest != connectivity else { return }
    connectivity = newest
    await surroundings { $0.connectivity = newest }
  }

  /// What the window knows of the world changes: every screen that depends on it is rendered again.
  public func surroundings(_ change: (inout Surroundings) -> Void) async {
    change(&surroundings)
    await navigation.send(.surroundingsChanged(Allowance(surroundings)))
    show()
  }
}

extension Toast {
  /// In the words of the seed for whatever cannot be reached now.
  static func unavailable(_ feature: String) -> Toast {
    Toast("\(feature) is currently unavailable. Try again later.", tone: .warning)
  }
}
