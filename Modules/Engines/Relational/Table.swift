/// A collection of the server: its columns, who may do what with its rows, and which changes of a row are allowed.
///
/// Policies, checks and transitions are SQL in the subset that SQLite and PostgreSQL share. They name columns bare, and
/// the person who asks as `auth.uid()`; a transition names the row before as `old.` and the row after as `new.`.
public struct Table: Sendable, Hashable {
  public let name: String
  public let columns: [Column]
  public var key = ["id"]
  public var uniques: [[String]] = []
  public var indexes: [[String]] = []
  /// Named truths about a row: their name is told when one does not hold.
  public var checks: [Check] = []
  public var policies: Policies
  public var transitions: [Transition] = []
  /// Whether devices keep it, by `sync_push` and `sync_pull`.
  public var isSynced = true

  public init(_ name: String, _ columns: [Column], policies: Policies) {
    self.name = name
    self.columns = columns
    self.policies = policies
  }

  public func column(_ name: String) -> Column? {
    // By place: going through the columns themselves would copy each of them.
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

  /// Whose value is put in, and when.
  public enum Filling: Sendable, Hashable {
    /// When none is given: a literal of SQL.
    case usually(String)
    /// When none is given: a new identifier, the person who asks, this moment.
    case identifier, caller, now
    /// Always by the server, whatever was given: the row's revision, the moment of its last change.
    case revision, changed
  }

  public struct Reference: Sendable, Hashable {
    public let table: String
    /// Whether a row goes with the one it refers to; else that one cannot go.
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
  /// Opaque to whoever reads it: text in every answer.
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

/// Who sees a row and who may change it; nil is nobody. The service key passes them all.
public struct Policies: Sendable, Hashable {
  /// Columns that hold identifiers of people: each of them sees the row. Realtime decides by these without asking.
  public var viewers: [String]
  /// Whoever else sees it.
  public var seen: String?
  /// Columns that hold the people of whom `seen` may be true; nil when it may be of anybody. Realtime asks about no
  /// others.
  public var seenBy: [String]?
  /// What must be true of a new row.
  public var inserted: String?
  /// Which rows may be changed, and what must be true of them afterwards.
  public var updated: String?
  public var updatedTo: String?
  public var deleted: String?

  public init(
    viewers: [String], seen: String? = nil, seenBy: [String]? = nil, inserted: String? = nil, updated: String? = nil,
    updatedTo: String? = nil, deleted: String? = nil
  ) {
    self.viewers = viewers
    self.seen = seen
    self.seenBy = seenBy
    self.inserted = inserted
    self.updated = updated
    self.updatedTo = updatedTo ?? updated
    self.deleted = deleted
  }

  /// A person's own: nobody else sees it or touches it.
  public static let owner = Policies(
    viewers: ["owner"], inserted: mine, updated: mine, updatedTo: mine, deleted: mine)

  private static let mine = "owner = auth.uid()"

  /// The whole condition for seeing a row.
  public var select: String {
    (viewers.map { "\($0) = auth.uid()" } + (seen.map { ["(\($0))"] } ?? [])).joined(separator: " or ")
  }
}

/// A change of a row that is refused unless `sql` holds: "a declined request stays declined".
public struct Transition: Sendable, Hashable {
  public let name: String
  public let sql: String
  /// What the person is told.
  public let refusal: String

  public init(_ name: String, _ sql: String, refusal: String) {
    self.name = name
    self.sql = sql
    self.refusal = refusal
  }
}

extension Table {
  /// A person's own records, synced to their devices: what every such table has, and its own columns.
  public static func owned(_ name: String, _ columns: [Column], checks: [Check] = []) -> Table {
    var table = Table(name, synced(columns), policies: .owner)
    table.checks = checks
    // What devices ask for, and what people do: what changed since, and the newest first.
    table.indexes = [["owner", "rev"], ["owner", "edited_at"]]
    return table
  }

  /// The columns that every synced table has, around its own.
  public static func synced(_ columns: [Column]) -> [Column] {
    [Column.uuid("id").filled(.identifier).required, Column.uuid("owner").filled(.caller).required] + columns + [
      Column("rev", .revision).filled(.revision),
      Column("edited_at", .timestamp).filled(.now).required,
      Column("updated_at", .timestamp).filled(.changed),
    ]
  }
}

/// The whole of what a server keeps for people.
public struct Schema: Sendable {
  public let tables: [String: Table]
  /// In the order of their declaration, in which one may refer to another.
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
  /// A literal of SQL, as `'open'` or `0`.
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
