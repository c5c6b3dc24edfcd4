/// A table of the server: its columns, its access policies, and the changes of a row that are allowed.
///
/// Policies, checks and transitions are SQL in the subset that SQLite and PostgreSQL share. They name columns without
/// qualifier, and the caller as `auth.uid()`; a transition names the row before as `old.` and the row after as `new.`.
/// A transition may call `sync.tomorrow()`, the day after today in Greenwich, by which no date of a person anywhere is in the
/// future, and `sync.is_line(text)`, whether a text has neither control characters nor those that change its direction.
public struct Table: Sendable, Hashable {
  public let name: String
  public let columns: [Column]
  public var key = ["id"]
  public var uniques: [[String]] = []
  public var indexes: [[String]] = []
  /// Named constraints on a row; a violation reports the name.
  public var checks: [Check] = []
  public var policies: Policies
  public var transitions: [Transition] = []
  /// Whether devices replicate it by `sync_push` and `sync_pull`.
  public var isSynced = true
  /// Columns that SQL of the server itself names, besides what is declared here. A sealed store keeps them readable.
  public var serverReads: [String] = []

  public init(_ name: String, _ columns: [Column], policies: Policies) {
    self.name = name
    self.columns = columns
    self.policies = policies
  }

  public func column(_ name: String) -> Column? {
    // By index: iterating over the columns would copy each of them.
    for index in columns.indices where columns[index].name == name { return columns[index] }
    return nil
  }
}

public struct Column: Sendable, Hashable {
  public let name: String
  public let type: ColumnType
  public var isRequired = false
  public var filling: Filling?
  public var references: Reference?

  public init(_ name: String, _ type: ColumnType) {
    self.name = name
    self.type = type
  }

  /// The source of a column's value, besides the caller.
  public enum Filling: Sendable, Hashable {
    /// By default: an SQL literal.
    case usually(String)
    /// By default: a new identifier, the caller, the current time.
    case identifier, caller, now
    /// Always by the server, ignoring any given value: the row's revision, the time of its last change, and that of its
    /// insertion.
    case revision, changed, created

    /// Whether the server assigns the value at each change.
    public var isRenewed: Bool { self == .revision || self == .changed }
    /// Whether a given value is ignored.
    public var isOfTheServerAlone: Bool { isRenewed || self == .created }
  }

  public struct Reference: Sendable, Hashable {
    public let table: String
    /// Whether deleting the referenced row deletes this one; otherwise it prevents the deletion.
    public let cascades: Bool

    public init(_ table: String, cascades: Bool) {
      self.table = table
      self.cascades = cascades
    }
  }
}

public enum ColumnType: String, Sendable, Hashable {
  case uuid, text, boolean, integer, bigint, double, timestamp, date, json
  /// A list of texts.
  case texts
  /// Opaque to clients; returned as text.
  case revision
}

public struct Check: Sendable, Hashable {
  public let name: String
  public let sql: String

  public init(_ name: String, _ sql: String) {
    self.name = name
    self.sql = sql
  }
}

/// The row-level policies of a table; nil allows nobody. The service key bypasses them.
public struct Policies: Sendable, Hashable {
  /// Columns that hold identifiers of people, each of whom can see the row. Realtime uses these without a query.
  public var viewers: [String]
  /// A further condition under which the row is visible.
  public var seen: String?
  /// Columns that hold the people for whom `seen` may be true; nil when it may be anyone. Realtime queries for no
  /// others.
  public var seenBy: [String]?
  /// The tables on whose rows `seen` depends. When one of them changes, devices get rows that appear, and lose those
  /// that disappear.
  public var sources: [VisibilitySource] = []
  /// The condition on a new row.
  public var inserted: String?
  /// The condition on rows that may be updated; `updatedTo` is the condition on the row afterwards.
  public var updated: String?
  public var updatedTo: String?
  public var deleted: String?

  public init(
    viewers: [String], seen: String? = nil, seenBy: [String]? = nil, sources: [VisibilitySource] = [],
    inserted: String? = nil, updated: String? = nil, updatedTo: String? = nil, deleted: String? = nil
  ) {
    self.viewers = viewers
    self.seen = seen
    self.seenBy = seenBy
    self.sources = sources
    self.inserted = inserted
    self.updated = updated
    self.updatedTo = updatedTo ?? updated
    self.deleted = deleted
  }

