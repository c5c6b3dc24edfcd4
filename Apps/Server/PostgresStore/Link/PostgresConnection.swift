internal import CPostgres
internal import Glibc
internal import Kernel
internal import Relational

/// A connection to PostgreSQL. It is used by one thread at a time, which it blocks.
///
/// Statements are sent together and their results are received together (libpq's pipeline mode), so a transaction
/// costs one round trip. The statements of one `run` form a transaction, which is rolled back at the first error.
///
/// Behind a pooler in transaction mode each transaction begins with the settings, and no statement has a name.
final class PostgresConnection {
  /// Milliseconds beyond the server's own statement timeout for which a result is awaited.
  private static let grace = 5000
  private static let mostKept = 256

  private let connection: OpaquePointer
  private let limits: PostgresLimits
  private var kept: [String: String] = [:]
  private var given = 0
  /// The statements that begin each transaction behind a pooler; nil on a direct connection, which is set up once.
  private let setup: PostgresStatement?
  private(set) var isLost = false

  /// `settings` are settings beside the usual ones.
  init(
    _ address: PostgresAddress, _ limits: PostgresLimits, name: String, settings more: [String: String] = [:]
  ) throws(Failure) {
    var settings = address.settings
    settings["fallback_application_name"] = name
    settings["client_encoding"] = "UTF8"
    settings["connect_timeout", default: ""] = String(max(2, limits.connecting.milliseconds / 1000))
    // Detects an unreachable peer, both during a request and while idle.
    for (key, value) in ["keepalives_idle": "30", "keepalives_interval": "5", "keepalives_count": "3"] {
      settings[key, default: value] = settings[key] ?? value
    }
    settings["tcp_user_timeout"] = settings["tcp_user_timeout"] ?? "20000"
    guard let opened = PostgresConnection.connect(settings) else { throw .lost("The database did not answer.") }
    guard PQstatus(opened) == CONNECTION_OK else {
      let words = PQerrorMessage(opened).map { String(cString: $0) } ?? ""
      PQfinish(opened)
      throw Failure(Connecting.code(for: words), "could not connect to the database")
    }
    connection = opened
    self.limits = limits
    PQsetNoticeProcessor(connection, { _, _ in }, nil)
    PQsetnonblocking(connection, 1)
    PQenterPipelineMode(connection)
    let own = ConnectionSettings(limits, more: more)
    setup = address.isPooled ? own.statement(forTransaction: true) : nil
    if !address.isPooled { try run([own.statement(forTransaction: false)]) }
  }

  deinit { PQfinish(connection) }

  private static func connect(_ settings: [String: String]) -> OpaquePointer? {
    let all = settings.sorted { $0.key < $1.key }
    var keys = all.map { UnsafePointer<CChar>(strdup($0.key)) } + [nil]
    var values = all.map { UnsafePointer<CChar>(strdup($0.value)) } + [nil]
    defer {
      for text in keys + values { free(UnsafeMutablePointer(mutating: text)) }
    }
    return PQconnectdbParams(&keys, &values, 0)
  }

  var version: Int { Int(PQserverVersion(connection)) }
  var socket: Int32 { PQsocket(connection) }

  /// Whether the connection was lost while idle, as when the server shut down or closed it.
  func isGone() -> Bool {
    if isLost { return true }
    var file = pollfd(fd: socket, events: Int16(POLLIN), revents: 0)
    guard poll(&file, 1, 0) > 0 else { return false }
    // Data without a request is a notice, or the end of the connection.
    isLost = PQconsumeInput(connection) == 0 || PQstatus(connection) != CONNECTION_OK || hasEnd()
    return isLost
  }

  private func hasEnd() -> Bool {
    var file = pollfd(fd: socket, events: Int16(POLLIN), revents: 0)
    guard poll(&file, 1, 0) > 0 else { return false }
    var byte: UInt8 = 0
    return recv(socket, &byte, 1, Int32(MSG_PEEK) | Int32(MSG_DONTWAIT)) == 0
  }

