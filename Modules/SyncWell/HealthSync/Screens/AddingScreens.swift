internal import Carrying
internal import HealthProviders
internal import Interface
internal import Kernel
internal import Samples

// A new sync in four steps.
extension HealthSyncState {
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
          "New sync", id: "configuration", titles, at: draft.page.rawValue,
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
          + "\(book.catalogue.name(destination))", id: "summary"),
      .button("Change data types", id: "kinds", icon: .edit, does: .changeKinds),
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
