import Foundation
import Glibc
import JSON
import Kernel
import Loopback
import Signing
import TestKeys
import Testing
import Tokens

@testable import Fetch
@testable import Push

/// The push service and the browser in `Tests/Peers`, which are other implementations than the project's own.
private struct Peer {
  static let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../..").standardized
  static let python = root.appending(path: ".build/python/bin/python").path
  static let script = root.appending(path: "Tests/Peers/push_service.py").path
  /// Whether the packages of `Tests/requirements.txt` are installed.
  static let isThere = FileManager.default.isExecutableFile(atPath: python)

  private let process: pid_t
  private let input: Int32

  /// Starts it with its output in a file, for three minutes at most.
  init(_ arguments: [String], output: String) throws {
    var ends: [Int32] = [0, 0]
    guard pipe(&ends) == 0 else { throw Failed("no pipe") }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, ends[0], 0)
    posix_spawn_file_actions_addopen(&actions, 1, output, O_WRONLY | O_CREAT, 0o600)
    posix_spawn_file_actions_addopen(&actions, 2, output + ".errors", O_WRONLY | O_CREAT, 0o600)
    let line = ["timeout", "--signal=KILL", "180", Peer.python, "-B", Peer.script] + arguments
    var words: [UnsafeMutablePointer<CChar>?] = line.map { strdup($0) }
    words.append(nil)
    defer { for word in words { free(word) } }
    var process = pid_t()
    let status = posix_spawn(&process, "/usr/bin/timeout", &actions, nil, words, environ)
    close(ends[0])
    guard status == 0 else { throw Failed("the peer was not started: \(status)") }
    (self.process, input) = (process, ends[1])
  }

  /// Closes its input and waits for its end. Returns whether it ended well.
  @discardableResult
  func end() -> Bool {
    close(input)
    var ended: Int32 = 0
    while waitpid(process, &ended, 0) < 0, errno == EINTR {}
    return ended == 0
  }

  /// Whether it has ended by itself.
  var isGone: Bool {
    var status: Int32 = 0
    return waitpid(process, &status, WNOHANG) != 0
  }
}

@Suite(
  "Senders against other implementations", .timeLimit(.minutes(5)),
  .enabled(if: Peer.isThere, "NOT RUN: Scripts/setup --tests installs the Python packages that this needs."))
struct IndependentTests {
  private let device = String(repeating: "a1", count: 32)

  @Test(
    "over HTTP/2 and TLS, APNs and FCM get tokens that another implementation verifies, and the fields they ask for")
  func services() async throws {
    try await withFolder { folder in
      let openssl = OpenSSL(in: folder)
      let (certificate, key) = try openssl.certificate("push")
      let (curve, rsa, foreign) = (
        try ForeignKey(curve: "P-256"), try ForeignKey(rsa: 2048), try ForeignKey(curve: "P-256")
      )
      let signers = openssl.path("signers.json")
      try JSON.data(JSON.array([try curve.jwk(), try rsa.jwk()])).write(to: URL(filePath: signers))
      let peer = try Peer(
        ["serve", certificate, key, signers, folder.path], output: openssl.path("output"))
      defer { peer.end() }
      let port = openssl.path("port")
      while !FileManager.default.fileExists(atPath: port) {
        let errors = try? String(contentsOfFile: openssl.path("output.errors"), encoding: .utf8)
        guard !peer.isGone else { throw Failed("the peer ended: \(errors ?? "")") }
        await Task.yield()
      }
      let address = "https://localhost:\(try String(contentsOfFile: port, encoding: .utf8))"
      var settings = FetchSettings()
      settings.authorities = certificate
      let fetch = try Fetch(settings)

      func apns(_ key: ForeignKey) throws -> APNsSender {
        try APNsSender(
          key: PrivateKey(pem: key.pem), keyID: "ABC123DEFG", team: "TEAM123456", app: "org.example.yhealth",
          address: address)
      }
      let sender = try apns(curve)
      let answer = try await fetch.send(
        try sender.request(message, to: device, token: try sender.token(now: noon), now: noon))
      #expect(answer.isHTTP2 && PushOutcome.apns(answer) == .taken)
      let other = try apns(foreign)
      let refused = try await fetch.send(
        try other.request(message, to: device, token: try other.token(now: noon), now: noon))
      #expect(PushOutcome.apns(refused) == .unauthorized)

      let account: JSON = [
        "private_key": .string(rsa.pem), "private_key_id": "one", "client_email": "sender@example.iam",
        "project_id": "example-1", "token_uri": .string("\(address)/token"),
      ]
      let google = try FCMSender(serviceAccount: [UInt8](try JSON.data(account)), address: address)
      let asked = try await fetch.send(try google.accessRequest(now: noon))
      let access = try google.access(asked, now: noon)
      #expect(asked.isHTTP2 && access.token == "from-another")
      let sent = try await fetch.send(try google.request(message, to: "device-1", access: access))
      #expect(sent.isHTTP2 && PushOutcome.fcm(sent) == .taken)
      await fetch.close()

      let lines = try String(contentsOfFile: openssl.path("requests"), encoding: .utf8).split(separator: "\n")
      let noted = try lines.map { try JSON(text: String($0)) }
      #expect(noted.count == 4)
      let first = try #require(noted.first)
      let headers = try #require(first["headers"])
      #expect(headers[":path"] == .string("/3/device/\(device)") && headers[":method"] == "POST")
      #expect(headers["apns-topic"] == "org.example.yhealth" && headers["apns-push-type"] == "alert")
      #expect(headers["apns-priority"] == "10" && headers["apns-collapse-id"] == "meal")
      #expect(headers["apns-expiration"] == .string(String(Int(noon.timeIntervalSince1970) + 3600)))
      #expect(first["claims"]?["iss"] == "TEAM123456" && noted[1]["claims"] == .null)
      #expect(noted[2]["claims"]?["iss"] == "sender@example.iam")
      #expect(noted[2]["claims"]?["scope"] == "https://www.googleapis.com/auth/firebase.messaging")
      let fcm = try JSON(text: try #require(noted[3]["body"]?.string))
      #expect(fcm["message"]?["token"] == "device-1" && fcm["message"]?["data"]?["body"] == .string(message.body))
    }
  }

  @Test("a message of Web Push is opened by another implementation, with the receiver's key of RFC 8291")
  func opened() async throws {
    try await withFolder { folder in
      let openssl = OpenSSL(in: folder)
      let sealed = try WebPushSealing.seal(try message.webPayload(), for: try WebPushSealingTests.subscription())
      let file = openssl.path("sealed")
      try Base64URL.text(sealed).write(toFile: file, atomically: true, encoding: .utf8)
      let peer = try Peer(
        ["open", "q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94", WebPushSealingTests.auth, file],
        output: openssl.path("opened"))
      let isWell = peer.end()
      let errors = (try? String(contentsOfFile: openssl.path("opened.errors"), encoding: .utf8)) ?? ""
      #expect(isWell, "\(errors)")
      let opened = try JSON(text: try String(contentsOfFile: openssl.path("opened"), encoding: .utf8))
      #expect(opened["body"] == .string(message.body) && opened["link"] == .string(message.link))
    }
  }
}
