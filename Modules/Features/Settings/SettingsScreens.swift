internal import Connectivity
public import Interface
public import Kernel
internal import Mode

// The screens as pure functions of the state, the route and the local state.
extension SettingsState {
  public func screen(
    _ route: Route, in surroundings: Surroundings, at window: WindowID
  ) -> Screen<SettingsWindowAction> {
    let local = windows[window]
    let category = route.path.count == 2 ? plan.category(route.path[1]) : nil
    let standing = standing(isOffline: plan.isSynced && !surroundings.connectivity.reachesServer)
    return category.map { screen($0, route, standing, in: local) } ?? list(route, standing, in: local)
  }

  /// Whether the mode shows a setting. Light mode shows the essential ones; a product without modes has no others.
  private func shows(_ setting: AnySetting) -> Bool { mode == .deep || !setting.about.isDeepOnly }

  // MARK: Category list

  private func list(
    _ route: Route, _ standing: [Node<SettingsWindowAction>], in local: SettingsWindowState
  ) -> Screen<SettingsWindowAction> {
    let isSearchable = plan.mode != nil && mode == .deep
    let search: [Node<SettingsWindowAction>] =
      isSearchable
      ? [.search("Search settings", id: "query", holds: local.query, example: "quiet hours") { .search($0) }] : []
    let body = isSearchable && !local.query.isEmpty ? results(for: local.query) : [categories]
    return Screen(
      route, title: "Settings",
      nodes: [.heading("Settings", level: 1)] + standing + (reading.isUnderWay ? [] : search + body),
      dialog: local.question.map(dialog))
  }

  private var categories: Node<SettingsWindowAction> {
    .list(
      "Categories",
      plan.categories.map { category in
        .row(category.title, id: category.id, value: category.about, to: category.route)
          .with { $0.icon = category.icon }
      }
        + plan.elsewhere.map { place in
          .row(place.title, id: Node<SettingsWindowAction>.key(place.title), value: place.about, to: place.route)
            .with { $0.icon = place.icon }
        })
  }

  private func results(for query: String) -> [Node<SettingsWindowAction>] {
    let found = plan.categories.flatMap { category in
      category.settings.filter { matches($0, category, query) }.map { (category, $0) }
    }
    let count = found.count == 1 ? "1 setting" : "\(found.count) settings"
    let rows = found.map { category, setting in
      Node<SettingsWindowAction>.row(
        setting.title, id: setting.name, value: "\(category.title): \(setting.words(for: value(of: setting)))",
        to: category.route)
    }
    return [
      Node(.status, count, id: "count").with { $0.live = .polite },
      found.isEmpty
        ? .empty(
          "No setting matches “\(query)”.", because: "Search covers the names and topics of settings.",
          icon: .search, .button("Show all settings", does: .search("")))
        : .list("Found", rows),
    ]
  }

  /// Whether every word of the query occurs in the text about the setting.
  private func matches(_ setting: AnySetting, _ category: SettingsPlan.Category, _ query: String) -> Bool {
    var said = [setting.title, category.title, category.name, setting.about.hint ?? ""] + setting.about.keywords
    if case .choice(let options, _) = setting.kind { said += options.map(\.title) }
    let all = said.joined(separator: " ").lowercased()
    return query.lowercased().split(separator: " ").allSatisfy { all.contains($0) }
  }

  // MARK: Category screen

  private func screen(
    _ category: SettingsPlan.Category, _ route: Route, _ standing: [Node<SettingsWindowAction>],
    in local: SettingsWindowState
  ) -> Screen<SettingsWindowAction> {
    let sections = category.sections.flatMap { section -> [Node<SettingsWindowAction>] in
      let rows = section.rows.filter { $0.setting.map(shows) ?? true }.map { node($0, in: local) }
      if rows.isEmpty { return [] }
      return section.title.map { [.section($0, rows)] } ?? rows
    }
    return Screen(
      route, title: category.name,
      nodes: [.heading(category.name, level: 1)] + (standing.isEmpty ? promise(category) : standing)
        + (reading.isUnderWay ? [] : sections + deeper(category) + resetting(category)),
      dialog: local.question.map(dialog))
  }

