internal import Backend
internal import Catalog
internal import Commands
internal import JSON
internal import Kernel
internal import Platform
internal import ServerFunctions
internal import Shell
internal import Tokens
internal import Transport

extension Tools {
  private static let bus = Option(
    name: "bus", value: "URL",
    words: "nats://... or tls://... for several servers on one PostgreSQL; else they tell each other through it")
  private static let pooler = Option(
    name: "pooler", value: "URL",
    words: "postgres://... of a pooler in transaction mode before --database, which then only listens and installs")
  private static let mail = Option(
    name: "mail", value: "URL",
    words:
      "smtp://USER:PASSWORD@HOST:PORT or smtps://...; sign-ups are then confirmed by mail. Without it mails lie in the folder"
  )
  private static let mailFrom = Option(name: "mail-from", value: "ADDRESS", words: "whom mails come from")
  private static let publicURL = Option(
    name: "public-url", value: "URL",
    words: "how clients reach it, such as https://api.example.org behind a proxy (else from API_EXTERNAL_URL)")
  private static let proxy = Option(
    name: "proxy", value: "ADDRESS,...",
    words: "proxies in front of it, as addresses or networks: their X-Forwarded-For and X-Forwarded-Proto are believed")
  private static let site = Option(
    name: "site", value: "URL", words: "where links in mails and sign-ins lead back to")
  private static let redirect = Option(
    name: "redirect", value: "URL,...",
    words:
      "where else they may lead: whole addresses, * for a part without . and /, ** for anything, and myapp:// for a scheme"
  )
  private static let providers = Option(
    name: "providers", value: "FILE",
    words: "JSON that names with whom people may sign in: Apple, Google, OpenID Connect")
  private static let reuse = Option(
    name: "reuse-interval", value: "SECONDS",
    words: "how long a used refresh token is still taken, for an answer that was lost (10); from 0 to 3600")
  private static let seal = Option(
    name: "seal", value: nil, words: "encrypts the rows in the folder; filters and orders on sealed columns are refused"
  )
  private static let key = Option(
    name: "key", value: "WHERE",
    words: "with --seal, where its key is: file (rows.key), keyring, or passphrase (from TROUPE_PASSPHRASE)")
  private static let withKeys = Option(
    name: "with-keys", value: nil,
    words: "backup: takes the keys too, encrypted with TROUPE_PASSPHRASE; restore: puts them back")
  private static let replace = Option(
    name: "replace", value: nil, words: "restore: replaces a database that is there, which is kept under another name")
  private static let largestUpload = Option(
    name: "largest-upload", value: "MIB",
    words: "the largest file that arrives in several requests (50); from 1 to 5120")
  private static let hs256 = Option(
    name: "hs256", value: nil, words: "rotate: signs tokens with the secret again, as before the first rotation")
  private static let logRequests = Option(
    name: "log-requests", value: nil, words: "a line for every request, without what it was about")

