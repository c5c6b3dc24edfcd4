import Catalog
import Covers
import Fetch
import Foundation
import JSON
import Kernel
import ServerFunctions
import TestPostgres
import Testing
import Tokens

@testable import Backend

/// The databases on which a deletion is tried.
enum DeletionGround: String, CaseIterable, Sendable {
  case sqlite, postgres

  static let all = allCases.filter { $0 == .sqlite || TestPostgres.isInstalled }
}

/// A server on a manual clock, with one person whose words are marked and another who shares rows with them.
private final class Ward: Sendable {
  static let mark = "Zanzibar"
  static let address = "zanzibar@example.com"
  static let bucket = "meal-photos"

  let server: Running
  let clock = ManualTime(Moment(Date(timeIntervalSince1970: 1_900_000_000)))
  let database: String?
  let settling = Settling()

  init(_ ground: DeletionGround) async throws {
    let database = ground == .postgres ? try TestPostgres.shared().database() : nil
    self.database = database
    let function = ServerFunction(
      "photo", buckets: [ServerBucket(Ward.bucket, types: ["image/*"], largest: 100_000)]
    ) { _, _ in FunctionAnswer(.null) }
    server = try await Running(time: clock.time) {
      $0.database = database
      $0.functions = [function]
    }
  }

  struct Person {
    var token: String
    var refresh: String
    let id: String
  }

  func pass(_ seconds: Int) async { await clock.advance(by: .seconds(seconds), settling: settling) }

  func ask(
    _ method: String, _ path: String, as person: Person? = nil, fields: [String: String] = [:], _ body: String? = nil
  ) async throws -> Running.Told {
    try await server.ask(
      method, path, key: server.backend.keys.anon, bearer: person?.token, fields: fields, body: body)
  }

