internal import Relational

/// The export of one person. Instants are in milliseconds since 1970.
struct ExportRow: Sendable, Hashable {
  enum State: String, Sendable {
    /// It waits for a server, or for another attempt.
    case waiting
    case packing
    case ready
    case failed
  }

  let id: String
  let person: String
  var state: State
  /// SHA-256 of the link's secret.
  let secretHash: String
  /// The secret, sealed with the server's key; nil from the moment the export is ready.
  var sealedSecret: String?
  /// The attempt that packs it, and the instant at which it counts as lost.
  var ticket: String?
  var lease: Int?
  var attempts = 0
  let created: Int
  /// When its link ends; nil before it is ready.
  var expires: Int?
  /// Bytes of the archive.
  var size = 0
  var downloads = 0

  static let columns = """
    id, person, state, secret_hash, sealed_secret, ticket, lease, attempts, created_at, expires_at, size, downloads
    """

  init(id: String, person: String, secretHash: String, sealedSecret: String, created: Int) {
    self.id = id
    self.person = person
    state = .waiting
    self.secretHash = secretHash
    self.sealedSecret = sealedSecret
    self.created = created
  }

  init(_ row: [Value]) {
    id = row[0].string ?? ""
    person = row[1].string ?? ""
    state = row[2].string.flatMap(State.init) ?? .failed
    secretHash = row[3].string ?? ""
    (sealedSecret, ticket, lease) = (row[4].string, row[5].string, row[6].int)
    attempts = row[7].int ?? 0
    created = row[8].int ?? 0
    expires = row[9].int
    (size, downloads) = (row[10].int ?? 0, row[11].int ?? 0)
  }
}

/// The statements for exports, in SQL that both stores accept.
enum ExportTable {
  static let migration = Migration(
    "exports-1",
    [
      """
      create table exports (
        id text primary key, person text not null, state text not null, secret_hash text not null, sealed_secret text,
        ticket text, lease bigint, attempts bigint not null, created_at bigint not null, expires_at bigint,
        size bigint not null, downloads bigint not null
      )
      """,
      "create unique index exports_person on exports (person)",
      "create index exports_state on exports (state, created_at)",
    ])

  static func row(of person: String, _ session: any Session) throws(Failure) -> ExportRow? {
    try session.row("select \(ExportRow.columns) from exports where person = $1", [.text(person)]).map(ExportRow.init)
  }

  static func row(_ id: String, _ session: any Session) throws(Failure) -> ExportRow? {
    try session.row("select \(ExportRow.columns) from exports where id = $1", [.text(id)]).map(ExportRow.init)
  }

  static func insert(_ row: ExportRow, _ session: any Session) throws(Failure) {
    try session.run(
      """
      insert into exports (\(ExportRow.columns))
      values ($1, $2, $3, $4, $5, null, null, 0, $6, null, 0, 0)
      """,
      [
        .text(row.id), .text(row.person), .text(row.state.rawValue), .text(row.secretHash), .text(row.sealedSecret),
        .int(row.created),
      ])
  }

  static func remove(_ id: String, _ session: any Session) throws(Failure) {
    try session.run("delete from exports where id = $1", [.text(id)])
  }

  /// Takes the oldest export that nobody packs. Transactions of a database are serialized, so two servers never take one.
  static func take(_ ticket: String, until lease: Int, at now: Int, _ session: any Session) throws(Failure)
    -> ExportRow?
  {
    guard
      var row = try session.row(
        """
        select \(ExportRow.columns) from exports
        where state = 'waiting' and coalesce(lease, 0) <= $1 or state = 'packing' and lease <= $1
        order by created_at, id limit 1
        """, [.int(now)]
      ).map(ExportRow.init)
    else { return nil }
    (row.state, row.ticket, row.lease, row.attempts) = (.packing, ticket, lease, row.attempts + 1)
    try session.run(
      "update exports set state = 'packing', ticket = $2, lease = $3, attempts = $4 where id = $1",
      [.text(row.id), .text(ticket), .int(lease), .int(row.attempts)])
    return row
  }

  /// Prolongs an attempt. False when the export was withdrawn, or when another server has taken it.
  static func prolong(_ row: ExportRow, until lease: Int, _ session: any Session) throws(Failure) -> Bool {
    try session.run(
      "update exports set lease = $3 where id = $1 and ticket = $2", [.text(row.id), .text(row.ticket), .int(lease)])
      == 1
  }

  /// Ends the successful attempt. False when the export was withdrawn meanwhile.
  static func finish(_ row: ExportRow, size: Int, expires: Int, _ session: any Session) throws(Failure) -> Bool {
    try session.run(
      """
      update exports set state = 'ready', sealed_secret = null, ticket = null, lease = null, size = $3, expires_at = $4
      where id = $1 and ticket = $2
      """, [.text(row.id), .text(row.ticket), .int(size), .int(expires)]) == 1
  }

  /// Ends a failed attempt. `due` is the instant of the next one; nil gives the export up.
  static func fail(_ row: ExportRow, due: Int?, _ session: any Session) throws(Failure) {
    try session.run(
      """
      update exports set state = $3, ticket = null, lease = $4,
        sealed_secret = case when $3 = 'failed' then null else sealed_secret end
      where id = $1 and ticket = $2
      """, [.text(row.id), .text(row.ticket), .text(due == nil ? "failed" : "waiting"), .int(due)])
  }

  /// Counts a download. False when there were as many as are allowed.
  static func countDownload(_ id: String, most: Int, _ session: any Session) throws(Failure) -> Bool {
    try session.run(
      "update exports set downloads = downloads + 1 where id = $1 and downloads < $2", [.text(id), .int(most)]) == 1
  }

  /// Removes exports whose links have ended. Returns their identifiers.
  static func removeExpired(at now: Int, _ session: any Session) throws(Failure) -> [String] {
    let ids = try session.rows("select id from exports where expires_at <= $1 limit 1000", [.int(now)])
      .compactMap { $0[0].string }
    for id in ids { try remove(id, session) }
    return ids
  }

  static func exists(_ id: String, _ session: any Session) throws(Failure) -> Bool {
    try session.row("select 1 from exports where id = $1", [.text(id)]) != nil
  }
}