  static let backend = Tool(
    name: "backend", summary: "the server: Supabase's protocols on SQLite or PostgreSQL",
    operands: "[keys | rotate | backup FOLDER | restore FOLDER | forget | schema]",
    options: [
      .listenPort, .listen, .certificate, .privateKey, .insecure, .data, .database, pooler, seal, key, bus, mail,
      mailFrom,
      publicURL, proxy, site, redirect,
      providers, reuse, largestUpload, .mealModel, .coachModel, .push, withKeys, replace, hs256, logRequests, .json,
    ],
    details: """
      It is met at port \(BackendOptions.usualPort), runs until Ctrl-C or SIGTERM, and loses nothing that it has acknowledged.

      `keys` prints the two keys of the project. `rotate` lets a new ES256 key sign the tokens of people, whose public half is
      at /auth/v1/.well-known/jwks.json; servers that run notice it, and former keys verify until their tokens have ended.
      `backup` makes a folder with a copy of the database and of the files that
      people stored, while the server runs; exports that wait to be fetched and uploads that are not complete are left out.
      `restore` puts such a copy into the folder of a server that does not run; everybody must sign in again, and devices
      notice. Where it replaces a database, accounts that were erased since stay so, and files that the copy does not
      know are kept until `forget` lets the server remove them. On PostgreSQL use pg_dump and pg_restore, and then
      `restore --database URL`. `schema` prints the SQL for a Supabase project.

      With --seal the values that people enter are encrypted in the database (not on PostgreSQL), and a database that was
      readable is converted at the start. Without its key it opens no more, so keep a copy of the key. Uploaded files and
      accounts stay readable.

      Until the first `rotate` tokens are signed with a secret (HS256): TROUPE_JWT_SECRET when that is set. TROUPE_DATABASE,
      TROUPE_POOLER and TROUPE_MAIL stand for --database, --pooler and --mail, whose passwords every user of this machine could
      read from the command line.
      TROUPE_WHATSAPP names the file of a WhatsApp account, TROUPE_STORE that of a store's pinned roots; Documentation/Server.md
      shows both.

      A file of providers:
      {"google": {"clients": [...], "secret": ...},
       "apple": {"clients": [...], "team": ..., "key_id": ..., "key_file": ...},
       NAME: {"issuer": ..., "clients": [...], "secret": ...}}
      A file of push services:
      {"web": {"contact": "mailto:...", "key_file": ...},
       "apns": {"team": ..., "key_id": ..., "app": ..., "key_file": ...},
       "fcm": {"account_file": ...}}
      """,
    run: { given throws(Problem) in
      switch given.operands.first {
      case nil: return try await runBackend(given)
      case "keys"?: return try printKeys(given)
      case "rotate"?: return try rotate(given)
      case "backup"?: return try await backUp(given)
      case "restore"?: return try await restore(given)
      case "forget"?: return try forget(given)
      case "schema"?:
        Output.text(Backend.supabaseSchema(.products))
        return 0
      case let other?:
        throw .usage(
          "`troupe backend` has no “\(other.prefix(40))”.", near: other,
          among: ["keys", "rotate", "backup", "restore", "forget", "schema"],
          help: "backend")
      }
    })

  private static func runBackend(_ given: Arguments) async throws(Problem) -> Int32 {
    let backend = try await Backend.start(try backendOptions(given), secret: secret, log: ServerLog.log)
    let problem = await untilStopped {
      tell(backend, given)
      // Half of the pages in memory are those that only the start needed.
      OwnProcess.releaseProgram()
    }
    await backend.stop()
    if let problem { throw problem }
    return 0
  }

  private static func tell(_ backend: Backend, _ given: Arguments) {
    if given.has(.json) {
      let told: JSON = [
        "address": .string(backend.address), "anon": .string(backend.keys.anon),
        "service": .string(backend.keys.service), "public": .string(backend.publicAddress),
      ]
      Output.line((try? JSON.text(told)) ?? "")
    } else {
      let reached = backend.publicAddress == backend.address ? "" : ", for clients at \(backend.publicAddress)"
      Output.text(
        """
        The server is at  \(backend.address)\(reached)
        Public key        \(backend.keys.anon)
        Its mails         \(backend.mailAddress ?? "are sent")
        Ctrl-C stops it; what it has acknowledged is kept. `troupe backend keys` prints the service key.

        """)
    }
  }

  private static func printKeys(_ given: Arguments) throws(Problem) -> Int32 {
    let folder = backendFolder(given)
    let isNew = secret == nil && !Backend.hasSecret(in: folder)
    let keys = try Backend.keys(in: folder, secret: secret)
    if isNew {
      Output.remark(
        "\(folder) had no secret, so one was made. The keys of a server elsewhere are in its own folder: see --data.")
    }
    if given.has(.json) {
      Output.line((try? JSON.text(["anon": .string(keys.anon), "service": .string(keys.service)] as JSON)) ?? "")
    } else {
      Output.text("anon     \(keys.anon)\nservice  \(keys.service)\n")
    }
    return 0
  }

