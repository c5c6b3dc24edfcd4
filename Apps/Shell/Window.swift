internal import FoundationEssentials
public import Interface
public import Kernel
internal import Navigation

/// One tab, or one `rpc` process: what a person sees and does. It renders the screen of the place they are at, and hands
/// what they do to the feature that offered it.
public actor Window {
  public nonisolated let person: Person
  public nonisolated let frames: Current<Frame>
  public nonisolated let outlets: Broadcast<Outlet>

  let navigation: Navigation
  let toasts: Toasts
  let stage: Stage
  private let pages: [Page]
  private let frameSource: Current<Frame>.Source
  private let outletSource: Broadcast<Outlet>.Source
  private(set) var surroundings: Surroundings
  /// The route whose feature was told that it is shown.
  private var shownRoute: Route?
  /// Something was still on its way when the last command gave up waiting.
  private var hangs = false
  private var tasks: [Task<Void, Never>] = []

  /// How long a call waits for what is on its way.
  private static let patience = Duration.seconds(2)

  static func open(_ person: Person) async -> Window {
    let stage = person.stage.window()
    let company = person.cast.company(stage)
    let window = Window(person, stage, company)
    await window.begin(company)
    return window
  }

  private init(_ person: Person, _ stage: Stage, _ company: Company) {
    self.person = person
    self.stage = stage
    pages = company.pages
    surroundings = Surroundings(now: stage.time.now())
    let site = person.product.site(of: company)
    let drawer = person.drawer
    let key = person.key
    navigation = Navigation(
      site, on: stage,
      needs: NavigationNeeds(
        load: { () throws(Problem) in try await drawer.load("navigation.json").map { .init($0) } },
        keep: { bytes throws(Problem) in try await drawer.keep("navigation.json", Array(bytes)) },
        verify: { text, signature in key.isGenuine(text, signature) }))
    toasts = Toasts(on: stage)
    let empty = Frame(
      product: person.product.id, profile: person.profile, route: site.home.root, title: site.brand,
      appearance: Appearance(theme: person.product.theme, in: surroundings), chrome: [], nodes: [], settled: false)
    frameSource = Current.Source(empty)
    outletSource = Broadcast.Source()
    frames = frameSource.current
    outlets = outletSource.broadcast
  }

  deinit { for task in tasks { task.cancel() } }

  /// Shows and hears nothing from now on. Nothing is saved: what a person did is on disk already.
  public func close() {
    for task in tasks { task.cancel() }
    tasks = []
  }

  private func begin(_ company: Company) async {
    let ears = (navigation.events.listen(), toasts.events.listen())
    hold { window in
      await ears.0.hear { news in if case .said(let event) = news { await window()?.navigated(event) } }
    }
    hold { window in
      await ears.1.hear { news in
        if case .said(.shown(let toast)) = news { await window()?.say(.toast(toast)) }
      }
    }
    for wire in company.wires {
      hold { window in await wire.run(window) }
    }
    await person.cast.begin()
    await navigation.send(.restore)
    // Not without end: a feature that hangs must not keep the window shut.
    _ = await stage.settling.settled(within: Window.patience)
    company.surroundings(&surroundings)
    if shownRoute == nil { await appeared(navigation.states.value.route) }
    watch(navigation.states.listen().map { _ in })
    watch(toasts.states.listen().map { _ in })
    for page in pages { page.changes.map { watch($0()) } }
    // What is shown may speak of the time.
    // By hand, time moves only in commands, and each of them renders at its end.
    if person.manual == nil { watch(stage.time.ticks(every: .seconds(60)).map { _ in }) }
    _ = await settled()
  }

  /// Runs until the window goes; whoever asks for the window gets it only while it is there.
  private func hold(_ body: @escaping @Sendable (_ window: @Sendable () -> Window?) async -> Void) {
    tasks.append(Task { [weak self] in await body { [weak self] in self } })
  }

  private func watch(_ changes: some AsyncSequence<Void, Never> & Sendable) {
    tasks.append(
      Task { [weak self] in
        for await _ in changes { await self?.show() }
      })
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

  /// The frame once nothing is on its way, or after two seconds, marked so.
  public func settled() async -> Frame {
    hangs = await !stage.settling.settled(within: Window.patience)
    return show().frame
  }

  private func picture() -> Picture {
    let state = navigation.states.value
    surroundings.now = stage.time.now()
    let chrome = state.chrome
    let screen = screen(at: state)
    let chromeNodes = chrome.nodes.map(bound)
    let nodes = screen.nodes.map { linked($0) }
    let toastNodes = toastNodes
    let dialog = chrome.dialog.map(bound) ?? screen.dialog.map { linked($0) }
    let frame = Frame(
      product: person.product.id, profile: person.profile, route: screen.route, title: screen.title,
      appearance: Appearance(theme: person.product.theme, in: surroundings), chrome: chromeNodes.map(\.element),
      nodes: nodes.map(\.element), toasts: toastNodes.map(\.element),
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
      if shownRoute == from { await page(of: from)?.left?(from) }
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
    case .signInAsked: await toast(.unavailable("Signing in"))
    }
  }

  private func appeared(_ route: Route) async {
    shownRoute = route
    await page(of: route)?.appeared?(route)
  }

  public func toast(_ toast: Toast) async { await toasts.send(.add(toast)) }

  func say(_ outlet: Outlet) { outletSource.say(outlet, settling: stage.settling) }

  func missed(_ count: Int, of feature: String) {
    stage.log.warning("The window was too slow and missed \(count) events of \(open: feature).")
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
