import Foundation
import Kernel
import Storage
import Testing

@testable import SecretService

/// Runs against a fake keyring that misbehaves, on a private bus.
@Suite("an answer of a keyring", .enabled(if: Desktop.isInstalled, Desktop.missing))
struct AnswerTests {
  private func store(_ desktop: Desktop, _ patience: Patience = Patience()) -> KeyStore {
    let environment = desktop.environment
    return .secretService(profile: "mine", patience: patience) { () throws(Problem) in
      try BusAddress(environment: environment)
    }
  }

  private func loading(_ answers: [String: FakeKeyring.Answer], _ patience: Patience = Patience()) async throws
    -> String?
  {
    let desktop = try Desktop()
    _ = try FakeKeyring(on: desktop, answers)
    return await problem { _ = try await store(desktop, patience).load() }
  }

  private func keeping(_ answers: [String: FakeKeyring.Answer]) async throws -> String? {
    let desktop = try Desktop()
    _ = try FakeKeyring(on: desktop, answers)
    return await problem { try await store(desktop).keep(MasterKey(FakeKeyring.key)) }
  }

  @Test("that is correct is accepted")
  func right() async throws {
    let desktop = try Desktop()
    _ = try FakeKeyring(on: desktop)
    #expect(try await store(desktop).load()?.revealed == FakeKeyring.key)
    #expect(try await keeping([:]) == nil)
  }

  @Test(
    "that is malformed is refused, for every method",
    arguments: ["OpenSession", "SearchItems", "GetSecret", "ReadAlias", "Get", "Unlock", "CreateItem", "Prompt"])
  func rubbish(_ member: String) async throws {
    let number = FakeKeyring.Answer.says { message throws(Problem) in try message.put(true) }
    for rubbish in member == "Prompt" ? [.completes(isDismissed: nil)] : [number, .says { _ in }] {
      switch member {
      case "ReadAlias", "Get":
        #expect(try await loading([member: rubbish, "SearchItems": FakeKeyring.items([])]) == "keyring-answer")
      case "Unlock", "Prompt":
        #expect(try await loading([member: rubbish, "SearchItems": FakeKeyring.items([], ["/i"])]) == "keyring-answer")
      case "CreateItem":
        #expect(try await keeping([member: rubbish]) == "keyring-answer")
      default:
        #expect(try await loading([member: rubbish]) == "keyring-answer")
      }
    }
  }

  @Test("with too many items, an oversized secret, another session or parameters is refused")
  func bounds() async throws {
    #expect(try await loading(["SearchItems": FakeKeyring.items((0..<17).map { "/i\($0)" })]) == "keyring-answer")
    #expect(try await loading(["SearchItems": FakeKeyring.items((0..<16).map { "/i\($0)" })]) == nil)
    let long = [UInt8](repeating: 1, count: 1 << 20)
    #expect(try await loading(["GetSecret": FakeKeyring.secret(long)]) == "keyring-answer")
    #expect(try await loading(["GetSecret": FakeKeyring.secret(FakeKeyring.key, session: "/t")]) == "keyring-answer")
    let sealed = FakeKeyring.secret(FakeKeyring.key, parameters: [1])
    #expect(try await loading(["GetSecret": sealed]) == "keyring-answer")
  }

  @Test("that is an error is reported by the error's name, without its message")
  func refused() async throws {
    let desktop = try Desktop()
    _ = try FakeKeyring(on: desktop, ["GetSecret": .refuses("org.example.Error.Sulking")])
    let problem = await #expect(throws: Problem.self) { _ = try await store(desktop).load() }
    #expect(problem?.code == "keyring-refused" && problem?.what.contains("org.example.Error.Sulking") == true)
    #expect(problem?.sentence.contains("business") == false)
    #expect(try await loading(["GetSecret": .refuses("org.freedesktop.Secret.Error.IsLocked")]) == "keyring-locked")
  }

  @Test(
    "that never comes because the keyring exited is reported as such",
    arguments: ["OpenSession", "GetSecret", "Prompt"])
  func ended(_ member: String) async throws {
    #expect(try await loading([member: .ends, "SearchItems": FakeKeyring.items([], ["/i"])]) == "keyring-gone")
  }

  @Test("that waits for the user fails when the keyring exits, not at the timeout")
  func endedAsking() async throws {
    let answers = ["Prompt": FakeKeyring.Answer.accepts, "SearchItems": FakeKeyring.items([], ["/i"])]
    #expect(try await loading(answers, Patience(person: .seconds(20))) == "keyring-gone")
  }

  @Test("that never comes fails at the timeout")
  func silent() async throws {
    #expect(try await loading(["GetSecret": .ignores], Patience(call: .seconds(2))) == "keyring-silent")
  }

  @Test("to the unlock prompt decides, and a prompt without an answer is dismissed at the timeout")
  func prompts() async throws {
    let locked = FakeKeyring.items([], ["/i"])
    #expect(try await loading(["SearchItems": locked]) == nil)
    #expect(try await loading(["SearchItems": locked, "Prompt": .completes(isDismissed: true)]) == "keyring-locked")

    let desktop = try Desktop()
    let keyring = try FakeKeyring(on: desktop, ["SearchItems": locked, "Prompt": .says { _ in }])
    let brief = store(desktop, Patience(person: .milliseconds(1)))
    #expect(await problem { _ = try await brief.load() } == "keyring-locked")
    #expect(keyring.questions.suffix(2) == ["Prompt", "Dismiss"])
  }

  @Test("without items counts only when the collection is unlocked and persistent")
  func nothing() async throws {
    let none = FakeKeyring.items([])
    #expect(try await loading(["SearchItems": none]) == nil)
    // Some keyrings list items only once unlocked. If that counted as empty, a new key would replace the old one.
    let desktop = try Desktop()
    _ = try FakeKeyring(
      on: desktop,
      [
        "SearchItems": FakeKeyring.first(none, then: FakeKeyring.items(["/i"])),
        "Get": FakeKeyring.first(FakeKeyring.isLocked(true), then: FakeKeyring.isLocked(false)),
      ])
    #expect(try await store(desktop).load()?.revealed == FakeKeyring.key)
    // It was unlocked and still reports itself as locked.
    #expect(try await loading(["SearchItems": none, "Get": FakeKeyring.isLocked(true)]) == "keyring-locked")
    #expect(try await loading(["SearchItems": none, "ReadAlias": FakeKeyring.path("/")]) == "no-collection")
    #expect(try await loading(["SearchItems": none, "ReadAlias": FakeKeyring.path("/c")]) == "no-collection")
  }

  @Test("that is lost while a key is replaced is reported with an unknown outcome")
  func lostWhileKeeping() async throws {
    for answers: [String: FakeKeyring.Answer] in [["CreateItem": .ends], ["GetSecret": .ends]] {
      let desktop = try Desktop()
      _ = try FakeKeyring(on: desktop, answers)
      let problem = await #expect(throws: Problem.self) { try await store(desktop).keep(MasterKey(FakeKeyring.key)) }
      #expect(problem?.code == "keyring-gone" && problem?.safe?.contains("not known") == true)
    }
  }

  @Test("that a key was stored is verified by reading the key back")
  func notKept() async throws {
    #expect(try await keeping(["SearchItems": FakeKeyring.items([])]) == "keyring-answer")
    let other = [UInt8](repeating: 9, count: 32)
    #expect(try await keeping(["GetSecret": FakeKeyring.secret(other)]) == "keyring-answer")
  }
}
