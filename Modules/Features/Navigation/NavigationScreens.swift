internal import Entitlement
public import Interface

// The navigation's chrome and screens as pure functions of the state.
extension NavigationState {
  /// The bars around every screen.
  public var chrome: Chrome<NavigationAction> {
    let isFullScreen = site.place(seen.route)?.isFullScreen ?? false
    return Chrome(
      [topBar] + (isFullScreen ? [] : [secondRow, tabBar].compactMap(\.self)), dialog: prompt.map(dialog))
  }

  private var topBar: Node<NavigationAction> {
    var nodes: [Node<NavigationAction>] = []
    if canGoBackBelow { nodes.append(.button("Back", icon: .back, does: .back)) }
    nodes.append(.link(site.brand, to: site.home.root, id: "brand"))
    let isPreferred = { (channel: Channel) in channel.id == allowance.preferredChannel }
    nodes += (site.channels.filter(isPreferred) + site.channels.filter { !isPreferred($0) }).map {
      .button($0.title, id: $0.id, icon: $0.icon, does: .openChannel($0.id))
    }
    if let help = site.places.first(where: { $0.pattern == "/help-now" }) {
      nodes.append(.link(help.title, to: Route(["help-now"]), id: "help", icon: .call))
    }
    if let bell = site.places.first(where: { $0.pattern == "/notifications" }) {
      nodes.append(
        .link(bell.title, to: Route(["notifications"]), id: "bell", icon: .bell).badged(.count(notifications, "new")))
    }
    nodes.append(.link("Search", to: Site.search, id: "search", icon: .search))
    return Node(.banner, site.brand, id: "top", children: nodes)
  }

  /// The choices within the open tab, if it has any.
  private var secondRow: Node<NavigationAction>? {
    guard let open = site.tab(tab), !open.parts.isEmpty else { return nil }
    let links = open.parts.map { part in
      Node<NavigationAction>.link(part.title, to: part.route, icon: part.icon).with { state in
        state.isCurrent = seen.route.path.starts(with: part.route.path)
      }
    }
    return Node(.navigation, open.title, id: "parts", children: links)
  }

  private var tabBar: Node<NavigationAction> {
    let tabs = site.tabs.enumerated().map { index, tab in
      Node<NavigationAction>(
        .link, tab.title, id: tab.id, offers: [Offer(.activate) { _ in .select(tab.id) }], destination: tab.root
      )
      .with { state in
        state.icon = tab.icon
        state.isCurrent = tab.id == self.tab
        state.position = index + 1
        state.size = site.tabs.count
      }
      .badged(badges[tab.id])
    }
    let act = site.mainAct.map { act in
      Node<NavigationAction>(.button, act.title, id: "main-act", destination: act.route).with { state in
        state.icon = act.icon
        state.isProminent = true
      }
    }
    return Node(.navigation, "Main", id: "tabs", children: (act.map { [$0] } ?? []) + tabs)
  }

  private func dialog(_ prompt: Prompt) -> Node<NavigationAction> {
    func ask(_ title: String, _ words: [Node<NavigationAction>], accept: String) -> Node<NavigationAction> {
      .dialog(
        title, id: "prompt", words,
        buttons: [
          .button("Not now", does: .dismissPrompt), .button(accept, isProminent: true, does: .acceptPrompt),
        ], dismiss: .dismissPrompt)
    }
    switch prompt {
    case .upgrade(let place):
      let name = place.needs?.title ?? "an upgrade"
      return ask(
        place.title, [.text("This feature requires \(name). Upgrade to access.", id: "words")], accept: "Upgrade")
    case .signIn(let place):
      return ask(place.title, [.text("Sign in to open \(place.title).", id: "words")], accept: "Sign in")
    case .permission(let id, let words):
      return ask(title(of: id), [.text(words, id: "words")], accept: "Continue")
    case .setup(let id, let instructions):
      let steps = instructions.enumerated().map { index, step in
        Node<NavigationAction>.row(step, id: "step-\(index + 1)")
      }
      return ask("Connect \(title(of: id))", [.list("What to do", steps)], accept: "Connect")
    }
  }

  private func title(of channel: Channel.ID) -> String {
    site.channels.first { $0.id == channel }?.title ?? channel
  }

  // MARK: Search

  /// The screen that finds the product's other screens by name.
  public var searchScreen: Screen<NavigationAction> {
    let found = results
    let list: Node<NavigationAction> =
      found.isEmpty
      ? .empty(
        "No screen is called “\(query)”.", because: "Search covers the names of screens, not your entries.",
        icon: .search)
      : .list(
        "Screens",
        found.map { place, route in
          .row(place.title, id: route.path.joined(separator: "-"), value: note(on: place, at: route), to: route).with {
            state in
            state.locked = place.needs.flatMap { allowance.entitlements.contains($0) ? nil : $0 }
          }
        })
    return Screen(
      Site.search, title: "Search",
      nodes: [
        .heading("Search", level: 1), .search("Find a screen", id: "query", holds: query) { .search($0) },
        Node(.status, found.count == 1 ? "1 screen" : "\(found.count) screens", id: "count").with { $0.live = .polite },
        list,
      ])
  }

  private var results: [(Place, Route)] {
    // Keyboards append a space to a word that they complete.
    let wanted = query.split(whereSeparator: \.isWhitespace).joined(separator: " ").lowercased()
    return site.places.flatMap { place in place.pattern.examples.map { (place, $0) } }
      .filter { place, route in
        route != Site.search && !place.title.isEmpty
          && (wanted.isEmpty || ([place.title] + place.keywords).contains { $0.lowercased().contains(wanted) })
      }
  }

  /// Distinguishes screens that share a title, and names what the screen needs.
  private func note(on place: Place, at route: Route) -> String? {
    let choices = zip(place.pattern.parts, route.path).compactMap { part, word -> String? in
      guard case .one = part else { return nil }
      return word.split(separator: "-").joined(separator: " ")
    }
    let needed: String? =
      switch admission(to: route) {
      case .upgrade: "Needs \(place.needs?.title ?? "an upgrade")"
      case .offline: "Needs a connection"
      case .signIn: "Sign in to open"
      case .granted, .unknown, .gated: nil
      }
    let notes = [choices.isEmpty ? nil : choices.joined(separator: ", "), needed].compactMap(\.self)
    return notes.isEmpty ? nil : notes.joined(separator: ". ")
  }
}

extension Node {
  /// Adds a count or a mark: short on screen, in full for screen readers.
  fileprivate func badged(_ badge: Badge?) -> Node {
    guard let shown = badge?.shown else { return self }
    var copy = self.with { $0.badge = shown.badge }
    copy.value = shown.words
    return copy
  }
}
