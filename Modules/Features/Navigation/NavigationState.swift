internal import Connectivity
public import Interface
public import Kernel
internal import Platform

/// The current tab, the stack of each tab, and the question in front.
public struct NavigationState: Deciding {
  /// Number of most recent entries that each stack keeps.
  public static let deepest = 10

  public struct Visit: Sendable, Hashable {
    public let route: Route
    public var scroll = 0.0
    /// The tab whose screen led here; nil for a screen of the same tab, and after the user chose the tab itself.
    var origin: Tab.ID?
  }

  /// A question in front of everything else.
  public enum Prompt: Sendable, Hashable {
    case upgrade(Place)
    case signIn(Place)
    case permission(Channel.ID, String)
    case setup(Channel.ID, [String])
  }

  public let site: Site
  public internal(set) var tab: Tab.ID
  public internal(set) var stacks: [Tab.ID: [Visit]] = [:]
  public internal(set) var badges: [Tab.ID: Badge] = [:]
  public internal(set) var notifications = 0
  public internal(set) var channels: [Channel.ID: Channel.Standing]
  public internal(set) var prompt: Prompt?
  public internal(set) var query = ""
  public internal(set) var allowance: Allowance
  /// Whether restoring has ended, with or without a result.
  public internal(set) var isRestored = false
  /// The stored places, if some of them need an account or an upgrade that is not known yet.
  var unopened: Data?
  /// The place for which a sign-in or an upgrade was asked last.
  var wanted: Wanted?
  /// Whether the user was told that places are not saved; once is enough.
  var hasWarned = false

  public init(_ site: Site, allowance: Allowance = Allowance()) {
    self.site = site
    self.allowance = allowance
    tab = site.home.id
    channels = Dictionary(site.channels.map { ($0.id, $0.standing) }, uniquingKeysWith: { first, _ in first })
  }

  // MARK: Derived state

  /// The open tab's stack, from its oldest kept entry to the visible one. Never empty.
  public var stack: [Visit] { stack(of: tab) }

  public var visit: Visit { stack.last ?? Visit(route: site.home.root) }
  public var route: Route { visit.route }
  public var place: Place? { site.place(route) }
  /// The visit whose screen is seen: the one below the sheets in front.
  public var seen: Visit { stack.last { !isSheet($0.route) } ?? Visit(route: root(of: tab)) }
  /// Number of sheets in front of the screen.
  public var sheets: Int { stack.reversed().prefix { isSheet($0.route) }.count }
  public var isAtRoot: Bool { stack.count == 1 && route == root(of: tab) }
  /// False on the first screen of the home tab.
  public var canGoBack: Bool { !(isAtRoot && tab == site.home.id) && !isGate(route) }
  /// Whether this is the gate's own place: behind it everything is closed.
  private func isGate(_ route: Route) -> Bool { allowance.gate?.route == route }

  /// Whether the bar has a button that leads back from the screen that is seen, below the sheets. The first screen of a tab has
  /// none: the tabs are the way from there. Back by a key or a gesture still returns to where one came from.
  var canGoBackBelow: Bool { !isGate(seen.route) && seen.route != root(of: tab) }

  func isSheet(_ route: Route) -> Bool { site.place(route)?.isSheet ?? false }
  func stack(of tab: Tab.ID) -> [Visit] { stacks[tab] ?? [Visit(route: root(of: tab))] }
  func root(of tab: Tab.ID) -> Route { (site.tab(tab) ?? site.home).root }

  // MARK: Action handling

  public typealias Steps = [Step<NavigationEffect, NavigationEvent>]

  public mutating func receive(_ action: NavigationAction, at now: Moment) -> Steps {
    let before = (route: route, kept: kept)
    var steps = decide(action, at: now)
    if isRestored { enterGate() }
    if route != before.route {
      steps.append(.say(.moved(from: before.route, to: route)))
      steps.append(.say(.announced(Announcement(place?.title ?? site.brand))))
    }
    if kept != before.kept, action.isByPerson { unopened = nil }
    if kept != before.kept, !action.isFromOutside { steps.append(.run(.keep(keptBytes), .newest("keep"))) }
    return steps
  }

