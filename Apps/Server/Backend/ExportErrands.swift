internal import Auth
internal import Exports
internal import Kernel
internal import Mail
internal import Objects
internal import Relational
internal import SQLiteStore

extension ExportSources {
  /// Takes the account from Auth and the files from Objects, and sends the link by mail.
  init(_ database: any Database, _ objects: Objects, _ outbox: AuthOutbox, settings: ExportsSettings) {
    let hours = settings.life / 3600
    self.init(
      account: { person throws(Problem) in try await Auth.export(of: person, from: database) },
      files: { person throws(Problem) in
        try await objects.files(of: person).map { found in
          ExportedFile(name: "\(found.bucket)/\(found.name)") { () throws(Problem) in
            try await objects.bytes(of: found.file)
          }
        }
      },
      announce: { person, link, session throws(Failure) in
        guard let address = try Auth.address(of: person, in: session) else { return }
        let letter: Letter
        do throws(Problem) {
          letter = try Letter(
            to: address, subject: "Your data are ready to download",
            text: """
              The export that you asked for is ready. Open this link to download it:

              \(link)

              The link works for \(hours) hours and \(settings.downloads) downloads. Whoever has it can read your data, so \
              do not pass it on. If you did not ask for an export, change your password and sign out everywhere else.
              """)
        } catch {
          // Without a letter the app still shows that the export is ready.
          return
        }
        try outbox.post(letter, person, session)
      }, announced: outbox.wake, allows: ExportSources.consent(in: database))
  }

  /// Whether the person's newest decision about health data, if there is one, is not a withdrawal.
  private static func consent(
    in database: any Database
  ) -> @Sendable (_ person: String, any Session) throws(Failure) -> Bool {
    guard let table = database.schema.tables["consents"] else { return { _, _ throws(Failure) in true } }
    let dialect: Dialect = database is SQLiteStore ? .sqlite : .postgres
    let name = dialect.name(of: table)
    let sql = """
      select 1 from \(name) as c where c.owner = $1 and c.category = 'health' and not c.is_given and not exists (
        select 1 from \(name) as n where n.owner = $1 and n.category = 'health' and n.decided_at > c.decided_at)
      """
    return { person, session throws(Failure) in try session.row(sql, [.text(person)]) == nil }
  }
}
