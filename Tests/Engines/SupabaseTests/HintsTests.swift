import Fetch
import Foundation
import JSON
import Kernel
import Loopback
import Testing
import Transport
import WebSocketCodec
import WebSocketSamples

@testable import Supabase

@Suite("Hints", .timeLimit(.minutes(10)))
struct HintsTests {
  static func quick() -> HintTiming {
    var timing = HintTiming()
    (timing.firstWait, timing.longestWait) = (.milliseconds(1), .milliseconds(4))
    return timing
  }

  /// Hints from `address`, for one test. The session is closed at the end.
  static func hints(
    _ address: String, _ timing: HintTiming = quick(), trusting authorities: String? = nil,
    _ test: (Hints) async throws -> Void
  ) async throws {
    let stage = Stage()
    stage.kept.withLock { $0 = try? ServerTests.login.bytes() }
    let session = try await Session.open(
      stage.needs(Project(address: address, key: "public/key")) { _ throws(Problem) in throw Stage.away })
    do {
      var settings = FetchSettings()
      settings.authorities = authorities
      try await test(Hints(session, timing: timing, connect: HTTPClient.curl(settings).connect))
      await session.close()
    } catch {
      await session.close()
      throw error
    }
  }

  /// The first `count` hints from `address`.
  static func first(
    _ count: Int, from address: String, _ collections: [String] = ["moods"], _ timing: HintTiming = quick(),
    trusting authorities: String? = nil
  ) async throws -> [Hint] {
    let heard = Locked<[Hint]>([])
    try await hints(address, timing, trusting: authorities) { hints in
      let first = await first(count, hints.hints(for: Stage.user, collections))
      heard.withLock { $0 = first }
    }
    return heard.withLock { $0 }
  }

  /// The first `count` hints of `stream`.
  static func first(_ count: Int, _ stream: AsyncStream<Hint>) async -> [Hint] {
    var heard: [Hint] = []
    for await hint in stream {
      heard.append(hint)
      if heard.count == count { break }
    }
    return heard
  }

  @Test("changes are reported as they arrive, and a lost connection is reported and restored")
  func heard() async throws {
    let joins = Locked<[JSON?]>([])
    let server = try Listener { talk in
      guard let phoenix = Phoenix(talk) else { return }
      let join = phoenix.welcome()
      let visit = joins.withLock { joins in
        joins.append(join)
        return joins.count
      }
      phoenix.change("moods")
      guard visit > 1 else { return }
      phoenix.change("meals")
      talk.untilGone()
    }
    try await HintsTests.hints(server.address) { hints in
      var heard: [Hint] = []
      for await hint in hints.hints(for: Stage.user, ["moods", "meals"]) {
        heard.append(hint)
        if hint == .changed("meals") { break }
      }
      // Hints just before the loss may be dropped.
      #expect(heard.suffix(4) == [.gone, .ready, .changed("moods"), .changed("meals")])
      #expect(heard.count == 4 || heard.first == .ready)
    }
    #expect(joins.withLock { $0.count } == 2)
    #expect(joins.withLock { $0.last??["payload"]?["access_token"] } == "access1")
  }