  /// Runs statements in one transaction; returns their results after the commit.
  @discardableResult
  func run(_ statements: [PostgresStatement]) throws(Failure) -> [StatementResult] {
    guard !isLost else { throw .lost("The connection to the database is lost.") }
    let state = PQtransactionStatus(connection)
    guard let setup, state != PQTRANS_INTRANS, state != PQTRANS_INERROR else { return try perform(statements) }
    // A transaction's isolation level must be set before any query.
    let place = statements.first?.sql.hasPrefix("begin") == true ? 1 : 0
    var whole = statements
    whole.insert(setup, at: place)
    var answers = try perform(whole)
    answers.remove(at: place)
    return answers
  }

  private func perform(_ statements: [PostgresStatement]) throws(Failure) -> [StatementResult] {
    if kept.count > PostgresConnection.mostKept { try forget() }
    var sent: [(isQuery: Bool, keeps: (sql: String, name: String)?)] = []
    for statement in statements {
      if statement.isKept, setup == nil {
        if let name = name(of: statement) {
          guard send(name, statement.values) else { throw lose() }
        } else {
          let name = newName()
          guard prepare(name, statement) else { throw lose() }
          sent.append((false, (key(of: statement), name)))
          guard send(name, statement.values) else { throw lose() }
        }
      } else {
        guard sendOnce(statement) else { throw lose() }
      }
      sent.append((true, nil))
    }
    guard PQpipelineSync(connection) == 1 else { throw lose() }
    try flush()
    var answers: [StatementResult] = []
    var failure: Failure?
    for step in sent {
      let answer = try next()
      if answer.isFine {
        if step.isQuery { answers.append(answer) } else if let keeps = step.keeps { kept[keeps.sql] = keeps.name }
      } else if answer.status != PGRES_PIPELINE_ABORTED, failure == nil {
        failure = answer.failure
      }
      try endOfStep()
    }
    try endOfAll(&failure)
    if let failure { throw failure }
    return answers
  }

  /// Runs several statements without parameters as one text, for installation.
  func script(_ sql: String) throws(Failure) {
    guard !isLost, PQexitPipelineMode(connection) == 1 else { throw lose() }
    guard PQsendQuery(connection, sql) == 1 else { throw lose() }
    try flush()
    var failure: Failure?
    while let answer = try result() {
      if !answer.isFine, failure == nil { failure = answer.failure }
    }
    guard PQenterPipelineMode(connection) == 1 else { throw lose() }
    if let failure { throw failure }
  }

  /// Returns the notifications that have arrived.
  func notifications() throws(Failure) -> [Notification] {
    guard PQconsumeInput(connection) == 1, PQstatus(connection) == CONNECTION_OK, !hasEnd() else { throw lose() }
    var heard: [Notification] = []
    while let notification = PQnotifies(connection) {
      defer { PQfreemem(notification) }
      let (name, message) = (notification.pointee.relname, notification.pointee.extra)
      guard let name, let message else { continue }
      heard.append(
        Notification(
          channel: String(cString: name),
          message: Array(UnsafeRawBufferPointer(start: message, count: strlen(message)))))
    }
    return heard
  }

  // MARK: Prepared statement names

  /// The cache key of a statement: the same text with other parameter types is another statement.
  private func key(of statement: PostgresStatement) -> String {
    guard statement.values.contains(where: { $0.type != 0 }) else { return statement.sql }
    return statement.sql + "\u{0}" + statement.values.map { String($0.type) }.joined(separator: ",")
  }

  private func name(of statement: PostgresStatement) -> String? { kept[key(of: statement)] }

  private func newName() -> String {
    given += 1
    return "troupe_\(given)"
  }

  private func forget() throws(Failure) {
    kept = [:]
    try run([PostgresStatement("deallocate all", isKept: false)])
  }

  // MARK: Sending

  private func prepare(_ name: String, _ statement: PostgresStatement) -> Bool {
    let types = statement.values.map(\.type)
    return PQsendPrepare(connection, name, statement.sql, Int32(types.count), types) == 1
  }

