import Backend
import Catalog
import Connectivity
import Embedded
import Fetch
import Foundation
import Interface
import JSON
import Kernel
import Loopback
import Notifications
import Permissions
import ServerFunctions
import ShellTesting
import Storage
import Supabase
import TestKeys
import Testing
import Tokens

@testable import Shell

/// A phone with its permission, its tokens and its icon.
final class Phone: Sendable {
  static let tokens = ["ab", "cd", "ef"].map { String(repeating: $0, count: 32) }

  let number = Locked(0)
  let standing = Locked(PermissionStanding.undecided)
  let renewals = Locked<[Bool]>([])
  let channels = Locked<[PushChannel]>([])
  let badges = Locked<[Int]>([])
  let disturbing = AsyncStream.makeStream(of: Bool.self)
  let rotations = AsyncStream.makeStream(of: PushToken.self)
  let service: PushToken.Service
  /// The time for which a token is taken, and the clock that it is measured by.
  private let life: (seconds: Double, clock: ManualTime)?

  init(_ service: PushToken.Service = .apns, lives life: (seconds: Double, clock: ManualTime)? = nil) {
    self.service = service
    self.life = life
  }

  var permissions: PermissionPort {
    PermissionPort(
      standing: { _ throws(Problem) in self.standing.withLock { $0 } },
      ask: { _ throws(Problem) in
        self.standing.withLock {
          $0 = .granted
          return $0
        }
      }, openSettings: { _ throws(Problem) in },
      askQuietly: { _ throws(Problem) in
        self.standing.withLock {
          $0 = .quiet
          return $0
        }
      })
  }

  var push: PushPort {
    let (stream, rotated) = (disturbing.stream, rotations.stream)
    return PushPort(
      token: { isRenewal throws(Problem) in
        self.renewals.withLock { $0.append(isRenewal) }
        if isRenewal { self.number.withLock { $0 += 1 } }
        return PushToken(
          self.service, Redacted(Self.tokens[self.number.withLock { $0 } % 3]),
          expires: self.life.map { $0.clock.now.date.addingTimeInterval($0.seconds) })
      },
      rotations: { rotated },
      setUp: { channels in self.channels.withLock { $0 = channels } },
      badge: { count in self.badges.withLock { $0.append(count) } }, doNotDisturb: { stream })
  }
}

/// A copy of Firebase Cloud Messaging (HTTP v1) on this machine: it gives an access token for an assertion of the service
/// account, takes messages with that token alone, and keeps them.
final class LocalFirebase: Sendable {
  static let path = "/v1/projects/troupe-test/messages:send"

  let messages = Locked<[JSON]>([])
  /// The requests for access, and those that were refused.
  let asked = Locked<[String]>([])
  let refused = Locked<[String]>([])
  /// The token of each message that was asked to be sent, taken or not.
  let attempts = Locked<[String]>([])
  /// Tokens of apps that are no longer installed.
  let gone = Locked<Set<String>>([])
  private let listener: Listener