  func enter(_ path: String, _ email: String) async throws -> Person {
    let told = try await ask("POST", path, #"{"email":"\#(email)","password":"a-long-secret"}"#)
    return Person(
      token: try #require(told.json["access_token"]?.string, "\(told.text)"),
      refresh: try #require(told.json["refresh_token"]?.string),
      id: try #require(told.json["user"]?["id"]?.string))
  }

  func signUp(_ email: String = Ward.address) async throws -> Person { try await enter("/auth/v1/signup", email) }
  func signIn(_ email: String = Ward.address) async throws -> Person {
    try await enter("/auth/v1/token?grant_type=password", email)
  }

  /// Writes marked rows of several products, a marked picture, and a row that the other person shares.
  func fill(_ person: Person, sharedWith other: Person) async throws {
    let rows = [
      ("mood_entries", #"{"mood":3,"note":"\#(Ward.mark) was calm"}"#),
      ("journal_entries", #"{"body":"\#(Ward.mark) all day"}"#), ("todos", #"{"title":"Call \#(Ward.mark)"}"#),
    ]
    for (table, row) in rows {
      let told = try await ask("POST", "/rest/v1/\(table)", as: person, row)
      #expect(told.status == 201, "\(table): \(told.text)")
    }
    let picture = try await ask(
      "POST", "/storage/v1/object/\(Ward.bucket)/\(person.id)/a.png", as: person,
      fields: ["content-type": "image/png"], "\(Ward.mark) PNG")
    #expect(picture.status == 200, "\(picture.text)")
    let meal = try await ask(
      "POST", "/rest/v1/meals", as: person,
      #"{"kind":"lunch","description":"\#(Ward.mark) soup","photo_path":"\#(Ward.bucket)/\#(person.id)/a.png"}"#)
    #expect(meal.status == 201, "\(meal.text)")
    try await request(from: person, to: other, "I am \(Ward.mark)")
    try await request(from: other, to: person, "from the other")
    // Changes and deletions leave older versions behind.
    _ = try await ask("PATCH", "/rest/v1/todos?title=like.*", as: person, #"{"notes":"\#(Ward.mark) again"}"#)
    _ = try await ask("POST", "/rest/v1/todos", as: person, #"{"title":"\#(Ward.mark) gone"}"#)
    _ = try await ask("DELETE", "/rest/v1/todos?title=eq.\(Ward.mark)%20gone", as: person)
  }

  /// A connection request, which only the server makes.
  private func request(from sender: Person, to recipient: Person, _ note: String) async throws {
    let told = try await server.ask(
      "POST", "/rest/v1/connection_requests", key: server.backend.keys.service,
      body: #"{"owner":"\#(sender.id)","sender":"\#(sender.id)","recipient":"\#(recipient.id)","#
        + #""asks_for":"sponsor","note":"\#(note)"}"#)
    #expect(told.status == 201, "\(told.text)")
  }

  /// Everything that a person sees in these tables.
  func view(_ person: Person) async throws -> [String] {
    var seen: [String] = []
    for table in ["mood_entries", "journal_entries", "todos", "meals", "connection_requests"] {
      seen.append(try await ask("GET", "/rest/v1/\(table)?order=id", as: person).text)
    }
    return seen
  }

  func mails() throws -> [String] {
    let folder = "\(server.folder)/mails"
    return try FileManager.default.contentsOfDirectory(atPath: folder).sorted().filter { $0.hasSuffix(".eml") }
      .map { try String(contentsOfFile: "\(folder)/\($0)", encoding: .utf8) }
  }

  func certificate(_ receipt: String) async throws -> Running.Told {
    try await ask("POST", "/auth/v1/deletion/certificate", #"{"receipt":"\#(receipt)"}"#)
  }

  /// The places where a word is found: files of the server's folder, and tables of PostgreSQL.
  func places(of words: [String]) throws -> [String] {
    var found: [String] = []
    let files = try #require(FileManager.default.enumerator(atPath: server.folder))
    while let name = files.nextObject() as? String {
      guard let bytes = try? Data(contentsOf: URL(filePath: "\(server.folder)/\(name)")) else { continue }
      for word in words where bytes.range(of: Data(word.utf8)) != nil { found.append("\(name): \(word)") }
    }
    guard let database else { return found }
    let name = TestPostgres.name(in: database)
    let tables = try TestPostgres.shared().sql(
      "select table_schema || '.' || quote_ident(table_name) from information_schema.tables "
        + "where table_schema in ('public', 'troupe', 'sync') and table_type = 'BASE TABLE'", in: name)
    for table in tables.split(separator: "\n") {
      let text = try TestPostgres.shared().sql("select t::text from \(table) as t", in: name)
      for word in words where text.contains(word) { found.append("\(table): \(word)") }
    }
    return found
  }

  func stop() async { await server.stop() }
}

@Suite("The deletion of an account", .timeLimit(.minutes(10)))
struct DeletionTests {
  private func warded(_ ground: DeletionGround, _ body: (Ward) async throws -> Void) async throws {
    let ward = try await Ward(ground)
    do {
      try await body(ward)
      await ward.stop()
    } catch {
      await ward.stop()
      throw error
    }
  }

  private let day = 86_400

  @Test("takes the current password or a sign-in of the last ten minutes", arguments: DeletionGround.all)
  func asked(_ ground: DeletionGround) async throws {
    try await warded(ground) { ward in
      let person = try await ward.signUp()
      #expect(try await ward.ask("GET", "/auth/v1/user/deletion", as: person).json == ["state": "none"])
      #expect(try await ward.ask("GET", "/auth/v1/user/deletion").status == 401)
      await ward.pass(601)
      let late = try await ward.ask("POST", "/auth/v1/user/deletion", as: person, "{}")
      #expect(late.status == 400 && late.json["code"] == "reauthentication_needed")
      let wrong = try await ward.ask("POST", "/auth/v1/user/deletion", as: person, #"{"password":"wrong"}"#)
      #expect(wrong.status == 400 && wrong.json["code"] == "current_password_mismatch")
      for rubbish in [#"{"password":7}"#, "[", #"{"password":["a"]}"#] {
        #expect(try await ward.ask("POST", "/auth/v1/user/deletion", as: person, rubbish).status == 400)
      }
      #expect(try await ward.ask("GET", "/auth/v1/user/deletion", as: person).json == ["state": "none"])
      let asked = try await ward.ask("POST", "/auth/v1/user/deletion", as: person, #"{"password":"a-long-secret"}"#)
      #expect(asked.status == 200 && asked.json["state"] == "scheduled")
      await ward.pass(60)
      let again = try await ward.ask("POST", "/auth/v1/user/deletion", as: person, #"{"password":"a-long-secret"}"#)
      #expect(again.json == asked.json)
      let fresh = try await ward.signUp("other@example.com")
      #expect(try await ward.ask("POST", "/auth/v1/user/deletion", as: fresh, "{}").status == 200)
    }
  }

  @Test(
    "cancelled within 14 days leaves everything as it was, for its person and for others; every sign-in says so",
    .covers("yh-S04.6.2-E3", "yh-S04.6.2-B27"), arguments: DeletionGround.all)
  func cancelled(_ ground: DeletionGround) async throws {
    try await warded(ground) { ward in
      let other = try await ward.signUp("other@example.com")
      var person = try await ward.signUp()
      try await ward.fill(person, sharedWith: other)
      let (mine, theirs) = (try await ward.view(person), try await ward.view(other))
      let asked = try await ward.ask("POST", "/auth/v1/user/deletion", as: person, "{}")
      let receipt = try #require(asked.json["receipt"]?.string)
      #expect(asked.json["erases_at"]?.string?.hasPrefix("2030-03-31T17:46:40") == true)
      // A mail that is under way when days pass is taken for one that was lost, and is sent again.
      await ward.server.backend.errandsDone()
      await ward.pass(14 * day - 100)
      // Sign-in works, and its answer says so.
      person = try await ward.signIn()
      let other2 = try await ward.signIn("other@example.com")
      let user = try await ward.ask("GET", "/auth/v1/user", as: person)
      #expect(user.json["app_metadata"]?["erases_at"] == asked.json["erases_at"])
      #expect(try await ward.ask("GET", "/auth/v1/user/deletion", as: person).json == asked.json)
      #expect(try await ward.view(person) == mine)
      #expect(try await ward.view(other2) == theirs)
      #expect(try await ward.certificate(receipt).status == 404)
      #expect(try await ward.ask("DELETE", "/auth/v1/user/deletion", as: person).json == ["state": "none"])
      #expect(try await ward.ask("DELETE", "/auth/v1/user/deletion", as: person).status == 200)
      await ward.server.backend.errandsDone()
      let subjects = try ward.mails().compactMap { $0.split(separator: "\r\n").first { $0.hasPrefix("Subject") } }
      #expect(subjects == ["Subject: Your account will be erased", "Subject: Your account is kept"])
      await ward.pass(30 * day)
      person = try await ward.signIn()
      #expect(try await ward.view(person) == mine)
      let kept = try await ward.ask("GET", "/auth/v1/user", as: person)
      #expect(kept.json["app_metadata"]?["erases_at"] == nil)
      #expect(try await ward.certificate(receipt).status == 404)
      let picture = try await ward.ask("GET", "/storage/v1/object/\(Ward.bucket)/\(person.id)/a.png", as: person)
      #expect(picture.text == "\(Ward.mark) PNG")
      await ward.server.backend.errandsDone()
      // The folder keeps no mail for longer than 14 days.
      #expect(try ward.mails().isEmpty)
    }
  }

  @Test(
    "after 14 days nothing of the person is left in any file or table, and the certificate says what was erased",
    .covers("yh-S04.6.2-B8", "yh-S04.6.2-B27", "vx-FR-046", "cd-NFR-S5"), arguments: DeletionGround.all)
  func erased(_ ground: DeletionGround) async throws {
    try await warded(ground) { ward in
      let other = try await ward.signUp("other@example.com")
      var person = try await ward.signUp()
      try await ward.fill(person, sharedWith: other)
      let words = [Ward.mark, Ward.address]
      #expect(try !ward.places(of: words).isEmpty)
      let asked = try await ward.ask("POST", "/auth/v1/user/deletion", as: person, "{}")
      let receipt = try #require(asked.json["receipt"]?.string)
      await ward.pass(14 * day - 10)
      person = try await ward.signIn()
      _ = try await ward.ask("POST", "/auth/v1/recover", #"{"email":"\#(Ward.address)"}"#)
      await ward.pass(10)
      await ward.server.backend.errandsDone()

      let certificate = try await ward.certificate(receipt)
      #expect(certificate.status == 200, "\(certificate.text)")
      let counts = try #require(certificate.json["counts"]?.object)
      #expect(counts["mood_entries"] == 1 && counts["todos"] == 1 && counts["meals"] == 1 && counts["files"] == 1)
      #expect(counts["connection_requests"] == 1 && counts["sessions"] == 2 && counts["identities"] == 1)
      #expect(certificate.json["erased_at"]?.string?.hasPrefix("2030-03-31T17:46:40") == true)
      #expect(certificate.json["signature"]?.string?.isEmpty == false)
      #expect(!words.contains { certificate.text.contains($0) } && !certificate.text.contains(person.id))
      // A device that was never told of the deletion asks with the token that it still has.
      let claimed = try await ward.ask("POST", "/auth/v1/deletion/certificate", #"{"token":"\#(person.token)"}"#)
      #expect(claimed.json == certificate.json)
      let stranger = try await ward.ask("POST", "/auth/v1/deletion/certificate", #"{"token":"\#(other.token)"}"#)
      #expect(stranger.status == 404)
      for rubbish in ["{}", #"{"receipt":"x"}"#, #"{"receipt":7}"#, #"{"token":"x.y.z"}"#, #"{"token":[]}"#, "["] {
        let told = try await ward.ask("POST", "/auth/v1/deletion/certificate", rubbish)
        #expect([400, 404].contains(told.status))
      }

      // Writing and every sign-in are refused at once, though the token has not expired.
      #expect(try await ward.ask("POST", "/rest/v1/mood_entries", as: person, #"{"mood":1}"#).status == 401)
      #expect(
        try await ward.ask(
          "POST", "/storage/v1/object/\(Ward.bucket)/\(person.id)/b.png", as: person,
          fields: ["content-type": "image/png"], "PNG"
        ).status >= 400)
      #expect(
        try await ward.ask(
          "POST", "/auth/v1/token?grant_type=refresh_token", #"{"refresh_token":"\#(person.refresh)"}"#
        ).status == 400)
      let refused = try await ward.ask(
        "POST", "/auth/v1/token?grant_type=password",
        #"{"email":"\#(Ward.address)","password":"a-long-secret"}"#)
      #expect(refused.status == 400)

      // The person's mailbox: the certificate is the only mail to the address.
      let mails = try ward.mails().filter { $0.contains(Ward.address) }
      #expect(mails.count == 1 && mails[0].contains("Subject: Your account was erased"))
      #expect(mails[0].contains(try #require(certificate.json["id"]?.string)))
      try FileManager.default.removeItem(atPath: "\(ward.server.folder)/mails")
      await ward.pass(3 * 3_600)
      await ward.server.backend.errandsDone()
      // The other's request names an identifier alone, and stays.
      let again = try await ward.signIn("other@example.com")
      let left = try await ward.ask("GET", "/rest/v1/connection_requests?select=note", as: again)
      #expect(left.json == [["note": "from the other"]])
      #expect(try ward.places(of: words) == [])

      // The same address makes a new account, which sees nothing old.
      let new = try await ward.signUp()
      #expect(new.id != person.id)
      #expect(try await ward.view(new).allSatisfy { $0 == "[]" })
      #expect(try await ward.ask("GET", "/auth/v1/user/deletion", as: new).json == ["state": "none"])
    }
  }

  @Test("a server that did not run on the day erases at its next start")
  func away() async throws {
    try await warded(.sqlite) { ward in
      let other = try await ward.signUp("other@example.com")
      let person = try await ward.signUp()
      try await ward.fill(person, sharedWith: other)
      let asked = try await ward.ask("POST", "/auth/v1/user/deletion", as: person, "{}")
      await ward.server.backend.stop()
      await ward.pass(14 * day)
      var options = BackendOptions(folder: ward.server.folder, schema: .products)
      options.port = 0
      let backend = try await Backend.start(options, time: ward.clock.time)
      await backend.errandsDone()
      let fetch = try Fetch()
      let receipt = asked.json["receipt"]?.string ?? ""
      let told = try await fetch.send(
        Outgoing(
          "POST", "\(backend.address)/auth/v1/deletion/certificate",
          headers: [.init("apikey", backend.keys.anon), .init("content-type", "application/json")],
          body: Array(#"{"receipt":"\#(receipt)"}"#.utf8)))
      #expect(told.status == 200)
      await backend.stop()
      await fetch.close()
      try? FileManager.default.removeItem(atPath: "\(ward.server.folder)/mails")
      #expect(try ward.places(of: [Ward.mark, Ward.address]) == [])
    }
  }
}

@Suite("Uploads that no row names", .timeLimit(.minutes(10)))
struct UnnamedUploadTests {
  @Test("go after a week; those that a row names, even one that arrives late, stay", arguments: DeletionGround.all)
  func sweeps(_ ground: DeletionGround) async throws {
    let ward = try await Ward(ground)
    var person = try await ward.signUp()
    func upload(_ name: String) async throws {
      let told = try await ward.ask(
        "POST", "/storage/v1/object/\(Ward.bucket)/\(person.id)/\(name)", as: person,
        fields: ["content-type": "image/png"], "PNG")
      #expect(told.status == 200, "\(told.text)")
    }
    func exists(_ name: String) async throws -> Bool {
      try await ward.ask("GET", "/storage/v1/object/\(Ward.bucket)/\(person.id)/\(name)", as: person).status == 200
    }
    func save(_ path: String) async throws {
      let told = try await ward.ask(
        "POST", "/rest/v1/meals", as: person, #"{"kind":"lunch","description":"soup","photo_path":"\#(path)"}"#)
      #expect(told.status == 201, "\(told.text)")
    }
    for name in ["named.png", "late.png", "short.png", "forgotten.png"] { try await upload(name) }
    try await save("\(Ward.bucket)/\(person.id)/named.png")
    await ward.pass(6 * 86_400 + 3_600)
    person = try await ward.signIn()
    try await save("\(Ward.bucket)/\(person.id)/late.png")
    try await save("\(person.id)/short.png")
    try await upload("young.png")
    for name in ["named.png", "late.png", "short.png", "forgotten.png", "young.png"] { #expect(try await exists(name)) }
    await ward.pass(2 * 86_400)
    person = try await ward.signIn()
    for name in ["named.png", "late.png", "short.png", "young.png"] { #expect(try await exists(name), "\(name)") }
    #expect(try await !exists("forgotten.png"))
    await ward.stop()
  }
}