  private mutating func decide(_ action: NavigationAction, at now: Moment) -> Steps {
    switch action {
    case .select(let id): return select(id)
    case .open(let route): return open(route, from: tab)
    case .back: return goBack()
    case .leadOn(let route, let steps, let askers): leadOn(to: route, past: steps, backTo: askers)
    case .closeSheets: closeSheets()
    case .scrolled(let position): scroll(to: position)
    case .search(let text): query = String(text.prefix(100))
    case .follow(let text): return follow(text, at: now)
    case .checked(let link, let isGenuine): return arrive(link, isGenuine, at: now)
    case .openChannel(let id): return openChannel(id)
    case .setChannel(let id, let standing): if channels[id] != nil { channels[id] = standing }
    case .acceptPrompt: return acceptPrompt()
    case .dismissPrompt: (prompt, wanted) = (nil, nil)
    case .setBadge(let id, let badge): if site.tab(id) != nil { badges[id] = badge }
    case .setNotifications(let count): notifications = max(0, count)
    case .surroundingsChanged(let allowance): follow(allowance)
    case .surroundingsKnown(let allowance):
      follow(allowance)
      if let bytes = unopened { restore(bytes) }
      unopened = nil
    case .restore: return [.run(.load, .latest("load"))]
    case .restored(let bytes): restore(bytes)
    case .notKept(let problem):
      guard !hasWarned else { return [] }
      hasWarned = true
      return [.say(.toast(Toast(problem)))]
    }
    return []
  }

  /// Opens a tab at its last screen; selecting the open tab returns to its first screen.
  private mutating func select(_ id: Tab.ID) -> Steps {
    guard let wanted = site.tab(id) else { return lost() }
    // Screens that cannot be opened now are skipped for the one below, or a tab whose last screen needs the server
    // would be closed as a whole while there is none.
    let open = id == tab ? [] : stack(of: id).reversed().drop { admission(to: $0.route) != .granted }.reversed()
    if open.isEmpty, let refusal = refuse(wanted.root) { return refusal }
    var steps: Steps = [.say(.tabUsed(id))]
    if id != tab, let last = stack(of: id).last, case .offline(let place) = admission(to: last.route) {
      steps.append(.say(.toast(needsConnection(place))))
    }
    if open.count < stack(of: id).count { stacks[id] = open.isEmpty ? nil : Array(open) }
    stacks[id]?.forgetOrigins()
    prompt = nil
    tab = id
    return steps
  }

  private mutating func follow(_ allowance: Allowance) {
    let gate = self.allowance.gate
    self.allowance = allowance
    if let gate, allowance.gate == nil { leave(gate) }
    leaveWhatIsClosed()
  }

  /// Leaves the screens that the user may no longer see, in every tab. A screen that lost its server stays and says so
  /// itself. The first screen of the home tab is open to everybody.
  private mutating func leaveWhatIsClosed() {
    for (id, visits) in stacks {
      let open = visits.filter { !isClosed($0.route) }
      if open.count < visits.count { stacks[id] = open.isEmpty ? nil : open }
    }
    if isClosed(route) { tab = site.home.id }
    switch prompt {
    case .upgrade(let place) where place.needs.map(allowance.entitlements.contains) ?? true: prompt = nil
    case .signIn where allowance.isSignedIn: prompt = nil
    default: break
    }
  }

  /// Removes the place of a gate that has opened, so that what was asked for before is shown.
  private mutating func leave(_ gate: PlaceGate) {
    if route == gate.route, let origin = visit.origin { tab = origin }
    for (id, visits) in stacks {
      let others = visits.filter { $0.route != gate.route }
      if others.count < visits.count { stacks[id] = others.isEmpty ? nil : others }
    }
  }

  /// Shows the gate's place instead of one that is behind it. What was open there stays for afterwards.
  private mutating func enterGate() {
    guard case .gated(let first) = admission(to: route), site.place(first) != nil else { return }
    go(to: first, from: tab)
  }

  private func isClosed(_ route: Route) -> Bool {
    switch admission(to: route) {
    case .granted, .offline: false
    case .gated: false
    case .upgrade, .signIn, .unknown: route != site.home.root
    }
  }

  /// Shows a route. `before` is the tab whose screen leads there, to which Back returns.
  private mutating func open(_ route: Route, from before: Tab.ID?) -> Steps {
    if let refusal = refuse(route) { return refusal }
    go(to: route, from: before)
    return []
  }

  /// Puts a route on top of its tab's stack and shows it.
  mutating func go(to route: Route, from before: Tab.ID?) {
    prompt = nil
    if !isSheet(route) {
      // A screen that a sheet leads to takes its place, or the sheet would return with its tab.
      if sheets > 0 { closeSheets() }
      if let owner = site.tab(of: route) { tab = owner.id }
    }
    var origin = before == tab ? nil : before
    var visits = stack
    guard visits.last?.route != route else {
      // The first screen of the home tab leads nowhere back.
      if let origin, canGoBack {
        visits[visits.count - 1].origin = origin
        stacks[tab] = visits
      }
      return
    }
    // A choice of the second row replaces the other choice, as a tab does; it does not pile up.
    if let owner = site.tab(tab), owner.parts.contains(where: { $0.route == route }),
      let top = visits.last?.route, owner.parts.contains(where: { $0.route == top })
    {
      let replaced = visits.removeLast()
      origin = origin ?? replaced.origin
    }
    visits.append(Visit(route: route, origin: origin))
    stacks[tab] = Array(visits.suffix(NavigationState.deepest))
  }