  @Test("the connection's address has the project's key and the protocol version, and no token of the user")
  func asked() async throws {
    let line = Locked("")
    let server = try Listener { talk in
      line.withLock { $0 = talk.line() ?? "" }
      _ = talk.request()
    }
    #expect(try await HintsTests.first(1, from: server.address + "/prefix", []) == [.gone])
    #expect(
      line.withLock { $0 } == "GET /prefix/realtime/v1/websocket?apikey=public%2Fkey&vsn=1.0.0 HTTP/1.1")
  }

  @Test("a hint is read however its bytes are split and whatever frames are interleaved")
  func drips() async throws {
    let ponged = Gate()
    let server = try Listener { talk in
      guard let phoenix = Phoenix(talk) else { return }
      _ = phoenix.heard()
      let ready = HintTalkTests.ready
      var change = HintTalkTests.frame("postgres_changes", ["data": ["table": "mööds🙂"]])
      let torn = (change.firstIndex(of: 0xC3) ?? 0) + 1
      let rest = Array(change[torn...])
      change.removeSubrange(torn...)
      let bytes =
        RawFrame.bytes(0x81, ready) + RawFrame.bytes(0x01, change)
        + RawFrame.bytes(0x89, Array("ping".utf8)) + RawFrame.bytes(0x80, rest)
      for byte in bytes { talk.send([byte]) }
      if phoenix.heard() == "pong" { ponged.open() }
      talk.untilGone()
    }
    #expect(try await HintsTests.first(2, from: server.address, ["mööds🙂"]) == [.ready, .changed("mööds🙂")])
    await ponged.passed()
  }

  /// The faults of a server on the first connection.
  enum Fault: String, CaseIterable {
    case leaves, refuses, wrongAccept, rubbish, huge, masked, torn, noJSON, refusesJoin, closes, silentHead, silentJoin
    case dripsHead, leavesAfterJoin, neverReady
  }

  @Test("a faulty server is disconnected, and a correct one is used on the next connection", arguments: Fault.allCases)
  func faults(_ fault: Fault) async throws {
    let visits = Locked(0)
    let server = try Listener { talk in
      let visit = visits.withLock { visits in
        visits += 1
        return visits
      }
      if visit == 1 { return HintsTests.misbehave(fault, talk) }
      guard let phoenix = Phoenix(talk) else { return }
      _ = phoenix.welcome()
      talk.untilGone()
    }
    var timing = HintsTests.quick()
    // Long enough for a correct server on a busy machine.
    if [.silentHead, .dripsHead].contains(fault) { timing.connect = .milliseconds(700) }
    if [.silentJoin, .neverReady].contains(fault) { timing.ready = .milliseconds(700) }
    #expect(try await HintsTests.first(2, from: server.address, ["moods"], timing) == [.gone, .ready])
    #expect(visits.withLock { $0 } >= 2)
  }

  static func misbehave(_ fault: Fault, _ talk: Talk) {
    switch fault {
    case .leaves: return
    case .refuses:
      _ = talk.request()
      talk.answer(Array(#"{"error":"no"}"#.utf8), status: "401 Unauthorized")
    case .wrongAccept: _ = Phoenix(talk, accept: "s3pPLMBiTxaQ9kYGzzhZRbK+xOo=")
    case .rubbish:
      _ = talk.request()
      talk.send([UInt8](repeating: 0x58, count: 100_000))
    case .silentHead: talk.untilGone()
    case .dripsHead:
      _ = talk.request()
      talk.send("HTTP/1.1 101 Switching")
      talk.untilGone()
    default:
      guard let phoenix = Phoenix(talk) else { return }
      if fault != .leavesAfterJoin { _ = phoenix.heard() }
      HintsTests.misbehave(fault, after: phoenix)
    }
  }

  private static func misbehave(_ fault: Fault, after phoenix: Phoenix) {
    let talk = phoenix.talk
    switch fault {
    case .huge: talk.send([0x81, 127, 0, 0, 0, 1, 0, 0, 0, 0])
    case .masked: talk.send([0x81, 0x82, 1, 2, 3, 4, 5, 6])
    case .torn: talk.send([0x01, 1, 0xC3, 0x80, 1, 0x28])
    case .noJSON: phoenix.say(Array("rubbish".utf8))
    case .refusesJoin:
      phoenix.say(HintTalkTests.frame("phx_reply", ["status": "error", "response": ["reason": "no"]], ref: "1"))
    case .closes: talk.send([0x88, 2, 0x03, 0xF3])
    case .neverReady: phoenix.say(HintTalkTests.frame("phx_reply", ["status": "ok", "response": [:]], ref: "1"))
    case .leavesAfterJoin: return
    default: break
    }
    // The client disconnects without waiting for the server.
    talk.untilGone()
  }

  @Test("a server that does not answer a heartbeat is disconnected; one that does is kept")
  func heartbeat() async throws {
    let beats = Locked(0)
    let server = try Listener { talk in
      guard let phoenix = Phoenix(talk) else { return }
      _ = phoenix.welcome()
      while let frame = phoenix.heard() {
        guard frame["event"] == "heartbeat" else { continue }
        let count = beats.withLock { beats in
          beats += 1
          return beats
        }
        // The third is not answered.
        guard count != 3 else { break }
        phoenix.say(HintTalkTests.frame("phx_reply", ["status": "ok"], ref: frame["ref"] ?? nil, topic: "phoenix"))
      }
      talk.untilGone()
    }
    var timing = HintsTests.quick()
    (timing.beat, timing.answer) = (.milliseconds(20), .milliseconds(500))
    #expect(try await HintsTests.first(3, from: server.address, ["moods"], timing) == [.ready, .gone, .ready])
    #expect(beats.withLock { $0 } >= 3)
  }

  @Test("a refreshed token is sent to the channel")
  func token() async throws {
    let (renewed, begun) = (Locked<JSON?>(nil), Gate())
    let done = Gate()
    let server = try Listener { talk in
      guard let phoenix = Phoenix(talk) else { return }
      _ = phoenix.welcome()
      begun.open()
      while let frame = phoenix.heard() {
        if frame["event"] == "heartbeat" {
          phoenix.say(HintTalkTests.frame("phx_reply", ["status": "ok"], ref: frame["ref"] ?? nil, topic: "phoenix"))
        } else if frame["event"] == "access_token" {
          renewed.withLock { $0 = frame["payload"]?["access_token"] }
          done.open()
        }
      }
    }
    let stage = Stage { _ throws(Problem) in Stage.tokens(2) }
    stage.kept.withLock { $0 = try? ServerTests.login.bytes() }
    let project = Project(address: server.address, key: "public")
    let session = try await Session.open(stage.needs(project))
    var timing = HintsTests.quick()
    timing.beat = .milliseconds(20)
    let stream = Hints(session, timing: timing, connect: HTTPClient.curl().connect).hints(for: Stage.user, ["moods"])
    await begun.passed()
    try await session.refresh()
    await done.passed()
    #expect(renewed.withLock { $0 } == "access2")
    withExtendedLifetime(stream) {}
    await session.close()
  }

  @Test("the connection closes when its listener stops or is cancelled")
  func ends() async throws {
    for isCancelled in [true, false] {
      let (begun, gone) = (Gate(), Gate())
      let server = try Listener { talk in
        guard let phoenix = Phoenix(talk) else { return }
        _ = phoenix.welcome()
        begun.open()
        talk.untilGone()
        gone.open()
      }
      try await HintsTests.hints(server.address) { hints in
        let listening = Task {
          for await hint in hints.hints(for: Stage.user, ["moods"]) where !isCancelled && hint == .ready { break }
        }
        await begun.passed()
        if isCancelled { listening.cancel() }
        await gone.passed()
        await listening.value
      }
      #expect(server.visits == 1)
    }
  }

  @Test("closing the session ends every stream and connection, and no new one begins")
  func closed() async throws {
    let (begun, gone) = (Gate(), Gate())
    let server = try Listener { talk in
      guard let phoenix = Phoenix(talk) else { return }
      _ = phoenix.welcome()
      begun.open()
      talk.untilGone()
      gone.open()
    }
    let silent = try Listener { $0.untilGone() }
    for address in [server.address, silent.address] {
      try await HintsTests.hints(address) { hints in
        let stream = hints.hints(for: Stage.user, ["moods"])
        if address == server.address { await begun.passed() }
        await hints.session.close()
        for await hint in stream { #expect(hint == .ready) }
        for await _ in hints.hints(for: Stage.user, ["moods"]) { Issue.record("heard") }
      }
    }
    await gone.passed()
  }

  @Test("no connection is made to an insecure address or without a session")
  func refused() async throws {
    let server = try Listener { $0.untilGone() }
    #expect(try await HintsTests.first(1, from: "http://2130706433:\(server.port)") == [.gone])
    let stage = Stage()
    let session = try await Session.open(stage.needs(Project(address: server.address, key: "public")))
    let signedOut = Hints(session, timing: HintsTests.quick(), connect: HTTPClient.curl().connect).hints(
      for: Stage.user, ["moods"])
    #expect(await HintsTests.first(1, signedOut) == [.gone])
    await session.close()
    #expect(server.visits == 0)
  }

  @Test("hints arrive over TLS from a server with a trusted certificate, and from no other")
  func secure() async throws {
    try await withFolder { folder in
      let (certificate, key) = try OpenSSL(in: folder).certificate("good")
      let joins = Locked(0)
      let handler = Handler { request in
        .webSocket(for: request) { socket in
          for await message in socket.messages {
            guard case .text(let text) = message, text.contains("phx_join") else { continue }
            joins.withLock { $0 += 1 }
            try? await socket.send(.text(String(decoding: HintTalkTests.ready, as: UTF8.self)))
          }
        }
      }
      let server = try await Transport.Server.start(
        ServerConfiguration(tls: TLSFiles(certificate: certificate, key: key)), handler: handler)
      let address = "https://localhost:\(server.port)"
      #expect(try await HintsTests.first(1, from: address) == [.gone])
      #expect(joins.withLock { $0 } == 0)
      #expect(try await HintsTests.first(1, from: address, trusting: certificate) == [.ready])
      await server.stop(within: .zero)
    }
  }
}