  init() throws {
    let (messages, asked, refused, gone, attempts) = (messages, asked, refused, gone, attempts)
    listener = try Listener { talk in
      while let (head, body) = talk.request() {
        let text = String(decoding: body, as: UTF8.self)
        let isAllowed = head.contains { $0.lowercased() == "authorization: bearer access-of-the-test" }
        if head.first?.hasPrefix("POST /token ") == true, text.contains("jwt-bearer"), text.contains("assertion=") {
          asked.withLock { $0.append(text) }
          talk.answer(Array(#"{"access_token":"access-of-the-test","expires_in":3599}"#.utf8))
        } else if head.first?.hasPrefix("POST \(LocalFirebase.path) ") == true, isAllowed,
          let message = (try? JSON(bytes: body))?["message"]
        {
          attempts.withLock { $0.append(message["token"]?.string ?? "") }
          if let token = message["token"]?.string, gone.withLock({ $0.contains(token) }) {
            talk.answer(
              Array(#"{"error":{"code":404,"status":"NOT_FOUND","details":[{"errorCode":"UNREGISTERED"}]}}"#.utf8),
              status: "404 Not Found")
            continue
          }
          messages.withLock { $0.append(message) }
          talk.answer(Array(#"{"name":"projects/troupe-test/messages/1"}"#.utf8))
        } else {
          refused.withLock { $0.append(head.joined(separator: "\n")) }
          talk.answer([], status: "401 Unauthorized")
        }
      }
    }
  }

  var address: String { "http://127.0.0.1:\(listener.port)" }

  func account(_ key: ForeignKey) throws -> String {
    let account: JSON = [
      "private_key": .string(key.pem), "client_email": "sender@troupe-test.iam", "project_id": "troupe-test",
      "token_uri": .string("\(address)/token"),
    ]
    return try JSON.text(account)
  }
}

/// A server of all products that sends to push services of the test, and the requests that arrive there.
final class PushedWorld: Sendable {
  static let email = "maria@example.org"
  static let password = "a-long-secret-of-maria"

  /// In the afternoon no reminder is due.
  static let afternoon = noon.advanced(by: .seconds(5 * 3600))
  let clock = ManualTime(PushedWorld.afternoon)
  let heard: Locked<[String]>
  let lines = Locked<[String]>([])
  let server: EmbeddedServer
  let fetch: Fetch
  let folder = TestFolder()
  let firebase: LocalFirebase
  private let apple: Listener

  init() throws {
    let heard = Locked<[String]>([])
    self.heard = heard
    apple = try Listener { talk in
      while let (head, body) = talk.request() {
        heard.withLock { $0.append(head.joined(separator: "\n") + String(decoding: body, as: UTF8.self)) }
        talk.answer([])
      }
    }
    try FileManager.default.createDirectory(atPath: folder.path, withIntermediateDirectories: true)
    folder.write("key.pem", try ForeignKey(curve: "P-256").pem)
    firebase = try LocalFirebase()
    folder.write("firebase.json", try firebase.account(ForeignKey(rsa: 2048)))
    let file: JSON = [
      "fcm": ["account_file": "firebase.json", "address": .string(firebase.address)],
      "apns": [
        "team": "FGHIJ67890", "key_id": "ABCDE12345", "app": "org.example.app", "key_file": "key.pem",
        "address": .string("http://127.0.0.1:\(apple.port)"),
      ],
    ]
    folder.write("push.json", try JSON.text(file))
    var plan = EmbeddedPlan(folder: "\(folder.path)/backend", schema: .products)
    plan.push = "\(folder.path)/push.json"
    plan.notices = ServerNotice.products
    plan.functions = try ServerFunction.products()
    fetch = try Fetch()
    server = EmbeddedServer(plan, fetch, time: clock.time, log: PushedWorld.log(lines))
  }

  private static func log(_ lines: Locked<[String]>) -> Log { Log { line in lines.withLock { $0.append(line.text) } } }

  /// Opens the app on a phone; a folder that was never used is a new installation.
  func open(_ product: Product, on phone: Phone, in home: TestFolder, seed: UInt64 = 1) async throws -> (
    Person, Window
  ) {
    let person = try await Person.open(
      product, home: .folder(home.path), clock: clock, seed: seed, log: PushedWorld.log(lines), server: server.port,
      permissions: phone.permissions, push: phone.push)
    let window = await person.window()
    try await window.perform(.network(.online))
    return (person, window)
  }

  func turnOn(_ window: Window, quietly: Bool = false) async throws {
    try await window.perform(.open(Route(["notifications", "device"])))
    let button = Command.Target.label(quietly ? "Deliver quietly" : "Turn on notifications")
    try await window.perform(.wait(button, seconds: 30))
    try await window.perform(.tap(button))
    let isOn = await window.shows(within: 30) { $0.labels.contains { $0 == "Allowed" || $0.hasPrefix("They arrive") } }
    #expect(isOn)
  }

  @discardableResult
  func signUp() async throws -> String {
    let account = #"{"email":"\#(Self.email)","password":"\#(Self.password)"}"#
    return try #require(try await ask("POST", "/auth/v1/signup", account)["user"]?["id"]?.string)
  }

  func signIn(_ window: Window, consents: Bool = true) async throws {
    try await window.perform(.open(Route(["account", "sign-in"])))
    try await window.perform(.type(.label("E-mail"), Self.email))
    try await window.perform(.type(.label("Password"), Self.password))
    try await window.perform(.tap(.label("Sign in")))
    try await window.perform(.open(Route(["account"])))
    try await window.perform(.wait(.label("Sign out"), seconds: 30))
    guard consents else { return }
    try await window.consent()
    try await window.perform(.open(Route(["account"])))
  }

  /// The registration that the app keeps of its device, as text.
  func registered(_ person: Person) async throws -> String {
    let bytes = try await Drawer(person.store, clock.time).load("push-registered") ?? []
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Waits until the server knows the device under a token.
  func waits(for person: Person, toRegister token: String = Phone.tokens[0]) async throws {
    while try await !registered(person).contains(token) { await Task.yield() }
  }

  /// Asks the server as its operator.
  @discardableResult
  func ask(_ method: String, _ path: String, _ body: String? = nil) async throws -> JSON {
    let project = try await server.project()
    let key = try Backend.keys(in: "\(folder.path)/backend").service
    let answer = try await fetch.send(
      Outgoing(
        method, project.address + path,
        headers: [
          .init("apikey", key), .init("authorization", "Bearer \(key)"), .init("content-type", "application/json"),
        ], body: body.map { Array($0.utf8) }))
    guard (200..<300).contains(answer.status) else {
      throw Problem("refused", String(decoding: answer.body, as: UTF8.self), remedy: "")
    }
    return answer.body.isEmpty ? .null : try JSON(bytes: answer.body)
  }

  /// Stores what another device of the person has told of.
  func told(_ name: String, _ kind: String, _ body: String, _ link: String, of owner: String) async throws {
    let at = Moment(clock.now.date).text
    let id = ID<NotificationEntry>(named: name)
    try await ask(
      "POST", "/rest/v1/notifications",
      #"{"id":"\#(id)","owner":"\#(owner)","name":"\#(name)","kind":"\#(kind)","body":"\#(body)","link":"\#(link)","action":"Open","why":"","sent_at":"\#(at)"}"#
    )
  }

  /// Lets time pass until so many requests were heard that contain a text, for at most a minute of the real clock.
  func pushes(_ count: Int, with text: String) async -> [String] {
    let heard = heard
    return await arrived(count) { heard.withLock { $0.filter { $0.contains(text) } } }
  }

  /// Lets time pass until Firebase has so many messages with a text, for at most a minute of the real clock.
  func messages(_ count: Int, with text: String) async throws -> [JSON] {
    let messages = firebase.messages
    return await arrived(count) {
      messages.withLock { $0.filter { ((try? JSON.text($0)) ?? "").contains(text) } }
    }
  }

  private func arrived<Told: Sendable>(_ count: Int, _ found: @Sendable () -> [Told]) async -> [Told] {
    let end = ContinuousClock.now + .seconds(60)
    // The server's disk and sockets take real time, in which the manual clock must not run away.
    while found().count < count, ContinuousClock.now < end {
      await clock.advance(by: .seconds(1), settling: Settling())
      for _ in 0..<2_000 where found().count < count { await Task.yield() }
    }
    return found()
  }

  func close() async {
    await server.stop()
    await fetch.close()
  }
}

/// The payload of a request to Apple's service.
func payload(_ request: String) -> Redacted<String> {
  Redacted(String(request[(request.firstIndex(of: "{") ?? request.endIndex)...]))
}
