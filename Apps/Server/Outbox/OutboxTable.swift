internal import Relational

/// The statements of the outbox. Instants are in milliseconds since 1970.
enum OutboxTable {
  /// `ticket` names the attempt that has taken an entry; until `due_at` the entry belongs to it.
  static let migration = Migration(
    "outbox-1",
    [
      """
      create table outbox (
        id text primary key, kind text not null, person text, payload text not null, due_at bigint not null,
        attempts bigint not null, ticket text
      )
      """,
      "create index outbox_due on outbox (due_at)",
      "create index outbox_person on outbox (person, kind)",
    ])

  struct Row: Sendable {
    let id: String
    let kind: String
    let person: String?
    let payload: String
    let attempts: Int
  }

  /// A choice of kinds.
  enum Choice: Sendable {
    case only(Set<String>), but(Set<String>)

    /// The condition in SQL, whose parameters begin at a number.
    func condition(from number: Int) -> (sql: String, values: [Value]) {
      let (word, kinds) =
        switch self {
        case .only(let kinds): ("in", kinds.sorted())
        case .but(let kinds): ("not in", kinds.sorted())
        }
      guard !kinds.isEmpty else { return (word == "in" ? "1 = 0" : "1 = 1", []) }
      let places = kinds.indices.map { "$\(number + $0)" }.joined(separator: ", ")
      return ("kind \(word) (\(places))", kinds.map { .text($0) })
    }
  }

  static func insert(_ row: Row, due: Int, _ session: any Session) throws(Failure) {
    try session.run(
      "insert into outbox (id, kind, person, payload, due_at, attempts) values ($1, $2, $3, $4, $5, $6)",
      [.text(row.id), .text(row.kind), .text(row.person), .text(row.payload), .int(due), .int(row.attempts)])
  }

  /// Whether so many entries of these kinds wait.
  static func holds(_ count: Int, _ kinds: Choice, _ session: any Session) throws(Failure) -> Bool {
    let (condition, values) = kinds.condition(from: 2)
    return try session.row(
      "select id from outbox where \(condition) limit 1 offset $1", [.int(max(0, count - 1))] + values) != nil
  }

  static func count(of person: String, _ kinds: Choice, _ session: any Session) throws(Failure) -> Int {
    let (condition, values) = kinds.condition(from: 2)
    return try session.row(
      "select count(*) from outbox where person = $1 and \(condition)", [.text(person)] + values)?[0].int ?? 0
  }

  static func withdraw(_ kind: String, of person: String, _ session: any Session) throws(Failure) -> Int {
    try session.run("delete from outbox where person = $1 and kind = $2", [.text(person), .text(kind)])
  }

  static func withdraw(allOf person: String, but kind: String, _ session: any Session) throws(Failure) -> Int {
    try session.run("delete from outbox where person = $1 and kind <> $2", [.text(person), .text(kind)])
  }

  /// Takes entries of these kinds that are due: until their lease ends, no other server takes them. On PostgreSQL, entries that another
  /// server is taking are left out.
  static func take(
    _ most: Int, _ kinds: Choice, _ ticket: String, lease: (_ kind: String) -> Int, at now: Int, _ session: any Session
  ) throws(Failure) -> [Row] {
    let (condition, values) = kinds.condition(from: 3)
    let due = try session.rows(
      "select id, kind, person, payload, attempts from outbox where due_at <= $1 and \(condition) "
        + "order by due_at, id limit $2 for update skip locked", [.int(now), .int(most)] + values)
    var taken: [Row] = []
    for row in due {
      let row = Row(
        id: row[0].string ?? "", kind: row[1].string ?? "", person: row[2].string, payload: row[3].string ?? "",
        attempts: (row[4].int ?? 0) + 1)
      try session.run(
        "update outbox set due_at = $2, attempts = $3, ticket = $4 where id = $1",
        [.text(row.id), .int(now + lease(row.kind)), .int(row.attempts), .text(ticket)])
      taken.append(row)
    }
    return taken
  }

  /// Deletes a finished entry, unless another attempt has taken it meanwhile.
  static func finish(_ id: String, _ ticket: String, _ session: any Session) throws(Failure) {
    try session.run("delete from outbox where id = $1 and ticket = $2", [.text(id), .text(ticket)])
  }

  static func putBack(_ id: String, _ ticket: String, due: Int, _ session: any Session) throws(Failure) {
    try session.run(
      "update outbox set due_at = $3, ticket = null where id = $1 and ticket = $2",
      [.text(id), .text(ticket), .int(due)])
  }

  /// Ends all leases.
  static func release(at now: Int, _ session: any Session) throws(Failure) {
    try session.run("update outbox set due_at = $1, ticket = null where ticket is not null", [.int(now)])
  }

  /// The instant at which the next entry of these kinds is due.
  static func next(_ kinds: Choice, _ session: any Session) throws(Failure) -> Int? {
    let (condition, values) = kinds.condition(from: 1)
    return try session.row("select min(due_at) from outbox where \(condition)", values)?[0].int
  }
}