  private mutating func goBack() -> Steps {
    if prompt != nil {
      prompt = nil
    } else if isGate(route) {
      return [.say(.leaveAsked)]
    } else if canGoBack, let origin = visit.origin {
      // A screen of another tab led here: the way back is to that screen.
      var visits = stack
      visits.removeLast()
      stacks[tab] = visits.isEmpty ? nil : visits
      tab = origin
    } else if stack.count > 1 {
      stacks[tab] = stack.dropLast()
    } else if !isAtRoot {
      // The stack was full once and its oldest entries are gone: the tab's first screen comes before them.
      stacks[tab] = nil
    } else if tab != site.home.id {
      tab = site.home.id
    } else {
      return [.say(.leaveAsked)]
    }
    return []
  }

  private mutating func closeSheets() {
    let left = stack.dropLast(sheets)
    stacks[tab] = left.isEmpty ? nil : Array(left)
  }

  private mutating func scroll(to position: Double) {
    guard position.isFinite else { return }
    var visits = stack
    guard let seen = visits.lastIndex(where: { !isSheet($0.route) }) else { return }
    visits[seen].scroll = max(0, position)
    stacks[tab] = visits
  }

  // MARK: Links

  private mutating func follow(_ text: String, at now: Moment) -> Steps {
    // A newer link wins, even when it leads nowhere: the answer to the older one must not open anything after it.
    guard let link = Link(text), isAcceptable(link, at: now) else { return [.stop(.latest("link"))] + lost() }
    return [.run(.verify(link), .latest("link"))]
  }

  private mutating func arrive(_ link: Link, _ isGenuine: Bool, at now: Moment) -> Steps {
    guard isGenuine, isAcceptable(link, at: now) else { return lost() }
    return open(link.route, from: nil)
  }

  private func isAcceptable(_ link: Link, at now: Moment) -> Bool {
    link.product == site.product && Double(link.expires) > now.date.timeIntervalSince1970
      && site.place(link.route) != nil
  }

  /// Goes to the first screen and says that the place is unavailable.
  private mutating func lost() -> Steps {
    tab = site.home.id
    stacks[tab] = nil
    prompt = nil
    return [.say(.toast(Toast(site.unavailable, tone: .warning)))]
  }

  // MARK: Channels and prompts

  private mutating func openChannel(_ id: Channel.ID) -> Steps {
    if !allowance.connectivity.reachesServer, let words = site.channels.first(where: { $0.id == id })?.offline {
      return [.say(.toast(Toast(words, tone: .warning)))]
    }
    if let page = site.channels.first(where: { $0.id == id })?.page, channels[id] != .ready {
      return open(page, from: tab)
    }
    switch channels[id] {
    case .ready: return [.say(.channelOpened(id))]
    case .needsPermission(let words): prompt = .permission(id, words)
    case .needsSetup(let instructions): prompt = .setup(id, instructions)
    case .unavailable(let words): return [.say(.toast(Toast(words, tone: .warning)))]
    case nil: return lost()
    }
    return []
  }

  private mutating func acceptPrompt() -> Steps {
    defer { prompt = nil }
    switch prompt {
    case .upgrade(let place): return place.needs.map { [.say(.upgradeAsked($0))] } ?? []
    case .signIn: return [.say(.signInAsked)]
    case .permission(let id, _): return [.say(.permissionAsked(id))]
    case .setup(let id, _): return [.say(.setupAsked(id))]
    case nil: return []
    }
  }

  /// The steps that refuse a route; nil when it opens.
  private mutating func refuse(_ route: Route) -> Steps? {
    switch admission(to: route) {
    case .granted: return nil
    case .unknown: return lost()
    case .gated(let first): go(to: first, from: nil)
    case .upgrade(let place):
      wanted = Wanted(route: route, from: self.route, tab: tab)
      if let gate = place.gate, site.place(gate)?.isSheet == true, admission(to: gate) == .granted {
        go(to: gate, from: tab)
      } else {
        prompt = .upgrade(place)
      }
    case .signIn(let place):
      prompt = .signIn(place)
      wanted = Wanted(route: route, from: self.route, tab: tab)
    case .offline(let place): return [.say(.toast(needsConnection(place)))]
    }
    return []
  }

  private func needsConnection(_ place: Place) -> Toast {
    Toast("\(place.title) needs a connection. Connect and try again.", tone: .warning)
  }
}

extension [NavigationState.Visit] {
  /// Drops the ways back to other tabs.
  fileprivate mutating func forgetOrigins() { for index in indices { self[index].origin = nil } }
}

extension NavigationAction {
  /// Whether the action moves on from what was restored.
  fileprivate var isByPerson: Bool {
    switch self {
    case .restored, .surroundingsChanged, .surroundingsKnown: false
    default: true
    }
  }

  /// Restored places are not saved again.
  fileprivate var isFromOutside: Bool { if case .restored = self { true } else { false } }
}
