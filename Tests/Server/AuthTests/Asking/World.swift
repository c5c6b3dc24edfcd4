import Foundation
import Gate
import JSON
import Kernel
import Mail
import PostgresStore
import Relational
import SQLiteStore
import TestPostgres
import Testing
import Tokens
import Transport

@testable import Auth

/// Auth with a real database, a manual clock and a mailbox.
final class World: Sendable {
  static let secret = "a secret of at least thirty-two characters"
  static let url = "http://127.0.0.1:54321/auth/v1"
  static let site = "https://app.example.org/start"

  let auth: Auth
  let store: any Database
  let time: ManualTime
  let key: TokenKey
  let keys: ProjectKeys
  let gatekeeper: Gatekeeper
  let letters: Locked<[Letter]>
  let texts: Locked<[String]>
  let forgotten: Locked<[String]>
  /// The lengths of entries that stand for nothing, and the jobs that are scheduled.
  let decoys: Locked<[Int]>
  let jobs: Locked<[Job]>
  /// The failures of the next calls to forget somebody.
  let failures: Locked<[Failure]>
  private let folder: String

  init(
    texts hasTexts: Bool = false, externalProviders: ExternalProviders = .nobody, failing: Failure? = nil,
    store given: (any Database)? = nil,
    passwords: Passwords = Passwords(.least), _ change: (inout AuthSettings) -> Void = { _ in }
  ) throws {
    folder = FileManager.default.temporaryDirectory.appending(path: "auth-\(UUID().uuidString)").path
    time = ManualTime(Moment(Date(timeIntervalSince1970: 1_768_478_400)))
    key = try TokenKey(World.secret)
    keys = try ProjectKeys(key)
    let sound: any Database =
      try given ?? SQLiteStore.open(folder, schema: Schema([]), migrations: Auth.migrations, time: time.time)
    let store: any Database = failing.map { Failing(sound, $0) } ?? sound
    self.store = store
    let (letters, texts, forgotten) = (Locked<[Letter]>([]), Locked<[String]>([]), Locked<[String]>([]))
    let (decoys, jobs, failures) = (Locked<[Int]>([]), Locked<[Job]>([]), Locked<[Failure]>([]))
    (self.decoys, self.jobs, self.failures) = (decoys, jobs, failures)
    (self.letters, self.texts, self.forgotten) = (letters, texts, forgotten)
    var settings = AuthSettings(url: World.url, siteURL: World.site)
    settings.allowedRedirects = ["myapp://"]
    change(&settings)
    let vouching = try Vouching(key)
    let send: @Sendable (String, String) async -> Bool = { number, words in
      texts.withLock { $0.append("\(number): \(words)") }
      return true
    }
    gatekeeper = Gatekeeper(vouching, time: time.time)
    auth = try Auth(
      settings,
      AuthNeeds(
        database: store, vouching: vouching, passwords: passwords, externalProviders: externalProviders,
        outbox: AuthOutbox(
          post: { letter, _, _ in letters.withLock { $0.append(letter) } },
          decoy: { length, _ in decoys.withLock { $0.append(length) } },
          schedule: { kind, person, due, _ in jobs.withLock { $0.append(Job(kind: kind, person: person, due: due)) } },
          withdraw: { kind, person, _ in
            jobs.withLock { $0.removeAll { $0.person == person && (kind == nil || $0.kind == kind) } }
          },
          wake: {}),
        text: hasTexts ? send : nil,
        forget: { person throws(Failure) in
          if let failure = failures.withLock({ $0.popLast() }) { throw failure }
          forgotten.withLock { $0.append(person) }
        },
        erasing: AuthErasing(holdings: { _ in [:] }, forgetMails: { _ in }, scrub: {}), time: time.time))
  }

  /// The databases that a test runs on.
  enum Store: String, CaseIterable, Sendable {
    case sqlite, postgres

    static var here: [Store] { TestPostgres.isInstalled ? Store.allCases : [.sqlite] }
  }

  /// Runs with a world whose rows are in a database of that kind.
  static func on(
    _ store: Store, externalProviders: ExternalProviders = .nobody, _ change: (inout AuthSettings) -> Void = { _ in },
    _ body: (World) async throws -> Void
  ) async throws {
    var given: (any Database)?
    if store == .postgres {
      given = try await PostgresStore.open(
        address: try TestPostgres.shared().database(), schema: Schema([]), migrations: Auth.migrations)
    }
    try await body(try World(externalProviders: externalProviders, store: given, change))
    await given?.close()
  }

