internal import JSON
public import Relational
internal import Tokens

/// The tables and the users of the contract.
extension RelationalContract {
  public static let schema = Schema([
    specimens, notes, messages, friendships, profiles, requests, shelves, books, pens, mutes, letters, tasks, labels,
  ])

  public static let migrations = [
    Migration(
      "contract-1", ["create table contract_keys (name text primary key, number bigint not null)"]),
    Migration("contract-2", ["alter table contract_keys add column word text"]),
  ]

  static let ada = Caller.person("00000000-0000-7000-8000-00000000000a")
  static let bob = Caller.person("00000000-0000-7000-8000-00000000000b")
  static let cyd = Caller.person("00000000-0000-7000-8000-00000000000c")

  /// A table with a column of every type.
  static let specimens: Table = {
    var table = Table(
      "specimens",
      [
        .uuid("id").filled(.identifier).required, .uuid("owner").filled(.caller).required, .uuid("other"),
        .text("words"), .boolean("flag").usually("false"), .integer("small").usually("7"), .bigint("large"),
        .double("ratio"), .timestamp("at").filled(.now), .date("day"), .json("extra").usually("'{}'"),
        .texts("tags").usually("'[]'"),
      ], policies: .owner)
    table.isSynced = false
    return table
  }()

  static let notes: Table = {
    var table = Table.owned(
      "notes",
      [
        .text("title").required, .text("body"), .integer("rank").usually("0"), .boolean("done").usually("false"),
        .text("slug"),
      ], checks: [Check("notes_title_short", "length(title) <= 100")])
    table.uniques = [["owner", "slug"]]
    return table
  }()

  /// Sender and recipient see each row; only the sender inserts it, and the recipient may change it too.
  static let messages: Table = {
    var table = Table(
      "messages",
      [
        .uuid("id").filled(.identifier).required, .uuid("sender").filled(.caller).required,
        .uuid("recipient").required, .text("body").required, .boolean("read").usually("false"),
        Column("rev", .revision).filled(.revision), .timestamp("edited_at").filled(.now),
      ],
      policies: Policies(
        viewers: ["sender", "recipient"], inserted: "sender = auth.uid()",
        updated: "sender = auth.uid() or recipient = auth.uid()", deleted: "sender = auth.uid()"))
    table.indexes = [["sender", "rev"], ["recipient", "rev"]]
    return table
  }()

  static let friendships: Table = {
    var table = Table(
      "friendships",
      [
        .uuid("one").filled(.caller).required, .uuid("other").required,
      ],
      policies: Policies(viewers: ["one", "other"], inserted: "one = auth.uid()", deleted: "one = auth.uid()"))
    table.key = ["one", "other"]
    table.isSynced = false
    return table
  }()

  /// Friends see each other's rows.
  static let profiles: Table = {
    var table = Table.owned("profiles", [.text("name")])
    table.policies = Policies(
      viewers: ["owner"],
      seen: "exists (select 1 from friendships where (one = auth.uid() and other = owner) "
        + "or (other = auth.uid() and one = owner))",
      sources: [
        VisibilitySource("friendships", viewer: "one", subject: "other", column: "owner"),
        VisibilitySource("friendships", viewer: "other", subject: "one", column: "owner"),
      ],
      inserted: "owner = auth.uid()", updated: "owner = auth.uid()", deleted: "owner = auth.uid()")
    return table
  }()

  static let mutes: Table = {
    var table = Table.owned("mutes", [.uuid("muted").required])
    table.uniques = [["owner", "muted"]]
    return table
  }()

  /// The recipient sees a letter unless the sender is muted.
  static let letters: Table = {
    var table = Table(
      "letters",
      Table.synced([.uuid("sender").filled(.caller).required, .uuid("recipient").required, .text("body")]),
      policies: Policies(
        viewers: ["sender"],
        seen: "recipient = auth.uid() and not exists "
          + "(select 1 from mutes as m where m.owner = auth.uid() and m.muted = sender)",
        seenBy: ["recipient"],
        sources: [
          VisibilitySource("mutes", viewer: "owner", subject: "muted", column: "sender", isShowing: false)
        ],
        inserted: "sender = auth.uid()", updated: "sender = auth.uid()", deleted: "sender = auth.uid()"))
    return table
  }()

