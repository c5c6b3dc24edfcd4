internal import Carrying
internal import HealthProviders
internal import Interface
internal import Kernel
internal import Samples

// The first two apps, and a new sync in four steps.
extension HealthSyncState {
  // MARK: The first two apps

  func setupScreen(_ route: Route, _ window: WindowID) -> Screen<HealthSyncWindowAction> {
    let setup = windows[window].setup
    switch setup {
    case .awaitingSource, .awaitingSourceAuthorisation:
      var waiting: String?
      if case .awaitingSourceAuthorisation(let id) = setup { waiting = id }
      return Screen(
        route, title: "Choose Source App",
        nodes: [
          .heading("Choose Source App", level: 1),
          .text("The app that has your data. You sign in at its own page; SyncWell never sees your password.", id: "about"),
        ] + authorising(waiting) + [
          apps("Source apps", chosen: waiting, { $0.whyNoSource }) { .setSource($0) }
        ])
    case .awaitingDestination(let source), .awaitingDestinationAuthorisation(let source, _):
      var waiting: String?
      if case .awaitingDestinationAuthorisation(_, let id) = setup { waiting = id }
      return Screen(
        route, title: "Choose Destination App",
        nodes: [
          .heading("Choose Destination App", level: 1),
          .note("\(book.catalogue.name(source)): Connected", tone: .success, icon: .success, id: "source"),
          .text("The app that shall have the data too.", id: "about"),
        ] + authorising(waiting) + [
          apps(
            "Destination apps", chosen: waiting, { $0.id == source ? "\($0.name) is the source." : $0.whyNoDestination }
          ) { .setDestination($0) },
          .button("Choose another source", id: "restart", icon: .back, does: .restartSetup),
        ])
    case .done(let source, let destination):
      return Screen(
        route, title: "Both apps are connected",
        nodes: [
          .heading("Both apps are connected", level: 1),
          .list(
            "Connected apps", id: "connected",
            [source, destination].map { id in
              .row(book.catalogue.name(id), id: id, value: "Connected").with { $0.icon = .success }
            }),
          Node.link("Choose what to sync", to: HealthSyncPlaces.adding, id: "go-on", icon: .forward).with {
            $0.isProminent = true
          },
        ])
    }
  }

  private func authorising(_ id: String?) -> [SyncNode] {
    guard let id else { return [] }
    return [.progress("Waiting for \(book.catalogue.name(id))", id: "authorising")]
  }

  private func apps(
    _ title: String, chosen: String?, _ why: (HealthProvider) -> String?,
    _ choose: (String) -> HealthSyncWindowAction
  ) -> SyncNode {
    let open = book.catalogue.providers.filter { why($0) == nil && unavailable($0.id) == nil }
    let closed = book.catalogue.providers.filter { provider in !open.contains { $0.id == provider.id } }
    let rows =
      open.map { provider in
        SyncNode.row(
          provider.name, id: provider.id, value: accounts[provider.id] == .connected ? "Connected" : provider.terms,
          does: choose(provider.id)
        ).with { state in
          state.icon = provider.access == .device ? .device : .link
          state.isSelected = provider.id == chosen
        }
      }
      + closed.map { provider in
        SyncNode.row(provider.name, id: provider.id, value: why(provider) ?? unavailable(provider.id)).with { state in
          state.icon = provider.access == .device ? .device : .link
          state.isDisabled = true
        }
      }
    return .list(title, id: "apps", rows)
  }

  // MARK: A new sync

  func addingScreen(
    _ route: Route, _ surroundings: Surroundings, _ window: WindowID
  ) -> Screen<HealthSyncWindowAction> {
    let draft = windows[window].draft
    let titles = HealthSyncWindowState.Draft.Page.allCases.map(\.title)
    var buttons: [SyncNode] = []
    if draft.page != .kinds { buttons.append(.button("Back", id: "back", icon: .back, does: .back)) }
    buttons.append(forward(draft, window))
    return Screen(
      route, title: "Sync Configuration",
      nodes: [
        .heading("Sync Configuration", level: 1),
        .steps(
          draft.page.title, id: "configuration", titles, at: draft.page.rawValue,
          [.heading(draft.page.title, level: 2, id: "step-title")] + content(draft, window), buttons: buttons),
      ])
  }

