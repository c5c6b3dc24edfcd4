internal import Interface
internal import JSON
package import Kernel
internal import Platform
internal import Portability
package import Privacy
internal import Relational
package import Settings
package import Shell
internal import Storage
internal import Sync

/// Connects a person's data on this device to one window: its page, with the sections that other parts add, and its
/// messages.
package struct PrivacyBinding: Sendable {
  package let privacy: Privacy
  package let window: WindowID
  /// Sections of other features, between import and deletion.
  package let sections: [AccountSection]

  package init(_ privacy: Privacy, in window: WindowID, sections: [AccountSection] = []) {
    self.privacy = privacy
    self.window = window
    self.sections = sections
  }

  package var pages: [Page] {
    let (privacy, window, states) = (privacy, window, privacy.states)
    return Page.all(of: privacy, at: PrivacyPlaces.all, in: window, appeared: { _ in .appeared }) {
      $0.screen($1, in: $2, at: $3) { $0 }
    }.map { page in
      page.with(sections) { route, surroundings, sections in
        states.value.screen(route, in: surroundings, at: window, with: sections) { privacy.bound($0, in: window) }
      }
    }
  }

  package var eventRoute: EventRoute {
    .from(privacy, in: window) { event, window in
      switch event {
      case .told(let toast): await window.toast(toast)
      case .readThrough(let path): await window.letGo(path)
      }
    }
  }
}

extension Privacy {
  /// Makes the feature of a person.
  /// - Parameters:
  ///   - titles: The names of collections on screens, where they have any.
  ///   - records: The synced records, which the archive of a server has; in a product that syncs nothing it has none.
  ///   - open: Opens the collections that no feature may have opened yet.
  ///   - waiting: The withdrawn consents that a server does not have yet.
  init(
    in environment: PersonEnvironment, _ settings: Settings, titles: [String: String] = [:],
    excerpt: PrivacyExcerpt? = nil, records: [SyncedRecord] = [],
    open: @escaping @Sendable (Store) async throws(Problem) -> Void = { _ throws(Problem) in },
    hasAccount: @escaping @Sendable () -> Bool = { false }, waiting: WaitingWithdrawals? = nil
  ) {
    self.init(
      environment.renewal.name, titles: titles.merging(Privacy.titles) { own, _ in own }, excerpt: excerpt,
      on: environment.context,
      needs: PrivacyNeeds(environment, settings, excerpt, records, open, hasAccount, waiting))
  }

  /// The names of collections that every product has.
  private static var titles: [String: String] {
    [
      Removal.collection: "removals of old data",
      "demonstration": "marks of demo data", "onboarding": "first steps on this device", "help": "help texts",
      "consent_texts": "newer texts about consents",
      "usage_events": "usage statistics", "usage_marks": "marks of this device's counts of use",
    ]
  }

  /// Passes a changed rule on while the person is open. It subscribes at once.
  package nonisolated func following(_ settings: Settings) -> @Sendable () async -> Void {
    let ear = settings.events.listen()
    return { [weak self] in
      await ear.hear { news in
        if case .said(.saved(let key)) = news, Retention.keys.contains(key) { await self?.send(.rulesChanged) }
      }
    }
  }
}