  private func send(_ name: String, _ values: [Parameter]) -> Bool {
    PostgresConnection.withPointers(values) {
      PQsendQueryPrepared(connection, name, Int32(values.count), $0, nil, nil, 0) == 1
    }
  }

  private func sendOnce(_ statement: PostgresStatement) -> Bool {
    let types = statement.values.map(\.type)
    return PostgresConnection.withPointers(statement.values) {
      PQsendQueryParams(connection, statement.sql, Int32(types.count), types, $0, nil, nil, 0) == 1
    }
  }

  /// Stores all texts in one buffer, since every pointer must stay valid until libpq has read them all.
  private static func withPointers(
    _ values: [Parameter], _ body: (UnsafePointer<UnsafePointer<CChar>?>?) -> Bool
  ) -> Bool {
    var texts: [UInt8] = []
    texts.reserveCapacity(values.reduce(0) { $0 + ($1.text?.count ?? 0) })
    var starts: [Int?] = []
    for value in values {
      starts.append(value.text == nil ? nil : texts.count)
      if let text = value.text { texts += text }
    }
    return texts.withUnsafeBytes { bytes in
      let base = bytes.baseAddress?.assumingMemoryBound(to: CChar.self)
      let pointers = starts.map { start in start.flatMap { base?.advanced(by: $0) } }
      return pointers.withUnsafeBufferPointer { body($0.baseAddress) }
    }
  }

  // MARK: Results and waiting

  /// Sends everything, reading results meanwhile so that neither side blocks the other.
  private func flush() throws(Failure) {
    while true {
      let left = PQflush(connection)
      if left == 0 { return }
      guard left > 0 else { throw lose() }
      let happened = try wait(for: Int16(POLLIN) | Int16(POLLOUT))
      if happened & Int16(POLLIN) != 0, PQconsumeInput(connection) == 0 { throw lose() }
    }
  }

  private func result() throws(Failure) -> StatementResult? {
    while PQisBusy(connection) == 1 {
      _ = try wait(for: Int16(POLLIN))
      guard PQconsumeInput(connection) == 1 else { throw lose() }
    }
    return PQgetResult(connection).map { StatementResult($0) }
  }

  private func next() throws(Failure) -> StatementResult {
    guard let answer = try result() else { throw lose() }
    if PQstatus(connection) != CONNECTION_OK { throw lose(answer) }
    return answer
  }

  private func endOfStep() throws(Failure) {
    while let more = try result() {
      if PQstatus(connection) != CONNECTION_OK { throw lose(more) }
      // A step has one result; a second one could only be an early end.
      guard more.status != PGRES_PIPELINE_SYNC else { throw lose() }
    }
  }

  /// Reads up to the end of the transaction, which is committed only when the server confirms that.
  private func endOfAll(_ failure: inout Failure?) throws(Failure) {
    while true {
      let answer = try next()
      if answer.status == PGRES_PIPELINE_SYNC { return }
      if !answer.isFine, failure == nil { failure = answer.failure }
      try endOfStep()
    }
  }

  private func wait(for events: Int16) throws(Failure) -> Int16 {
    var file = pollfd(fd: socket, events: events, revents: 0)
    let limit = Int32(clamping: limits.statement.milliseconds + PostgresConnection.grace)
    while true {
      let count = poll(&file, 1, limit)
      if count > 0 { return file.revents & Int16(POLLNVAL) != 0 ? events : file.revents | Int16(POLLIN) }
      if count < 0, errno == EINTR { continue }
      throw lose()
    }
  }

  private func lose(_ answer: StatementResult? = nil) -> Failure {
    isLost = true
    // 57P01 and similar: the server closed the connection.
    let words = answer?.failure.message ?? "The connection to the database was lost."
    return .lost(words)
  }
}

extension Failure {
  static func lost(_ message: String) -> Failure { Failure("08006", message) }
  var isLoss: Bool { code.hasPrefix("08") }
}
