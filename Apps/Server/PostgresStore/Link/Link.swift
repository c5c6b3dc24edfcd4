internal import CPostgres
internal import Glibc
internal import Kernel
internal import Relational

/// One connection. It is used by one thread at a time, which it holds up.
///
/// Statements go out together and their answers come back together (libpq's pipeline mode), so that a transaction costs
/// one way to the database and back. Whatever stands in one `run` is one transaction, which the database ends itself:
/// all of it, or with the first refusal nothing.
final class Link {
  /// How much longer than the database's own limit its answer is waited for.
  private static let grace = 5000
  private static let mostKept = 256

  private let connection: OpaquePointer
  private let limits: PostgresLimits
  private var kept: [String: String] = [:]
  private var given = 0
  private(set) var isLost = false

  init(_ address: PostgresAddress, _ limits: PostgresLimits, name: String) throws(Failure) {
    var settings = address.settings
    settings["fallback_application_name"] = name
    settings["client_encoding"] = "UTF8"
    settings["connect_timeout", default: ""] = String(max(2, limits.connecting.milliseconds / 1000))
    // A machine that vanished is noticed while something is under way, and while nothing is.
    for (key, value) in ["keepalives_idle": "30", "keepalives_interval": "5", "keepalives_count": "3"] {
      settings[key, default: value] = settings[key] ?? value
    }
    settings["tcp_user_timeout"] = settings["tcp_user_timeout"] ?? "20000"
    guard let opened = Link.connect(settings) else { throw .lost("The database did not answer.") }
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
    // Not as the connection's own options: what stands between (a pooler) may refuse those.
    try run([
      Statement(
        """
        select set_config('statement_timeout', $1, false), set_config('idle_in_transaction_session_timeout', $2, false),
          set_config('search_path', 'public', false), set_config('timezone', 'UTC', false),
          set_config('datestyle', 'ISO', false), set_config('intervalstyle', 'iso_8601', false),
          set_config('extra_float_digits', '1', false), set_config('bytea_output', 'hex', false),
          set_config('standard_conforming_strings', 'on', false), set_config('client_min_messages', 'error', false)
        """,
        [Parameter(String(limits.statement.milliseconds)), Parameter(String(limits.idle.milliseconds))], isKept: false)
    ])
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

  /// Whether it was lost while nobody used it: a database that ended or sent us away has said so by now.
  func isGone() -> Bool {
    if isLost { return true }
    var file = pollfd(fd: socket, events: Int16(POLLIN), revents: 0)
    guard poll(&file, 1, 0) > 0 else { return false }
    // Something came though nothing was asked: a notice, or the end.
    isLost = PQconsumeInput(connection) == 0 || PQstatus(connection) != CONNECTION_OK || hasEnd()
    return isLost
  }

  private func hasEnd() -> Bool {
    var file = pollfd(fd: socket, events: Int16(POLLIN), revents: 0)
    guard poll(&file, 1, 0) > 0 else { return false }
    var byte: UInt8 = 0
    return recv(socket, &byte, 1, Int32(MSG_PEEK) | Int32(MSG_DONTWAIT)) == 0
  }

  /// One transaction of these statements; what each answered, when all were done and the transaction is kept.
  @discardableResult
  func run(_ statements: [Statement]) throws(Failure) -> [Answer] {
    guard !isLost else { throw .lost("The connection to the database is lost.") }
    if kept.count > Link.mostKept { try forget() }
    var sent: [(isQuery: Bool, keeps: (sql: String, name: String)?)] = []
    for statement in statements {
      if statement.isKept {
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
    var answers: [Answer] = []
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

  /// Several statements as one text, without values: for what installs itself.
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

  /// What was notified and is here already.
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

  // MARK: Names of kept statements

  /// The same text with values of other types is another statement.
  private func key(of statement: Statement) -> String {
    guard statement.values.contains(where: { $0.type != 0 }) else { return statement.sql }
    return statement.sql + "\u{0}" + statement.values.map { String($0.type) }.joined(separator: ",")
  }

  private func name(of statement: Statement) -> String? { kept[key(of: statement)] }

  private func newName() -> String {
    given += 1
    return "troupe_\(given)"
  }

  private func forget() throws(Failure) {
    kept = [:]
    try run([Statement("deallocate all", isKept: false)])
  }

  // MARK: Sending

  private func prepare(_ name: String, _ statement: Statement) -> Bool {
    let types = statement.values.map(\.type)
    return PQsendPrepare(connection, name, statement.sql, Int32(types.count), types) == 1
  }

  private func send(_ name: String, _ values: [Parameter]) -> Bool {
    Link.withPointers(values) {
      PQsendQueryPrepared(connection, name, Int32(values.count), $0, nil, nil, 0) == 1
    }
  }

  private func sendOnce(_ statement: Statement) -> Bool {
    let types = statement.values.map(\.type)
    return Link.withPointers(statement.values) {
      PQsendQueryParams(connection, statement.sql, Int32(types.count), types, $0, nil, nil, 0) == 1
    }
  }

  /// All texts one behind another, since each pointer must hold until libpq has read them all.
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

  // MARK: Waiting

  /// Hands everything over. What comes back meanwhile is taken, so that neither side waits for the other.
  private func flush() throws(Failure) {
    while true {
      let left = PQflush(connection)
      if left == 0 { return }
      guard left > 0 else { throw lose() }
      let happened = try wait(for: Int16(POLLIN) | Int16(POLLOUT))
      if happened & Int16(POLLIN) != 0, PQconsumeInput(connection) == 0 { throw lose() }
    }
  }

  private func result() throws(Failure) -> Answer? {
    while PQisBusy(connection) == 1 {
      _ = try wait(for: Int16(POLLIN))
      guard PQconsumeInput(connection) == 1 else { throw lose() }
    }
    return PQgetResult(connection).map { Answer($0) }
  }

  private func next() throws(Failure) -> Answer {
    guard let answer = try result() else { throw lose() }
    if PQstatus(connection) != CONNECTION_OK { throw lose(answer) }
    return answer
  }

  private func endOfStep() throws(Failure) {
    while let more = try result() {
      if PQstatus(connection) != CONNECTION_OK { throw lose(more) }
      // A step has one answer; a second could only be the end that came too early.
      guard more.status != PGRES_PIPELINE_SYNC else { throw lose() }
    }
  }

  /// The transaction is kept when the database says that it is done with all of it, and not before.
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
    let limit = Int32(clamping: limits.statement.milliseconds + Link.grace)
    while true {
      let count = poll(&file, 1, limit)
      if count > 0 { return file.revents & Int16(POLLNVAL) != 0 ? events : file.revents | Int16(POLLIN) }
      if count < 0, errno == EINTR { continue }
      throw lose()
    }
  }

  private func lose(_ answer: Answer? = nil) -> Failure {
    isLost = true
    // 57P01 and its like: sent away by whoever looks after the database.
    let words = answer?.failure.message ?? "The connection to the database was lost."
    return .lost(words)
  }
}

extension Failure {
  static func lost(_ message: String) -> Failure { Failure("08006", message) }
  var isLoss: Bool { code.hasPrefix("08") }
}