  struct Job: Sendable, Hashable {
    let kind: String
    let person: String
    let due: Date
  }

  deinit { try? FileManager.default.removeItem(atPath: folder) }

  func pass(_ seconds: Int) async { await time.advance(by: .seconds(seconds), settling: Settling()) }

  // MARK: - Requests

  struct Answer {
    let status: Int
    let headers: Headers
    let json: JSON

    var code: String? { json["code"]?.string }
    var message: String? { json["message"]?.string }
    var user: JSON { json["user"] ?? .null }
    var access: String { json["access_token"]?.string ?? "" }
    var refresh: String { json["refresh_token"]?.string ?? "" }
    /// The access token in the fragment.
    var entered: String { fragment["access_token"] ?? "none" }
    var place: String { headers["location"] ?? "" }
    /// The fields in the query, and below in the fragment, of the redirect address.
    var query: FormFields { fields(between: "?", and: "#") }
    var fragment: FormFields { fields(between: "#", and: nil) }

    private func fields(between start: Character, and end: Character?) -> FormFields {
      guard let from = place.firstIndex(of: start) else { return FormFields() }
      var rest = place[place.index(after: from)...]
      if let end { rest = rest.prefix { $0 != end } }
      return (try? FormFields(form: Array(rest.utf8))) ?? FormFields()
    }
  }

  func ask(
    _ method: String, _ path: String, _ body: JSON? = nil, bearer: String? = nil, key: String?? = nil,
    from network: String = "127.0.0.1"
  ) async throws -> Answer {
    try await ask(
      method, path, bytes: body.map { [UInt8](try JSON.data($0)) } ?? [], bearer: bearer, key: key, from: network)
  }

  func ask(
    _ method: String, _ path: String, bytes: [UInt8], bearer: String? = nil, key: String?? = nil,
    from network: String = "127.0.0.1"
  ) async throws -> Answer {
    var lines = ["\(method) /auth/v1/\(path) HTTP/1.1", "Host: a", "X-Supabase-Api-Version: 2024-01-01"]
    lines.append("Content-Type: application/json;charset=UTF-8")
    if let key = key ?? .some(keys.anon) { lines.append("apiKey: \(key)") }
    if let bearer { lines.append("Authorization: Bearer \(bearer)") }
    var parser = RequestParser()
    parser.append(Array((lines.joined(separator: "\r\n") + "\r\n\r\n").utf8))
    guard case .head(let head)? = try parser.next() else { throw Unanswered() }
    let request = Request(head: head, body: bytes, peer: Peer(address: network, isSecure: false))
    let response = await auth.answer(
      request, at: head.target.segments.dropFirst(2), from: gatekeeper.credential(of: head))
    guard case .bytes(let out) = response.content else { throw Unanswered() }
    #expect(response.headers["x-supabase-api-version"] == "2024-01-01")
    return Answer(
      status: response.status.code, headers: response.headers, json: out.isEmpty ? .null : try JSON(bytes: out))
  }

  struct Unanswered: Error {}

  // MARK: - Common requests

  @discardableResult
  func signUp(_ email: String = "ada@example.com", _ password: String = "correct horse") async throws -> Answer {
    let answer = try await ask("POST", "signup", ["email": .string(email), "password": .string(password), "data": [:]])
    try #require(answer.status == 200, "\(answer.json)")
    return answer
  }

  func signIn(
    _ email: String = "ada@example.com", _ password: String = "correct horse", from network: String = "127.0.0.1"
  ) async throws -> Answer {
    try await ask(
      "POST", "token?grant_type=password", ["email": .string(email), "password": .string(password), "data": [:]],
      from: network)
  }

  func refresh(_ token: String, bearer: String? = nil) async throws -> Answer {
    try await ask("POST", "token?grant_type=refresh_token", ["refresh_token": .string(token)], bearer: bearer)
  }

  /// The newest letter.
  func letter(to address: String) throws -> Letter {
    try #require(letters.withLock { $0.last { $0.to == address } })
  }

  func link(to address: String) throws -> (token: String, path: String) {
    let text = try letter(to: address).text
    let line = try #require(text.split(separator: "\n").first { $0.hasPrefix("http") })
    let path = String(line.dropFirst(World.url.count + 1))
    let query = try FormFields(form: Array(path.split(separator: "?")[1].utf8))
    return (try #require(query["token"]), path)
  }

  func code(to address: String) throws -> String {
    let text = try letter(to: address).text
    let start = try #require(text.range(of: "code: ")).upperBound
    return String(text[start...].prefix(6))
  }
}
