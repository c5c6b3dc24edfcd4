internal import Agenda
internal import Expenses
internal import Identity
internal import Interface
internal import Kernel
internal import Offline
internal import Platform
package import ProductKit
internal import Shell
internal import Storage
internal import Todos
internal import Versions

/// The synced versions of a person's entries.
package enum VersionRecords {
  package static let all = [versions]

  /// A version never changes, so two devices have nothing to decide about one.
  static let versions = SyncedRecord(
    RecordVersion.self, one: "earlier version", many: "earlier versions", icon: .undo, priority: .background,
    conflicts: .newest,
    columns: [
      .text(.kind, .hidden, length: 1...100).required, .uuid(.record, .hidden).required,
      .word(.change, "Change", of: RecordVersion.Change.self).required,
      .json(.fields, .hidden, size: 200_000).required, .timestamp(.at, "Changed").required,
      .text(.person, "Changed by", length: 0...VersionAuthor.longest),
      .text(.device, "Device", length: 0...VersionAuthor.longest), .uuid(.origin, .hidden).required,
    ])
}

/// The versions of todos, events and expenses in the product: they are kept from the first save on, and each entry's page leads
/// to its own.
struct DailyPAVersions: Sendable {
  private let versions: Versions
  private let store: Store
  private let author: @Sendable () -> VersionAuthor
  private let log: Log

  init(_ environment: PersonEnvironment, _ member: Member) {
    let (states, device) = (member.identity.states, environment.device)
    store = environment.store
    log = environment.context.log.from("Versions")
    author = { VersionAuthor(person: states.value.standing.account?.email, device: device) }
    versions = Versions(Self.kinds, on: environment.context, needs: VersionsNeeds(environment.store))
  }

  private static let kinds = [
    VersionedKind(
      TodoRecords.todos, titles: ["title"],
      adding: ["parent_id": "Step of", "event_id": "Event", "expense_id": "Expense"],
      page: Route(["todos", "todo"])),
    VersionedKind(
      EventRecords.events, titles: ["title"],
      adding: ["exceptions": "Exceptions", "source": "Comes from", "uid": "Identifier in calendars"],
      page: Route(["calendar", "event"])),
    VersionedKind(
      ExpenseRecords.expenses, titles: ["merchant", "description", "amount"],
      adding: [
        "receipt_path": "Receipt", "receipt_text": "Text of the receipt", "shares": "Shared with", "repeats": "Repeats",
      ], amount: "amount",
      page: Route(["expenses", "entry"])),
  ]

  /// Before anything else of the person begins, so that no change is without its version.
  func begin() async {
    do throws(Problem) {
      try await store.keepVersions(of: Set(Self.kinds.map(\.collection)), by: author)
    } catch {
      log.warning("Versions of changes cannot be kept (\(code: error)).")
    }
    await versions.send(.begin)
  }

  // MARK: Windows

  func pages(in window: WindowID) -> [Page] {
    Page.all(
      of: versions, at: VersionsPlaces.all(Self.kinds), in: window, appeared: { .appeared($0) }, left: { .left($0) }
    ) { $0.screen($1, in: $2, at: $3) }
  }

  /// Puts the link to its history on the page of each entry, and that to all changes on the profile.
  func adding(to pages: [Page], in window: WindowID) -> [Page] {
    pages.map { page in
      if page.place.pattern.matches(Route(["profile"])) {
        return page.with(versions, in: window) { route, surroundings in
          page.screen(route, surroundings)
            .adding(.link("History of changes", to: VersionsPlaces.home, id: "changes", icon: .undo), below: "")
        }
      }
      guard let kind = Self.kinds.first(where: { page.place.pattern.matches($0.place) }) else { return page }
      return page.with(versions, in: window) { route, surroundings in
        let screen = page.screen(route, surroundings)
        guard let id = route.parameters["id"].flatMap({ UUID(uuidString: $0) }) else { return screen }
        let history = VersionsPlaces.of(kind.collection, id)
        return screen.adding(.link("History", to: history, id: "history", icon: .undo), below: "ways")
      }
    }
  }

  func eventRoute(in window: WindowID) -> EventRoute {
    .from(versions, in: window) { event, window in
      switch event {
      case .told(let toast): await window.toast(toast)
      }
    }
  }
}

extension VersionedKind {
  /// A kind with the words of a synced record.
  /// - Parameters:
  ///   - more: Titles of fields that the record's other screens do not show.
  ///   - amount: The field that is an amount in the smallest unit of the field `currency`.
  fileprivate init(
    _ record: SyncedRecord, titles: [String], adding more: [String: String], amount: String? = nil, page: Route
  ) {
    let fields = record.words.fields.map { field -> Field in
      if field.name == amount { return Field(field.name, "Amount", .amount(currency: "currency")) }
      return switch field.reading {
      case .plain, .outOf: Field(field.name, field.title)
      case .unit(let unit): Field(field.name, field.title, .unit(unit))
      case .words(let words): Field(field.name, field.title, .words(words))
      case .hidden: Field(field.name, more[field.name] ?? field.title)
      }
    }
    self.init(
      record.words.collection, one: record.words.one, icon: record.words.icon, titles: titles, fields: fields,
      page: page)
  }
}