  private static func rotate(_ given: Arguments) throws(Problem) -> Int32 {
    guard given.operands.count == 1 else {
      throw .usage("`troupe backend rotate` takes nothing else.", help: "backend")
    }
    let algorithm: SigningKeys.Algorithm = given.has(hs256) ? .hs256 : .es256
    let folder = backendFolder(given)
    // A server on PostgreSQL whose secret is in its environment leaves neither there.
    guard given.has(.database) || ProfileOpening.variable("TROUPE_DATABASE") != nil || Backend.isServer(folder) else {
      throw Problem(
        "no-server", "\(folder) has neither a database nor a secret of a server.", safe: "Nothing was made there.",
        remedy: "Give the folder of the server with --data, and --database for one on PostgreSQL.")
    }
    let id = try Backend.rotateKeys(in: folder, to: algorithm)
    if given.has(.json) {
      let told: JSON = ["algorithm": .string(algorithm.rawValue), "kid": id.map { .string($0) } ?? .null]
      Output.line((try? JSON.text(told)) ?? "")
    } else if let id {
      Output.remark("New tokens are signed with ES256, by the key \(id).")
    } else {
      Output.remark("New tokens are signed with the secret (HS256).")
    }
    Output.remark("Tokens of the former key are accepted until they have ended, within an hour.")
    return 0
  }

  private static func backUp(_ given: Arguments) async throws(Problem) -> Int32 {
    guard !given.has(.database) else {
      throw .usage("Use PostgreSQL's own tools for this: pg_dump and pg_restore.", help: "backend")
    }
    let backup = ServerBackup(try fileOperand(given, of: "backup"))
    let (place, folder) = (backup.folder, backendFolder(given))
    let outcome = try await backup.write(of: folder, keys: try passphrase(given))
    Output.remark("\(place) has the database and \(outcome.files == 1 ? "1 file" : "\(outcome.files) files").")
    if outcome.unfinishedUploads > 0 {
      let count = outcome.unfinishedUploads
      Output.remark(
        "\(count == 1 ? "1 upload that is not complete is" : "\(count) uploads that are not complete are") left out: its client begins again."
      )
    }
    if outcome.hasKeys {
      Output.remark("Its keys are encrypted with the passphrase.")
    } else if try Backend.isSealed(folder) {
      Output.remark(
        "It is sealed, and its key is not in it: keep a copy of the key, without which nobody can read it, or use --with-keys."
      )
    } else {
      Output.remark("Its keys are not in it: restored elsewhere without them, the server has other project keys.")
    }
    return 0
  }

  private static func passphrase(_ given: Arguments) throws(Problem) -> Redacted<String>? {
    guard given.has(withKeys) else { return nil }
    guard let words = ProfileOpening.variable("TROUPE_PASSPHRASE") else {
      throw .usage("--with-keys needs a passphrase in TROUPE_PASSPHRASE.", help: "backend")
    }
    return Redacted(words)
  }

  private static func restore(_ given: Arguments) async throws(Problem) -> Int32 {
    if let database = given[.database] {
      guard given.operands.count == 1 else {
        throw .usage("With PostgreSQL, `restore` takes no file: run pg_restore first.", help: "backend")
      }
      try await Backend.noteRestored(database, schema: .products)
    } else {
      let folder = backendFolder(given)
      let outcome = try await ServerBackup(try fileOperand(given, of: "restore")).restore(
        into: folder, replacing: given.has(replace), keys: try passphrase(given), secret: secret)
      if let former = outcome.former { Output.remark("The database that was there is kept as \(former).") }
      if outcome.keepsFiles {
        Output.remark("Files that the restored database does not know are kept until `troupe backend forget`.")
      }
      tell(outcome)
    }
    Output.remark("It counts as restored: everybody must sign in again, and every device will ask anew.")
    return 0
  }