  /// Rows that only their owner can see and change.
  public static let owner = Policies(
    viewers: ["owner"], inserted: mine, updated: mine, updatedTo: mine, deleted: mine)

  private static let mine = "owner = auth.uid()"

  /// The complete condition for seeing a row.
  public var select: String {
    (viewers.map { "\($0) = auth.uid()" } + (seen.map { ["(\($0))"] } ?? [])).joined(separator: " or ")
  }
}

/// A rule that refuses a change of a row unless `sql` holds, such as "a declined request stays declined".
public struct Transition: Sendable, Hashable {
  public let name: String
  public let sql: String
  /// The message for the person.
  public let refusal: String
  /// Whether it also refuses new rows. Its condition then names no `old.` row.
  public let isForNewRows: Bool

  public init(_ name: String, _ sql: String, refusal: String, isForNewRows: Bool = false) {
    self.name = name
    self.sql = sql
    self.refusal = refusal
    self.isForNewRows = isForNewRows
  }
}

extension Table {
  /// Returns a synced table of a person's own records: the columns common to all of them, and its own.
  public static func owned(_ name: String, _ columns: [Column], checks: [Check] = []) -> Table {
    var table = Table(name, synced(columns), policies: .owner)
    table.checks = checks
    table.indexes = ownersIndexes
    return table
  }

  /// The indexes of a table whose rows only their owner sees: for pulls by devices, which read what changed, and for
  /// queries by people, which read the newest first.
  public static let ownersIndexes = [
    ["owner", "rev"], ["owner", "edited_at"], ["owner", "updated_at"], ["owner", creation],
  ]

  /// The column with the time at which the server inserted a row. A record that declares a column of this name keeps its
  /// own, which devices send.
  public static let creation = "created_at"

  /// The column with the time of a row's last edit, by the clock of the person's device.
  public var edited: Column? { column("edited_at") }

  /// Adds the columns that every synced table has.
  public static func synced(_ columns: [Column]) -> [Column] {
    let created = Column(Self.creation, .timestamp).filled(.created)
    return [Column.uuid("id").filled(.identifier).required, Column.uuid("owner").filled(.caller).required] + columns + [
      Column("rev", .revision).filled(.revision),
      Column("edited_at", .timestamp).filled(.now).required,
      Column("updated_at", .timestamp).filled(.changed),
    ] + (columns.contains { $0.name == created.name } ? [] : [created])
  }
}

/// All tables of a server.
public struct Schema: Sendable {
  public let tables: [String: Table]
  /// In order of declaration, in which one may refer to another.
  public let ordered: [Table]

  public init(_ tables: [Table]) {
    ordered = tables
    self.tables = Dictionary(tables.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
  }
}

extension Column {
  public static func uuid(_ name: String) -> Column { Column(name, .uuid) }
  public static func text(_ name: String) -> Column { Column(name, .text) }
  public static func boolean(_ name: String) -> Column { Column(name, .boolean) }
  public static func integer(_ name: String) -> Column { Column(name, .integer) }
  public static func bigint(_ name: String) -> Column { Column(name, .bigint) }
  public static func double(_ name: String) -> Column { Column(name, .double) }
  public static func timestamp(_ name: String) -> Column { Column(name, .timestamp) }
  public static func date(_ name: String) -> Column { Column(name, .date) }
  public static func json(_ name: String) -> Column { Column(name, .json) }
  public static func texts(_ name: String) -> Column { Column(name, .texts) }

  public var required: Column { changed { $0.isRequired = true } }
  public func filled(_ filling: Filling) -> Column { changed { $0.filling = filling } }
  /// `literal` is SQL, such as `'open'` or `0`.
  public func usually(_ literal: String) -> Column { filled(.usually(literal)) }
  public func refers(to table: String, cascades: Bool = true) -> Column {
    changed { $0.references = Reference(table, cascades: cascades) }
  }

  private func changed(_ change: (inout Column) -> Void) -> Column {
    var copy = self
    change(&copy)
    return copy
  }
}
