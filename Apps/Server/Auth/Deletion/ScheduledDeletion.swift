internal import JSON
internal import Relational

/// The deletion of an account that its person has asked for. Instants are in milliseconds since 1970.
struct ScheduledDeletion: Sendable, Hashable {
  let user: String
  let requested: Int
  /// The instant from which the account is erased.
  let erases: Int
  /// The start of erasing; from then on it cannot be cancelled.
  var begun: Int?
  /// The address that gets the certificate, and the counts for it, from the start of erasing to its end.
  var address: String?
  var counts: [String: Int] = [:]
  /// Whether a restore brought back what was erased before, so that there is a certificate already.
  var isAgain = false

  /// The answer to the person's devices.
  func json(receipt: String) -> JSON {
    [
      "state": "scheduled", "requested_at": StoredAccount.text(requested), "erases_at": StoredAccount.text(erases),
      "receipt": .string(receipt),
    ]
  }

  /// The answer when no deletion is scheduled.
  static let none: JSON = ["state": "none"]
}

extension Session {
  func deletion(of user: String) throws(Failure) -> ScheduledDeletion? {
    try row(
      "select user_id, requested_at, erases_at, begun_at, address, counts from auth_deletions where user_id = $1",
      [.text(user)]
    ).map(ScheduledDeletion.init)
  }

  func insert(_ deletion: ScheduledDeletion) throws(Failure) {
    try run(
      "insert into auth_deletions (user_id, requested_at, erases_at) values ($1, $2, $3)",
      [.text(deletion.user), .int(deletion.requested), .int(deletion.erases)])
  }

  /// Notes that erasing has begun.
  func begin(_ deletion: ScheduledDeletion) throws(Failure) {
    let counts = JSON.object(deletion.counts.mapValues { .number(Double($0)) })
    try run(
      "update auth_deletions set begun_at = $2, address = $3, counts = $4 where user_id = $1",
      [.text(deletion.user), .int(deletion.begun), .text(deletion.address), .text(try? JSON.text(counts))])
  }

  func removeDeletion(of user: String) throws(Failure) {
    try run("delete from auth_deletions where user_id = $1", [.text(user)])
  }

  /// The people whose erasing should have ended, at most 100.
  func overdueDeletions(before instant: Int) throws(Failure) -> [String] {
    try rows(
      "select user_id from auth_deletions where erases_at < $1 order by erases_at, user_id limit 100", [.int(instant)]
    ).compactMap { $0[0].string }
  }

  /// The deletions whose day has come and that have not ended, at most 1,000.
  func dueDeletions(at instant: Int) throws(Failure) -> [ScheduledDeletion] {
    try rows(
      "select user_id, requested_at, erases_at, begun_at, address, counts from auth_deletions where erases_at <= $1 "
        + "order by erases_at, user_id limit 1000", [.int(instant)]
    ).map(ScheduledDeletion.init)
  }

  // MARK: Certificates

  func keep(
    _ certificate: ErasureCertificate, receipt: String, account: String, until expiry: Int, at now: Int
  ) throws(Failure) {
    try run("delete from auth_certificates where expires_at < $1", [.int(now)])
    try run(
      "insert into auth_certificates (receipt_hash, account_hash, document, expires_at) values ($1, $2, $3, $4)",
      [
        .text(Secrets.hash(receipt)), .text(account), .text(try? JSON.text(certificate.json)), .int(expiry),
      ])
  }

  /// The document of the certificate that a receipt, or the name of its account, gives access to.
  func certificate(receipt: String?, account: String?, at now: Int) throws(Failure) -> JSON? {
    try row(
      "select document from auth_certificates where (receipt_hash = $1 or account_hash = $2) and expires_at >= $3 "
        + "order by expires_at desc limit 1",
      [.text(receipt.map(Secrets.hash)), .text(account), .int(now)])?[0].string.flatMap { try? JSON(text: $0) }
  }
}

extension ScheduledDeletion {
  init(_ row: [Value]) {
    self.init(
      user: row[0].string ?? "", requested: row[1].int ?? 0, erases: row[2].int ?? 0, begun: row[3].int,
      address: row[4].string)
    isAgain = begun != nil && row[5].string == nil
    let counts = row[5].string.flatMap { try? JSON(text: $0) }?.object ?? [:]
    self.counts = counts.compactMapValues { $0.number.flatMap { Int(exactly: $0) } }
  }
}
