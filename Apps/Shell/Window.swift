internal import Accessibility
internal import Connectivity
public import Interface
public import Kernel
internal import Navigation
internal import Platform

/// A window of a person: one browser tab or one `rpc` process. It renders the screen of the current route and passes
/// actions to the feature that offered them.
public actor Window {
  public nonisolated let id: WindowID
  public nonisolated let person: Person
  public nonisolated let frames: Current<Frame>
  public nonisolated let outlets: Broadcast<Outlet>
  nonisolated let speech = WindowSpeech()

  private(set) var navigation: Navigation
  private(set) var toasts: Toasts
  let scanClock: ScanClock
  var aids = InputAids()
  /// The recording for voice control, one utterance after another.
  var listening: Task<Void, Never>?
  let context: FeatureContext
  private let given: WindowContext
  private var pages: [Page]
  private(set) var banner: Banner?
  /// Number of the person's interior that the window shows.
  private var interior: Int
  private(set) var isLocked: Bool
  /// The route and the notifications that wait until the person unlocks the profile.
  private var awaiting = LockedArrivals()
  private let frameSource: Current<Frame>.Source
  private let outletSource: Broadcast<Outlet>.Source
  private(set) var surroundings: Surroundings
  /// The picture shown last.
  private var picture: Picture?
  /// Whether the picture may differ from what a new one would show, apart from changes that `watch` knows of.
  var isStale = true
  private var watch: Watch<Sight>?
  /// The route whose feature was last notified that it is shown.
  private var shownRoute: Route?
  /// The connectivity that this window was last notified of.
  private var connectivity: Connectivity
  /// Effects were pending when the window opened, or when the last command timed out.
  private(set) var hangs = false
  /// The route of the screen that the person refreshed, until the answer is there.
  var refreshed: Route?
  /// The window has not shown a place yet.
  private var isOpening = true
  private var tasks: [Task<Void, Never>] = []
  private var resting: Task<Void, Never>?
  /// The newest request for a photo, answered or not.
  private(set) var photoAsk: PhotoAsk?
  private var announcer = WindowAnnouncer()
  /// The elements without a name that were noted in the log.
  private var unnamed: Set<String> = []
  /// Number of messages so far that could be undone.
  var undos = 0
  /// The address to which the front end's browser returns; nil for one that opens no pages.
  package private(set) var callback: String?
  /// The visit to a page that has not ended yet.
  package private(set) var visit: BrowserVisit?
  /// Takes the end of a visit; nil for a product that never asks for one.
  private(set) var browsing: Browsing?
  /// The actions that open channels which are ready.
  var channels: [String: Bound] = [:]
  /// The file handed over to a node of this window, retained until the feature has read it.
  private(set) var handed: HandedFile?

  /// The time a call waits for pending effects. With manual time it is longer, so that the result is the same on every
  /// machine, however busy.
  private var patience: Duration { person.manual == nil ? Window.patience : .seconds(60) }
  private static let patience = Duration.seconds(2)

  static func open(_ person: Person, in region: RegionalSettings) async -> Window {
    let context = person.context.window(in: region)
    let interior = person.interior
    let composition = interior.features.composition(context)
    let window = Window(person, context, interior, composition)
    await window.begin(composition)
    return window
  }

  private init(
    _ person: Person, _ given: WindowContext, _ interior: Interior, _ composition: WindowComposition
  ) {
    let context = given.features
    self.person = person
    self.given = given
    id = given.id
    self.context = context
    self.interior = interior.number
    isLocked = interior.isLocked
    pages = composition.pages
    banner = composition.banner
    browsing = composition.browsing
    connectivity = person.connectivity
    surroundings = Surroundings(now: context.time.now(), connectivity: connectivity)
    let site = person.windows.shared(interior.site(of: person.product, composition))
    navigation = interior.navigation(at: site, verifiedBy: person.key, context)
    toasts = Toasts(on: context)
    scanClock = ScanClock(on: context)
    let empty = Frame(
      product: person.product.id, profile: person.profile, route: site.home.root, title: site.brand,
      appearance: Appearance(theme: person.product.theme, in: surroundings), chrome: [], nodes: [], settled: false)
    frameSource = Current.Source(empty)
    outletSource = Broadcast.Source()
    frames = frameSource.current
    outlets = outletSource.broadcast
  }

  deinit {
    for task in tasks + [resting, listening].compactMap(\.self) { task.cancel() }
    person.windows.remove(id)
    context.regions.remove(id)
    _ = person.outgoing.remove(id)
  }

  /// Closes the window. Nothing needs to be saved: a person's input is on disk already.
  public func close() async {
    person.windows.remove(id)
    context.regions.remove(id)
    callOffAsks()
    handed = nil
    for task in tasks + [resting, listening].compactMap(\.self) { task.cancel() }
    tasks = []
    await endOffers()
  }

  /// Shows the person's present interior instead of the one before: the lock screen, or the features of the opened store.
  /// Nothing of the old one is held afterwards.
  func recompose() async {
    let interior = person.interior
    guard interior.number != self.interior else { return }
    self.interior = interior.number
    isLocked = interior.isLocked
    for task in tasks + [resting, listening].compactMap(\.self) { task.cancel() }
    (tasks, resting, watch, shownRoute, isOpening) = ([], nil, nil, nil, true)
    (aids, listening) = (InputAids(), nil)
    callOffAsks()
    (handed, visit, channels) = (nil, nil, [:])
    await endOffers()
    let composition = interior.features.composition(given)
    pages = composition.pages
    banner = composition.banner
    browsing = composition.browsing
    navigation = interior.navigation(
      at: person.windows.shared(interior.site(of: person.product, composition)), verifiedBy: person.key, context)
    toasts = Toasts(on: context)
    isStale = true
    surroundings = surroundings.withoutPerson
    await begin(composition)
    if !isLocked { await admitWaiting() }
  }

  /// Opens the route and shows the notifications that came while the profile was locked.
  private func admitWaiting() async {
    let arrived = awaiting
    awaiting = LockedArrivals()
    if let route = arrived.route { await open(route) }
    for toast in arrived.notifications { await self.toast(toast) }
  }

  /// Keeps a route until the person unlocks the profile. A later one replaces it.
  func wait(for route: Route?) { awaiting.route = route }

  func wait(for notification: Toast) { awaiting.add(notification) }

  private func begin(_ composition: WindowComposition) async {
    person.windows.activate(self)
    let own: [EventRoute] = [
      .from(navigation) { event, window in await window.navigated(event) },
      .from(toasts) { event, window in await window.told(event) },
      .from(scanClock) { _, window in await window.stopEnded() },
    ]
    tasks += (own + composition.eventRoutes).start { [weak self] in self }
    // The site starts offline; it must know the connectivity before it returns to a route that needs a server.
    if connectivity != .offline { await navigation.send(.surroundingsChanged(Allowance(surroundings))) }
    // Restored before all stored data are loaded, which may take long.
    await navigation.send(.restore)
    await person.followZone()
    await person.features.begin()
    guard person.interior.number == interior else { return await recompose() }
    let navigated = navigation.states
    await know(composition.known + [{ await navigated.wait { $0.isRestored } }])
    composition.surroundings(&surroundings)
    await navigation.send(.surroundingsKnown(Allowance(surroundings)))
    isOpening = false
    await appeared(navigation.states.value.route)
    let watch = Watch(sights)
    self.watch = watch
    // What was rendered before may lack changes from before the watch.
    isStale = true
    // The network may have changed since the window was created.
    watch.tell(.network)
    hold { window in for await _ in watch { await window()?.follow() } }
    // Screens may show times relative to now. Manual time advances only in commands, and each of them renders at its
    // end.
    if person.manual == nil {
      let ticks = context.time.ticks(every: .seconds(60))
      hold { _ in for await _ in ticks { watch.tell(.everywhere) } }
    }
    note(isSettled: context.settling.isSettled)
    show()
    await keepScanTime()
  }

  /// Returns when all conditions hold, or after a timeout: a feature that hangs must not keep the window from opening.
  /// When no effect is pending, values of subscriptions, which settling ignores, get another tenth of that time, and with
  /// manual time, where a busy machine must not change what a test sees, all of it.
  private func know(_ all: [@Sendable () async -> Void]) async {
    let (settling, patience, rest) = (context.settling, patience, person.manual == nil ? patience / 10 : patience)
    await withTaskGroup(of: Void.self) { group in
      group.addTask { for one in all { await one() } }
      group.addTask {
        if await settling.settled(within: patience) { try? await Task.sleep(for: rest) }
      }
      await group.next()
      group.cancelAll()
    }
  }

  /// Runs `body` until the window closes. The window is held weakly.
  private func hold(_ body: @escaping @Sendable (_ window: @Sendable () -> Window?) async -> Void) {
    tasks.append(Task { [weak self] in await body { [weak self] in self } })
  }

  /// A source of changes to the screen.
  private enum Sight: Hashable {
    case everywhere
    /// Concerns pages that show this feature.
    case feature(ObjectIdentifier)
    case network
  }

  private var sights: [(name: Sight, value: Watched)] {
    // A feature may have several pages, and is observed once.
    let features = pages.reduce(into: [:]) { features, page in features.merge(page.changes) { first, _ in first } }
    return [
      (.network, person.network.states.watched()),
      (.everywhere, navigation.states.watched()), (.everywhere, toasts.states.watched()),
    ] + (banner?.changes ?? []).map { (.everywhere, $0) } + features.map { (.feature($0), $1) }
  }

  private func follow() async {
    let changed = watch?.take() ?? []
    // Before any wait, during which the picture may be asked for.
    note(changed)
    if changed.contains(.network) { await followNetwork() }
    if isStale { show() }
  }

  /// Marks the picture as stale if one of the changed sights is seen in it.
  private func note(_ changed: Set<Sight>) {
    let state = navigation.states.value
    let pages = [page(of: state.route)] + (state.sheets > 0 ? [page(of: state.seen.route)] : [])
    let isSeen = changed.contains { sight in
      switch sight {
      case .everywhere: true
      case .feature(let feature): pages.contains { $0.map { $0.changes[feature] != nil } ?? true }
      case .network: false
      }
    }
    if isSeen { isStale = true }
  }

  // MARK: Rendering

  /// Renders the window, unless nothing has changed since the last time, and publishes the frame if it changed.
  @discardableResult
  func show() -> Picture {
    // A change is known here before the task that waits for changes has run.
    if let watch { note(watch.take { $0 != .network }) }
    endRefresh()
    if !isStale, let picture, picture.frame.settled == !hangs { return picture }
    var picture = isStale ? rendered() : self.picture ?? rendered()
    isStale = false
    picture.frame.settled = !hangs
    self.picture = picture
    if picture.frame != frames.value {
      noteUnnamed(in: picture.frame)
      frameSource.publish(picture.frame)
      for news in announcer.follow(picture.frame) { publish(.changed(news)) }
    }
    return picture
  }

  /// Gives back the picture, which is drawn again when it is asked for.
  func releasePicture() { picture = nil }

  /// Returns the frame once all effects have settled, or after a timeout, marked as not settled. The limit can only
  /// shorten the window's own.
  public func settled(within limit: Duration = .seconds(60)) async -> Frame {
    note(isSettled: await context.settling.settled(within: max(.zero, min(limit, patience))))
    return show().frame
  }

  /// Records whether effects are pending. If so, waits for them in the background and updates the frame when they have
  /// settled.
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

  /// Logs each element without a name once, so that it is mended. Faces say its kind instead.
  private func noteUnnamed(in frame: Frame) {
    for element in frame.everything where element.lacksName && unnamed.count < 100 {
      guard unnamed.insert("\(frame.route.path.first ?? "") \(element.id)").inserted else { continue }
      let (kind, place) = (element.role.rawValue, frame.route.path.first ?? "home")
      context.log.warning("A \(open: kind) of the screen \(open: place) has no name for screen readers.")
    }
  }

  private func rendered() -> Picture {
    let state = navigation.states.value
    surroundings.now = context.time.now()
    // A locked window has no way to another screen.
    let chrome = isLocked ? Chrome([]) : state.chrome
    let screen = shownScreen(at: state)
    let navigation = navigation
    func bound(_ node: Node<NavigationAction>) -> Node<Bound> { node.map { navigation.bound($0) } }
    // What is told stands below the top bar, also for the Tab key and for who hears the screen.
    let bars = chrome.nodes.map(bound)
    let top = Array(bars.prefix { $0.role == .banner })
    let chromeNodes = top + bannerNodes + Array(bars.dropFirst(top.count))
    let toastNodes = toastNodes
    let dialog = chrome.dialog.map(bound) ?? screen.dialog
    var frame = Frame(
      product: person.product.id, profile: person.profile, route: screen.route, title: screen.title,
      appearance: Appearance(theme: person.product.theme, in: surroundings), chrome: chromeNodes.map { $0.element },
      nodes: screen.nodes.map { $0.element }, toasts: toastNodes.map { $0.element },
      dialog: dialog?.element, scroll: state.seen.scroll)
    frame.writeCharts(in: surroundings.locale)
    if refreshed == screen.route { frame.markRefreshing() }
    aids.follow(frame, surroundings.steering)
    let aidNodes = aidNodes
    if !aidNodes.isEmpty {
      frame = aids.marked(frame)
      frame.toasts += aidNodes.map { $0.element }
    }
    return Picture(
      frame, of: chromeNodes + screen.nodes + toastNodes + aidNodes + (dialog.map { [$0] } ?? []),
      refresh: screen.refresh)
  }

  /// The current screen; a sheet is in front of the screen from which it was opened.
  private func shownScreen(at state: NavigationState) -> Screen<Bound> {
    let screen = screen(of: state.route, at: state)
    guard state.sheets > 0 else { return screen }
    return screen.sheet(
      over: self.screen(of: state.seen.route, at: state), closes: navigation.bound(.closeSheets),
      back: state.sheets > 1 ? navigation.bound(.back) : nil)
  }

  private func screen(of route: Route, at state: NavigationState) -> Screen<Bound> {
    if route == Site.search {
      let navigation = navigation
      return state.searchScreen.map { navigation.bound($0) }
    }
    if let page = page(of: route) { return page.screen(route, surroundings) }
    return Screen(route, title: person.product.name, nodes: [.heading(person.product.name, level: 1)])
  }

  func hasPage(at route: Route) -> Bool { page(of: route) != nil }

  private func page(of route: Route) -> Page? { pages.first { $0.place.pattern.matches(route) } }

  private var bannerNodes: [Node<Bound>] {
    let nodes = banner?.nodes(surroundings) ?? []
    return nodes.isEmpty ? [] : Chrome([.group(id: "notices", nodes)]).nodes
  }

  // MARK: Incoming events

  private func navigated(_ event: NavigationEvent) async {
    switch event {
    case .moved(let from, let to):
      // Events of the initial navigation may arrive after the first place was shown.
      guard !isOpening, to != shownRoute else { return }
      if shownRoute == from { await page(of: from)?.left?(from) }
      await banner?.moved()
      await appeared(to)
    case .toast(let toast): await self.toast(toast)
    // The frame of the new screen announces its title.
    case .announced: break
    case .leaveAsked: say(.leave)
    case .tabUsed(let tab): person.windows.choose(tab, settling: context.settling)
    // These need modules that do not exist yet; until then a toast says so.
    case .channelOpened(let id) where channels[id] != nil: await channels[id]?.send()
    case .channelOpened(let id), .permissionAsked(let id), .setupAsked(let id):
      let title = navigation.states.value.site.channels.first { $0.id == id }?.title ?? id
      await toast(.unavailable(title))
    case .upgradeAsked:
      let plans = Route(["settings", "subscription", "plans"])
      if page(of: plans) == nil { await toast(.unavailable("Upgrading")) } else { await open(plans) }
    case .signInAsked:
      let signIn = Route(["account", "sign-in"])
      if page(of: signIn) == nil { await toast(.unavailable("Signing in")) } else { await open(signIn) }
    }
  }

  private func appeared(_ route: Route) async {
    shownRoute = route
    await page(of: route)?.appeared?(route)
  }

  /// Handles an arrival without a route: a person at home may be led to another screen first.
  public func arrive() async {
    let state = navigation.states.value
    guard state.route == state.site.home.root else { return }
    let (arrival, led) = (person.features.arrival, Locked<Route?>(nil))
    await know([{ if let route = await arrival?() { led.withLock { $0 = route } } }])
    guard let route = led.withLock({ $0 }) else { return }
    await open(route)
    _ = await settled()
  }

  /// Starts a request for a photo. There is one at a time: an earlier request is cancelled.
  func nextPhotoAsk(atMost most: Int) -> PhotoAsk {
    photoAsk?.give(.calledOff)
    let ask = PhotoAsk((photoAsk?.number ?? 0) + 1, atMost: most)
    photoAsk = ask
    return ask
  }

  func hold(_ file: HandedFile?) { handed = file }

  func hold(_ visit: BrowserVisit?) { self.visit = visit }

  func hold(callback: String) { self.callback = callback }

  /// Publishes an outlet, unless its words were announced already since the person acted last.
  package func say(_ outlet: Outlet) {
    switch outlet {
    case .announcement(let announcement): if !announcer.admits(announcement.text) { return }
    // A message is in front of the screen as well, and told once.
    case .toast(let toast): _ = announcer.admits(toast.text)
    default: break
    }
    publish(outlet)
  }

  private func publish(_ outlet: Outlet) { outletSource.say(outlet, settling: context.settling) }

  /// Begins the turn of a command: what is told from now on may repeat what was told before it.
  func beginTurn() { announcer.begin() }

  package func missed(_ count: Int, of feature: String) {
    context.log.warning("The window was too slow and missed \(count) events of \(open: feature).")
  }

  /// Applies the current connectivity; the one notified may be outdated.
  package func followNetwork() async {
    let newest = person.connectivity
    guard newest != connectivity else { return }
    connectivity = newest
    await surroundings { $0.connectivity = newest }
  }

  /// Records the locale and the time zone of the person at this window. The page appears anew in them, so that its feature
  /// takes the days and forms of the new place.
  func settle(in region: RegionalSettings) async {
    let before = context.time.now()
    guard context.regions.set(region, of: id) else { return }
    await person.followZone()
    let now = context.time.now()
    guard (now.zone, now.locale) != (before.zone, before.locale) else { return }
    isStale = true
    if let shownRoute { await appeared(shownRoute) }
    show()
  }

  /// Changes the window's surroundings and renders it again.
  public func surroundings(_ change: (inout Surroundings) -> Void) async {
    change(&surroundings)
    isStale = true
    await navigation.send(.surroundingsChanged(Allowance(surroundings)))
    show()
    await keepScanTime()
  }
}