  /// Holds the place of the "saved" message, so that nothing moves under the finger when it appears.
  private func promise(_ category: SettingsPlan.Category) -> [Node<SettingsWindowAction>] {
    category.settings.isEmpty ? [] : [.note("Each change is saved as you make it.", icon: .info, id: "keeping")]
  }

  private func node(_ row: SettingsPlan.Row, in local: SettingsWindowState) -> Node<SettingsWindowAction> {
    switch row {
    case .setting(let setting): group(setting, in: local)
    case .told(let title, let value): .row(title, id: Node<SettingsWindowAction>.key(title), value: value)
    case .link(let title, let route, let icon): .link(title, to: route, icon: icon)
    }
  }

  /// The number of settings that Light mode hides here, with a link to the mode.
  private func deeper(_ category: SettingsPlan.Category) -> [Node<SettingsWindowAction>] {
    let hidden = category.settings.filter { !shows($0) }.count
    guard hidden > 0, let mode = plan.mode, let place = plan.category(of: mode.key) else { return [] }
    let words = hidden == 1 ? "1 more setting in Deep mode." : "\(hidden) more settings in Deep mode."
    return [
      .group(
        id: "deeper", [.note(words, icon: .info, id: "words"), .link(mode.any.title, to: place.route, icon: .layers)])
    ]
  }

  private func resetting(_ category: SettingsPlan.Category) -> [Node<SettingsWindowAction>] {
    guard !resettable(.category(category.id)).isEmpty else { return [] }
    return [
      .destructive("Reset all of \(category.title)", id: "reset", icon: .undo, asks: .askReset(.category(category.id)))
    ]
  }

  private func dialog(_ what: SettingsWindowState.Resetting) -> Node<SettingsWindowAction> {
    let settings = resettable(what)
    let name: String =
      switch what {
      case .one(let key): plan[key]?.title ?? key
      case .category(let id): plan.category(id).map { "all of \($0.title)" } ?? id
      }
    let list = settings.map { "\($0.title): \($0.words(for: $0.fallback))" }
    return .dialog(
      "Reset \(name)?", id: "question",
      [
        .text("The default will be restored.", id: "words"),
        .list("Defaults", list.map { .row($0, id: Node<SettingsWindowAction>.key($0)) }),
      ],
      buttons: [.button("Cancel", does: .dismiss), .destructive("Reset", icon: .undo, asks: .reset)], dismiss: .dismiss,
      isAlert: true)
  }

  // MARK: Status

  /// The status of loading, saving and syncing, at the top of the screen.
  private func standing(isOffline: Bool) -> [Node<SettingsWindowAction>] {
    switch reading {
    case .unread, .underWay: return [.skeleton("Loading your settings")]
    case .failed(let problem):
      return [
        notice(
          "Your settings could not be loaded. \(problem.what)",
          "Default values are in use meanwhile. \(problem.safe ?? "Your saved settings are unchanged.")",
          problem.remedy)
      ]
    case .done: break
    }
    if let first = unsaved.first {
      let titles = unsaved.compactMap { plan[$0.key]?.title }.joined(separator: ", ")
      return [
        notice(
          "Not saved: \(titles). \(first.problem.what)",
          "Your choice is in use until the app is closed. \(first.problem.safe ?? "Saved settings are unchanged.")",
          first.problem.remedy)
      ]
    }
    if !underWay.isEmpty { return [.note("Saving", icon: .save, id: "keeping").with { $0.live = .polite }] }
    guard hasSaved else { return [] }
    let words = isOffline ? "Saved offline" : "Saved"
    return [.note(words, tone: .success, icon: .success, id: "keeping").with { $0.live = .polite }]
  }

  private func notice(_ what: String, _ safe: String, _ remedy: String) -> Node<SettingsWindowAction> {
    .notice(
      "\(what) \(safe) \(remedy)", id: "problem", tone: .warning, icon: .warning,
      [.button("Try again", icon: .refresh, does: .retry)])
  }
}

extension SettingsState.Reading {
  fileprivate var isUnderWay: Bool { self == .unread || self == .underWay }
}
