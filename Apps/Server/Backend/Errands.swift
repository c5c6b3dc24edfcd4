internal import Auth
internal import JSON
internal import Kernel
internal import Mail
internal import Objects
internal import Outbox
internal import PushDelivery
internal import Relational
internal import SQLiteStore
internal import Tokens

/// The work of a server after requests, through its outbox: it sends mails and notifications, and erases accounts.
struct Errands: Sendable {
  private static let mail = "mail"
  /// The pause between two looks for entries that another server left.
  private static let poll = Duration.seconds(300)
  private static let erasingLease = Duration.seconds(1_800)

  let outbox: OutboxWorker

  init(_ database: any Database, _ options: BackendOptions, key: TokenKey, time: Time, log: Log) {
    var settings = OutboxSettings()
    // Half of it is for mails and deletions alone.
    settings.atOnce = 2 * PushDelivery.share.atOnce
    settings.shares = [PushDelivery.share]
    settings.isAlone = options.database == nil
    settings.poll = options.database == nil ? nil : Errands.poll
    outbox = OutboxWorker(
      database, key: key.derived(for: "outbox payloads"), settings: settings, time: time, log: log)
  }

  /// Starts to work on what is due.
  func begin(_ auth: Auth, _ outbound: OutboundServices, _ push: PushDelivery) async {
    let mail = OutboxKind(
      Errands.mail, isFinal: { ["mail-refused", "fetch-malformed", "mail-unreadable"].contains($0.code) }
    ) { job throws(Problem) in
      try await outbound.mailer.deliver(try Errands.letter(job.payload))
    }
    let jobs = AuthJob.allCases.map { job in
      OutboxKind(job.rawValue, attempts: 12, lease: Errands.erasingLease) { entry throws(Problem) in
        guard let person = entry.person else { return }
        try await auth.carryOut(job, of: person)
      }
    }
    await outbox.begin([mail] + jobs + push.kinds)
  }

  func close() async { await outbox.close() }

  /// Returns when nothing is worked on.
  func idle() async { await outbox.idle() }

  var ofAuth: AuthOutbox {
    let outbox = outbox
    return AuthOutbox(
      post: { letter, person, session throws(Failure) in
        try outbox.post(Errands.mail, Errands.payload(letter), of: person, in: session)
      },
      decoy: { length, session throws(Failure) in try outbox.postDecoy(of: length, in: session) },
      schedule: { kind, person, due, session throws(Failure) in
        try outbox.post(kind, [:], of: person, due: due, in: session)
      },
      withdraw: { kind, person, session throws(Failure) in
        if let kind {
          try outbox.withdraw(kind, of: person, in: session)
        } else {
          try outbox.withdraw(allOf: person, but: AuthJob.erase.rawValue, in: session)
        }
      },
      wake: { await outbox.wake() })
  }

  /// The database, files and mails that erasing works on.
  static func erasing(_ database: any Database, _ objects: Objects, _ outbound: OutboundServices) -> AuthErasing {
    let dialect: Dialect = database is SQLiteStore ? .sqlite : .postgres
    let questions = database.schema.ordered.filter { $0.column("owner")?.type == .uuid }.map { table in
      (name: table.name, sql: "select count(*) from \(dialect.name(of: table)) where owner = $1")
    }
    return AuthErasing(
      holdings: { person throws(Failure) in
        var counts = try await database.look { session throws(Failure) in
          var counts: [String: Int] = [:]
          for question in questions {
            counts[question.name] = try session.row(question.sql, [.text(person)])?[0].int
          }
          return counts
        }
        do throws(Problem) {
          counts["files"] = try await objects.count(of: person)
        } catch {
          throw .busy(error.what)
        }
        return counts.filter { $0.value > 0 }
      },
      forgetMails: { address in await outbound.folder?.remove(to: address) },
      scrub: { () throws(Failure) in
        // PostgreSQL frees the space of deleted rows by itself.
        if let store = database as? SQLiteStore { try await store.scrub() }
      })
  }

  // MARK: Letters as payloads

  private static func payload(_ letter: Letter) -> JSON {
    var members: [String: JSON] = [
      "to": .string(letter.to), "subject": .string(letter.subject), "text": .string(letter.text),
    ]
    members["html"] = letter.html.map { .string($0) }
    return .object(members)
  }

  private static func letter(_ payload: JSON) throws(Problem) -> Letter {
    guard let to = payload["to"]?.string, let subject = payload["subject"]?.string,
      let text = payload["text"]?.string
    else {
      throw Problem("mail-unreadable", "A mail in the outbox has no address or no text.", remedy: "Send it again.")
    }
    return try Letter(to: to, subject: subject, text: text, html: payload["html"]?.string)
  }
}