  /// Says which deleted accounts are erased again, and which are there again.
  private static func tell(_ outcome: ServerBackup.Outcome) {
    if outcome.erasedAgain > 0 {
      let count = outcome.erasedAgain
      Output.remark(
        "\(count == 1 ? "1 account that was" : "\(count) accounts that were") deleted since the copy stay so: the server erases the rest when it starts."
      )
    }
    if outcome.knowsNoDeletions {
      Output.remark(
        "Accounts that were deleted since the copy are there again, since nothing here tells of them: delete them as their people asked."
      )
    }
    guard !outcome.missing.isEmpty else { return }
    Output.remark(
      "The replaced database does not have these accounts of the copy. If they were deleted since, delete each again with DELETE /auth/v1/admin/users/ID:"
    )
    for id in outcome.missing.prefix(mostMissing) { Output.remark("  \(id)") }
    if outcome.missing.count > mostMissing { Output.remark("  and \(outcome.missing.count - mostMissing) more") }
  }

  private static let mostMissing = 1_000

  private static func forget(_ given: Arguments) throws(Problem) -> Int32 {
    guard given.operands.count == 1 else {
      throw .usage("`troupe backend forget` takes nothing else.", help: "backend")
    }
    let isDone = Backend.forgetKeptFiles(in: backendFolder(given))
    Output.remark(isDone ? "The server removes them within a day." : "No files are kept after a restore.")
    return 0
  }

  private static func fileOperand(_ given: Arguments, of word: String) throws(Problem) -> String {
    guard given.operands.count == 2, let file = given.operands.last, !file.isEmpty else {
      throw .usage("`troupe backend \(word)` takes one place.", help: "backend")
    }
    return file
  }

  /// The secret that signs tokens, when it is configured outside.
  private static var secret: String? { ProfileOpening.variable("TROUPE_JWT_SECRET") }

  private static func backendFolder(_ given: Arguments) -> String {
    given[.data] ?? "\(ProfileOpening.usualFolder)/backend"
  }

  private static func backendOptions(_ given: Arguments) throws(Problem) -> BackendOptions {
    var options = BackendOptions(folder: backendFolder(given), schema: .products)
    if let port = try given.listenPort(of: "backend") { options.port = port }
    if let host = given[.listen] { options.host = host }
    options.tls = try given.tlsFiles(of: "backend")
    options.allowsPlainBeyondLoopback = given.has(.insecure)
    options.database = given[.database] ?? ProfileOpening.variable("TROUPE_DATABASE")
    options.pooler = given[pooler] ?? ProfileOpening.variable("TROUPE_POOLER")
    if given.has(seal) {
      options.sealing =
        switch try ProfileOpening.keys(given) {
        case .file: .file
        case .passphrase(let words): .passphrase(words)
        case .custom(let store): .custom(store)
        }
    } else if given.has(key) {
      throw .usage("--key is for --seal.", help: "backend")
    }
    options.bus = given[bus]
    options.mailServer = given[mail] ?? ProfileOpening.variable("TROUPE_MAIL")
    if let from = given[mailFrom] { options.mailFrom = from }
    if let text = given[publicURL] ?? ProfileOpening.variable("API_EXTERNAL_URL") {
      options.publicAddress = try PublicAddress(text)
    }
    if let text = given[proxy] { options.proxies = try TrustedProxies(text) }
    options.site = given[site]
    options.redirects = given[redirect].map { $0.split(separator: ",").map(String.init) } ?? []
    options.providers = given[providers]
    options.functions = try given.functions()
    options.buckets = ServerBucket.products
    options.notices = ServerNotice.products
    options.push = given[.push]
    if let text = given[reuse] {
      guard let seconds = Int(text), (0...3600).contains(seconds) else {
        throw .usage("--reuse-interval is a number of seconds from 0 to 3600.", help: "backend")
      }
      options.reuseInterval = seconds
    }
    if let text = given[largestUpload] {
      guard let size = Int(text), (1...5_120).contains(size) else {
        throw .usage("--largest-upload is a number of MiB from 1 to 5120.", help: "backend")
      }
      options.largestUpload = size << 20
    }
    options.logsRequests = given.has(logRequests)
    return options
  }
}
