import Catalog
import Fetch
import Foundation
import JSON
import Kernel
import Outbox
import PostgresStore
import Push
public import Relational
import SQLiteStore
import ServerFunctions
import Signing
import TestKeys
import TestPostgres
import Testing
import Tokens

import struct Storage.MasterKey

@testable import PushDelivery

/// The databases on which the suites run.
enum Ground: String, CaseIterable, Sendable {
  case sqlite, postgres

  static let all = allCases.filter { $0 == .sqlite || TestPostgres.isInstalled }
}

/// The push services of Apple, Google and a browser, which record what they are asked and answer as a test says.
actor PushWorld {
  private(set) var asked: [Outgoing] = []
  private var answers: [Incoming]
  private var onward: (@Sendable (Outgoing) async throws(Problem) -> Incoming)?

  init(answers: [Incoming] = []) { self.answers = answers }

  /// Sends from now on what is asked.
  func forward(_ onward: @escaping @Sendable (Outgoing) async throws(Problem) -> Incoming) { self.onward = onward }

  func receive(_ request: Outgoing) async throws(Problem) -> Incoming {
    if let onward { return try await onward(request) }
    if request.address.contains("/token") {
      return Incoming(status: 200, body: Array(#"{"access_token":"access","expires_in":3600}"#.utf8))
    }
    asked.append(request)
    return answers.isEmpty ? Incoming(status: 200) : answers.removeFirst()
  }

  func answer(_ more: Incoming...) { answers += more }
  func forget() { asked = [] }
}

/// A database with the tables of all products, two people who are connected, and a push delivery on a manual clock.
final class PushStage: Sendable {
  /// Monday, 5 June 2028, 12:00 UTC.
  static let noon = Date(timeIntervalSince1970: 1_843_819_200)
  static let key = [UInt8](repeating: 9, count: 32)
  static let apple = String(repeating: "ab", count: 32)
  static let p256dh = "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4"

  let database: any Database
  let clock = ManualTime(Moment(PushStage.noon))
  let world = PushWorld()
  let anna = UUID().uuidString.lowercased()
  let ben = UUID().uuidString.lowercased()
  let connection = UUID().uuidString.lowercased()
  let lines = Locked<[String]>([])
  /// The longest time that a message may take on a server that is made from now on.
  let longestSend = Locked(Duration.seconds(8))
  private let ended = Locked<Set<String>>([])
  private let services: PushServices
  private let folder: String?

  /// With `key` the database of SQLite is sealed.
  init(_ ground: Ground, key: MasterKey? = nil) async throws {
    let migrations = OutboxWorker.migrations + PushDelivery.migrations
    switch ground {
    case .sqlite:
      let folder = FileManager.default.temporaryDirectory.appending(path: "push-\(UUID().uuidString)").path
      self.folder = folder
      database = try SQLiteStore.open(folder, schema: .products, migrations: migrations, time: clock.time, key: key)
    case .postgres:
      folder = nil
      database = try await PostgresStore.open(
        address: try TestPostgres.shared().database(), schema: .products, migrations: migrations)
    }
    let pem = try ForeignKey(curve: "P-256").pem
    let account: JSON = [
      "private_key": .string(try ForeignKey(rsa: 2048).pem), "client_email": "push@example.org", "project_id": "troupe",
      "token_uri": "https://oauth.example.org/token",
    ]
    services = PushServices(
      web: try WebPushSender(key: try PrivateKey(pem: pem), contact: "mailto:operator@example.org"),
      apns: try APNsSender(
        key: try PrivateKey(pem: pem), keyID: "ABCDE12345", team: "FGHIJ67890", app: "org.example.volvox"),
      fcm: try FCMSender(serviceAccount: [UInt8](try JSON.data(account))))
    await database.watch(["messages", "connection_requests", "notifications"])
    try await insert(
      "connection_requests",
      [
        "id": .text(connection), "sender": .text(anna), "recipient": .text(ben), "asks_for": "sponsor",
        "status": "accepted",
      ], owner: anna, at: -86_400)
    try await insert(
      "connections",
      ["id": .text(connection), "request": .text(connection), "sponsor": .text(ben), "sponsee": .text(anna)],
      owner: ben, at: nil)
  }

  /// A running server: the outbox with the work of a push delivery.
  struct Running: Sendable {
    let push: PushDelivery
    let outbox: OutboxWorker

    func stop() async {
      await push.close()
      await outbox.close()
    }
  }

  /// Starts a server whose outbox has other work, too.
  func start(with others: [OutboxKind] = []) async -> Running {
    let running = await made()
    await running.outbox.begin(running.push.kinds + others)
    await running.push.begin()
    return running
  }

  func made() async -> Running {
    let (lines, world, ended) = (lines, world, ended)
    let log = Log { line in lines.withLock { $0.append(line.text) } }
    var settings = OutboxSettings()
    settings.atOnce = 2 * PushDelivery.share.atOnce
    settings.shares = [PushDelivery.share]
    let outbox = OutboxWorker(
      database, key: PushStage.key, settings: settings, time: clock.time, chance: { 0.5 }, log: log)
    var needs = PushDelivery.Needs(
      database: database, outbox: outbox, key: PushStage.key,
      send: { request throws(Problem) in try await world.receive(request) },
      isSignedIn: { session, _ throws(Failure) in ended.withLock { !$0.contains(session) } })
    (needs.time, needs.log, needs.longestSend) = (clock.time, log, longestSend.withLock { $0 })
    return Running(push: PushDelivery(services, ServerNotice.products, needs), outbox: outbox)
  }

  func end(session: String) { ended.withLock { _ = $0.insert(session) } }

  // MARK: Rows

  @discardableResult
  func insert(_ name: String, _ values: [String: Value], owner: String, at seconds: Double?) async throws -> String {
    let table = try #require(database.schema.tables[name])
    var values = values.merging(["owner": .text(owner)]) { $1 }
    if values["id"] == nil { values["id"] = .text(UUID().uuidString.lowercased()) }
    if let seconds { values["sent_at"] = .text(Moment(clock.now.date.addingTimeInterval(seconds)).text) }
    let columns = values.keys.sorted()
    _ = try await database.insert(
      Insert(table, columns: columns, rows: [columns.map { values[$0] ?? .null }]), as: .service)
    return values["id"]?.string ?? ""
  }

  @discardableResult
  func message(_ body: Value = "c2VhbGVkIHdvcmRz") async throws -> String {
    try await insert(
      "messages",
      ["connection": .text(connection), "sender": .text(anna), "recipient": .text(ben), "body": body], owner: anna,
      at: 0)
  }

  @discardableResult
  func request() async throws -> String {
    try await insert(
      "connection_requests",
      ["sender": .text(anna), "recipient": .text(ben), "asks_for": "sponsor", "note": "Please, Ben."], owner: anna,
      at: 0)
  }

  func change(_ name: String, _ id: String, _ values: [String: Value]) async throws {
    let table = try #require(database.schema.tables[name])
    _ = try await database.update(
      Update(table, values: values, filter: .compare("id", .equal, .text(id))), as: .service)
  }

  func set(_ name: String, _ json: Value) async throws {
    try await insert("settings", ["name": .text(name), "value": json, "clock": "1-0-a"], owner: ben, at: nil)
  }

  // MARK: Devices

  @discardableResult
  func device(
    _ address: PushAddress = .apns(PushStage.apple), of person: String? = nil, zone: String = "GMT",
    session: String? = nil, product: String = "volvox", key: SigningKey? = nil, id: String? = nil
  ) async throws -> String {
    let id = id ?? UUID().uuidString.lowercased()
    var json = address.json
    if let key, var members = json.object {
      members["key"] = .string(Base64URL.text(key.revealed))
      json = .object(members)
    }
    let sealed = try #require(PayloadSealing(PushStage.key).seal(json, of: id, "push"))
    let device = PushTables.Device(
      id: id, person: person ?? ben, session: session, product: product, zone: zone, address: sealed)
    try await database.transact { store throws(Failure) in
      try PushTables.keep(device, addressHash: address.hash(of: product), most: 20, at: 1, store)
    }
    return id
  }

  static let browser = browser(at: "/volvox")

  /// The one subscription of a browser, with the place of a product and profile on it.
  static func browser(at base: String) -> PushAddress {
    .web(endpoint: "https://push.example.net/send/abc", p256dh: p256dh, auth: "BTBZMqHH6r4Tts7J_aSIgg", base: base)
  }

  // MARK: Waiting

  /// Returns when so many rows were noted, whatever became of them.
  func noted(_ count: Int) async throws {
    while try await number("push_notices") < count { await Task.yield() }
  }

  func number(_ table: String) async throws -> Int {
    let sql = "select count(*) from \(table)"
    return try await database.look { session throws(Failure) in try session.row(sql, [])?[0].int ?? 0 }
  }

  /// Lets time pass, and the outbox work. It is woken too, since the alarm for an entry may be set only after the clock was
  /// advanced; what an entry posts may be due at once.
  func pass(_ seconds: Double, _ running: Running) async {
    await clock.advance(by: .seconds(seconds), settling: Settling())
    for _ in 0..<2 {
      await running.outbox.wake()
      await running.outbox.idle()
    }
  }

  func close() async {
    await database.close()
    if let folder { try? FileManager.default.removeItem(atPath: folder) }
  }
}

extension Value: ExpressibleByStringLiteral {
  public init(stringLiteral text: String) { self = .text(text) }
}