  /// A declined row cannot change again.
  static let requests: Table = {
    var table = Table(
      "requests",
      Table.synced([
        .uuid("asked").required, .text("status").usually("'pending'").required,
      ]),
      policies: Policies(
        viewers: ["owner", "asked"], inserted: "owner = auth.uid() and status = 'pending'",
        updated: "asked = auth.uid()"))
    table.checks = [Check("requests_status", "status in ('pending', 'accepted', 'declined')")]
    table.transitions = [
      Transition(
        "answered_once", "old.status = 'pending' or new.status = old.status",
        refusal: "This request was answered already.")
    ]
    return table
  }()

  static let shelves = Table.owned("shelves", [.text("name")])
  /// Rows that are deleted with their shelf.
  static let books = Table.owned("books", [.uuid("shelf").refers(to: "shelves"), .text("name")])
  /// Rows that prevent the deletion of their shelf.
  static let pens = Table.owned("pens", [.uuid("shelf").refers(to: "shelves", cascades: false)])

  /// A table whose record has a `created_at` of its own.
  static let tasks = Table.owned(
    "tasks", [.text("title").required, .timestamp("created_at").filled(.now).required])

  /// A table that refuses new rows too, with a name that is not one line or a day to come.
  static let labels: Table = {
    var table = Table.owned("labels", [.text("name"), .date("since")])
    table.transitions = [
      Transition(
        "name_is_a_line", "new.name is null or sync.is_line(new.name)", refusal: "A name is one line.",
        isForNewRows: true),
      Transition(
        "since_is_past", "new.since is null or new.since <= sync.tomorrow()", refusal: "A day to come is none.",
        isForNewRows: true),
    ]
    return table
  }()

  static func id(_ number: Int) -> String {
    let digits = String(number, radix: 16)
    return "00000000-0000-7000-8000-" + String(repeating: "0", count: 12 - digits.count) + digits
  }
}

extension Rows {
  /// The rows as JSON values, for comparisons.
  var list: [JSON] { (try? JSON(bytes: json))?.array ?? [] }
  var text: String { String(decoding: json, as: UTF8.self) }
  func strings(_ column: String) -> [String?] { list.map { $0[column]?.string } }
}

extension Database {
  /// Inserts one row and returns it as stored.
  @discardableResult
  func add(
    _ table: Table, _ row: [String: Value], as caller: Caller
  ) async throws(Failure) -> JSON {
    let columns = row.keys.sorted()
    var insert = Insert(table, columns: columns, rows: [columns.map { row[$0] ?? .null }])
    insert.shown = table.columns.map { Shown($0.name) }
    return try await self.insert(insert, as: caller).list.first ?? .null
  }

  func all(
    _ table: Table, _ filter: Filter = .everything, order: [Order] = [], as caller: Caller
  ) async throws(Failure) -> [JSON] {
    var select = Select(table)
    select.filter = filter
    select.order = order
    return try await self.select(select, as: caller).list
  }

  func change(
    _ table: Table, _ values: [String: Value], _ filter: Filter, as caller: Caller
  ) async throws(Failure) -> [JSON] {
    var update = Update(table, values: values, filter: filter)
    update.shown = table.columns.map { Shown($0.name) }
    return try await self.update(update, as: caller).list
  }

  @discardableResult
  func remove(_ table: Table, _ filter: Filter, as caller: Caller) async throws(Failure) -> Int {
    try await delete(Delete(table, filter: filter), as: caller).count
  }

  /// Returns the failure with which the call was refused, or nil when it succeeded.
  func refusal(_ body: (any Database) async throws -> Void) async -> Failure? {
    do {
      try await body(self)
      return nil
    } catch {
      return error as? Failure ?? Failure("XX000", "\(error)")
    }
  }
}

extension Filter {
  static func id(_ id: String) -> Filter { .compare("id", .equal, .text(id)) }
}