extension PrivacyNeeds {
  fileprivate init(
    _ environment: PersonEnvironment, _ settings: Settings, _ excerpt: PrivacyExcerpt?,
    _ records: [SyncedRecord],
    _ open: @escaping @Sendable (Store) async throws(Problem) -> Void, _ hasAccount: @escaping @Sendable () -> Bool,
    _ waiting: WaitingWithdrawals?
  ) {
    let (store, renewal, windows) = (environment.store, environment.renewal, environment.windows)
    let removals = Shelf<Removal>(store, .local)
    let limits = PortableLimits.ofProducts
    let expiring = records.filter(\.expires).map(\.table.name)
    let hidden = limits.hidden
    let write = { @Sendable (only: Set<String>?, now: Moment, progress: @escaping Progress) async throws(Problem) in
      try await open(store)
      let export = DataExport(
        store, product: renewal.product, name: renewal.name, program: Troupe.version, within: limits, only: only)
      let (archive, _) = try await export.write(at: now.date, in: renewal.folder, progress: progress)
      let kind = only == nil ? "" : "-excerpt"
      return OutgoingFile(
        FileName("\(renewal.product)\(kind)-\(now.text.prefix(10)).zip"), type: "application/zip",
        OutgoingSource(size: archive.size) { start, count throws(Problem) in
          try archive.read(from: start, count)
        })
    }
    var some: (@Sendable (Moment, @escaping Progress) async throws(Problem) -> OutgoingFile)?
    if let only = excerpt?.collections {
      some = { now, progress throws(Problem) in try await write(only, now, progress) }
    }
    let source = DataImport(
      store, product: renewal.product, name: renewal.name, within: limits,
      served: records.isEmpty ? nil : ServedForm(records.kinds), screen: .consents(in: environment))
    self.init(
      look: { () throws(Problem) in
        try await open(store)
        let blobs = try await store.blobs.all()
        let collections = try await DataExport.collections(of: store)
        return StoredData(
          collections: collections.filter { !hidden.contains($0.name) },
          fileBytes: blobs.reduce(0) { $0 + $1.size }, files: blobs.count, replaced: try await store.loserCount(),
          unsent: hasAccount() ? try await store.outbox.counts().unsent : 0, hasAccount: hasAccount(),
          removal: try await removals.collection().record(Removal.last),
          withdrawals: try await waiting?.titles() ?? [], notIncluded: limits.notIncluded(of: collections.map(\.name)))
      },
      export: { now, progress throws(Problem) in try await write(nil, now, progress) },
      excerpt: some,
      handOut: { file, window, answered throws(Problem) in
        try await windows.handOut(file, .save, at: window, answered: answered)
      },
      preview: { path, progress throws(Problem) in
        try await open(store)
        return try await source.preview(path, progress: progress)
      },
      take: { path, window, said throws(Problem) in
        try await open(store)
        // The window releases its file when the features are replaced.
        let held = try HeldArchive(path)
        try await renewal.alone(
          window,
          LoneWork("Importing your data") { progress throws(Problem) in
            said(
              try await source.take(held.path) { at in
                progress(at.whole == 0 ? 1 : Double(at.done) / Double(at.whole))
              })
          })
      },
      deleteEverything: { window, toast throws(Problem) in
        // The person has read that these are not sent. One that is noted meanwhile goes too.
        try await waiting?.giveUp()
        try await renewal.startAnew(FreshStart(in: window, saying: toast))
        try await waiting?.giveUp()
      },
      expire: { now throws(Problem) in
        let nothing = Removal(at: now.date, entries: 0, replaced: 0)
        guard let rules = await settings.retentionRules() else { return nothing }
        try await open(store)
        var entries = 0
        if let before = rules.entriesBefore(now.date) {
          try await store.openAnnounced()
          for collection in expiring { entries += try await store.expire(collection, before: before) }
        }
        var replaced = 0
        if let before = rules.replacedBefore(now.date) {
          replaced = try await store.removeLosers(before: before)
          replaced += try await store.expire(RecordVersion.collection, before: before)
        }
        let removal = Removal(at: now.date, entries: entries, replaced: replaced)
        if !removal.isNothing { try await removals.collection().save(removal, over: .anything) }
        return removal
      })
  }
}

extension ServedForm {
  /// Reads the rows of an account as the sync does.
  fileprivate init(_ kinds: [SyncedKind]) {
    self.init(Set(kinds.map(\.collection))) { owner in
      let packing = Packing(kinds, owner: owner)
      return { row, collection in
        packing.pulled(row, of: collection).map {
          ServedRow($0, isOwn: row["owner"]?.string.flatMap { UUID(uuidString: $0) } == owner)
        }
      }
    }
  }
}

// MARK: Retention

/// The settings of how long data is kept.
package enum Retention {
  enum Replaced: String, Settable {
    case week, month, year, forever

    var days: Int? {
      switch self {
      case .week: 7
      case .month: 30
      case .year: 366
      case .forever: nil
      }
    }
  }

  enum Entries: String, Settable {
    case oneYear = "1-year"
    case twoYears = "2-years"
    case forever

    var years: Int? {
      switch self {
      case .oneYear: 1
      case .twoYears: 2
      case .forever: nil
      }
    }
  }

  static let replaced = Setting.choice(
    "privacy.replaced-versions", "Keep replaced versions",
    [(Replaced.week, "7 days"), (.month, "30 days"), (.year, "1 year"), (.forever, "For ever")], fallback: .month
  ) {
    $0.hint =
      "Earlier versions of an entry can be brought back for this time, also one that lost when two devices changed the entry."
    $0.keywords = ["conflict", "history", "retention"]
  }

  static let entries = Setting.choice(
    "privacy.entries", "Delete entries automatically",
    [(Entries.oneYear, "After 1 year"), (.twoYears, "After 2 years"), (.forever, "Never")], fallback: .forever
  ) {
    $0.hint = "Older entries are deleted on this device and in your account. Goals, habits and settings stay."
    $0.keywords = ["retention", "auto-delete", "old"]
  }

  static let keys: Set<String> = [replaced.key, entries.key]
}

extension Settings {
  /// The rules that the person chose; nil where the settings could not be read, since defaults might delete too much.
  fileprivate func retentionRules() async -> RetentionRules? {
    await states.wait { $0.reading.isOver }
    let settings = states.value
    guard settings.reading == .done else { return nil }
    return RetentionRules(
      replacedDays: settings.plan[Retention.replaced.key] == nil ? nil : settings[Retention.replaced].days,
      entryYears: settings.plan[Retention.entries.key] == nil ? nil : settings[Retention.entries].years)
  }
}

extension SettingsPlan.Category {
  /// The privacy category of every product. With `entries` it has the rule for old entries.
  package static func privacy(
    _ title: String = "Privacy", entries: Bool = false, sharing: [SettingsPlan.Row] = []
  ) -> SettingsPlan.Category {
    SettingsPlan.Category(
      title, id: "privacy", icon: .lock, about: "Your data, export, how long it is kept",
      [
        .init([.link("Your data", PrivacyPlaces.data, .lock)])
      ] + (sharing.isEmpty ? [] : [.init("Data sharing", sharing)]) + [
        .init("How long data is kept", [.set(Retention.replaced)] + (entries ? [.set(Retention.entries)] : []))
      ])
  }
}