  private func forward(_ draft: HealthSyncWindowState.Draft, _ window: WindowID) -> SyncNode {
    let next = "Next"
    switch draft.page {
    case .kinds:
      return draft.kinds.isEmpty
        ? .disabledButton(next, id: "next", icon: .forward, because: "Choose at least one type of data.")
        : .button(next, id: "next", icon: .forward, isProminent: true, does: .next)
    case .source:
      return draft.source.map { whyNoSource($0, in: window) == nil } ?? false
        ? .button(next, id: "next", icon: .forward, isProminent: true, does: .next)
        : .disabledButton(next, id: "next", icon: .forward, because: "Choose a source.")
    case .destination:
      return draft.destination.map { whyNoDestination($0, in: window) == nil } ?? false
        ? .button(next, id: "next", icon: .forward, isProminent: true, does: .next)
        : .disabledButton(next, id: "next", icon: .forward, because: "Choose a destination.")
    case .review: return .button("Save Sync", id: "save", icon: .save, isProminent: true, does: .save)
    }
  }

  private func content(_ draft: HealthSyncWindowState.Draft, _ window: WindowID) -> [SyncNode] {
    switch draft.page {
    case .kinds:
      return SampleKind.allCases.map { kind in
        .checkbox(kind.title, id: kind.rawValue, is: draft.kinds.contains(kind) ? .on : .off) {
          .toggleKind(kind, $0)
        }
      }
    case .source:
      return options("Source", selected: draft.source, { whyNoSource($0, in: window) }) { .chooseSource($0) }
    case .destination:
      return options("Destination", selected: draft.destination, { whyNoDestination($0, in: window) }) {
        .chooseDestination($0)
      }
    case .review: return review(draft)
    }
  }

  /// The apps that can be chosen, then the others with the reason of each.
  private func options(
    _ label: String, selected: String?, _ why: (String) -> String?,
    _ choose: @escaping @Sendable (String) -> HealthSyncWindowAction
  ) -> [SyncNode] {
    let open = book.catalogue.providers.filter { why($0.id) == nil }
    let closed = book.catalogue.providers.filter { why($0.id) != nil }
    var nodes: [SyncNode] = []
    if open.isEmpty {
      nodes.append(.note("None of your apps fits. Connect one below.", tone: .warning, icon: .info, id: "none"))
    } else {
      nodes.append(.choice(label, id: "choice", open.map { ($0.id, $0.name) }, selected: selected, choose: choose))
    }
    let rows = closed.map { provider -> SyncNode in
      let canConnect = provider.isAvailable && accounts[provider.id] == nil || accounts[provider.id] == .needsAttention
      return SyncNode.row(
        provider.name, id: provider.id, value: why(provider.id),
        canConnect ? [.button("Connect \(provider.name)", id: "connect", icon: .link, does: .connect(provider.id))] : []
      ).with { $0.isDisabled = !canConnect }
    }
    if !rows.isEmpty { nodes.append(.list("Not possible", id: "closed", rows)) }
    return nodes
  }

  private func review(_ draft: HealthSyncWindowState.Draft) -> [SyncNode] {
    let (source, destination) = (draft.source ?? "", draft.destination ?? "")
    let kinds = draft.sorted
    var nodes: [SyncNode] = [
      .text(
        "Sync \(kinds.map(\.title).joined(separator: ", ")) from \(book.catalogue.name(source)) to "
          + "\(book.catalogue.name(destination))", id: "summary")
    ]
    let losses = SampleMapping(to: destination).losses(of: kinds)
    if !losses.isEmpty {
      nodes.append(
        .section(
          "What is lost on the way", level: 3, id: "losses",
          losses.enumerated().map { .text($0.element, id: "loss-\($0.offset + 1)") }))
    }
    let terms = [source, destination].compactMap { book.catalogue[$0]?.terms }
    if !terms.isEmpty {
      nodes.append(
        .section(
          "What the apps allow", level: 3, id: "terms",
          terms.enumerated().map { .text($0.element, id: "term-\($0.offset + 1)") }))
    }
    return nodes
  }
}
