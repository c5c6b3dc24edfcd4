import Catalog
import Foundation
import Glibc
import Interface
import JSON
import Kernel
import Shell
import Testing

@testable import Owner

@Suite("An owner that does not answer properly", .timeLimit(.minutes(10))) struct HungTests {
  private let folder = TemporaryFolder()

  private func door() throws -> Socket {
    try FileManager.default.createDirectory(atPath: folder.path, withIntermediateDirectories: true)
    return try Socket.listening(in: folder.path)
  }

  @Test("An owner that accepts and never answers is reported as silent")
  func silent() async throws {
    let door = try door()
    await #expect {
      _ = try await Visit.open(folder.path, patience: .milliseconds(30))
    } throws: {
      ($0 as? Problem)?.code == "owner-silent"
    }
    withExtendedLifetime(door) {}
  }

  /// Accepts the next connection.
  private func guest(at door: Socket) async throws -> Socket {
    while true {
      if let guest = try door.accepted() { return guest }
      await Task.yield()
    }
  }

  @Test("An owner that accepts and disconnects is treated as absent")
  func gone() async throws {
    let door = try door()
    async let visit = Visit.open(folder.path, patience: .ample)
    try await guest(at: door).end()
    #expect(try await visit == nil)
  }

  @Test("An owner with an invalid answer is reported as different, not as silent", arguments: ["rubbish", "[]", "{}"])
  func strange(words: String) async throws {
    let door = try door()
    let (path, code) = (folder.path, Locked(""))
    async let visiting: Void = {
      do {
        _ = try await Visit.open(path, patience: .ample)
      } catch {
        code.withLock { $0 = (error as? Problem)?.code ?? "" }
      }
    }()
    let out = LineSender(on: try await guest(at: door), most: 1 << 20, patience: .seconds(1))
    out.send(words)
    out.send(#"{"jsonrpc":"2.0","id":1,"result":{"no":"frame"}}"#)
    await visiting
    #expect(code.withLock { $0 } == "owner-differs")
  }

  @Test("When the owner disconnects, pending and later commands fail with owner-gone")
  func between() async throws {
    let door = try door()
    async let visiting = Visit.open(folder.path, patience: .ample)
    let guest = try await guest(at: door)
    var lines = LineReader.from(guest.file, keeper: guest).makeAsyncIterator()
    let out = LineSender(on: guest, most: 1 << 20, patience: .seconds(1))
    let frame = Frame(
      product: "yhealth", profile: "me", route: Route(["dashboard"]), title: "Home", chrome: [], nodes: [])
    #expect(await lines.next() != nil)
    out.send(try JSON.text(["jsonrpc": "2.0", "id": 1, "result": JSON(encoding: frame)] as JSON))
    let window = try await RemoteWindow.open(#require(try await visiting))
    #expect(window.frames.value == frame)
    async let waiting = window.refusal(.wait(.label("Nowhere"), seconds: 600))
    #expect(await lines.next() != nil)
    guest.end()
    #expect(await waiting?.code == "owner-gone")
    #expect(await window.refusal(.screen)?.code == "owner-gone")
    await window.close()
  }

  @Test("A profile open without an owner socket is refused as in use; one with a socket can be visited")
  func locked() async throws {
    let product = try #require(Product.named("yhealth"))
    let person = try await Person.open(product, home: .folder(folder.path))
    await #expect {
      _ = try await Entrance.open(
        product, among: [product], home: .folder(folder.path), answering: .ample)
    } throws: {
      ($0 as? Problem)?.code == "profile-in-use"
    }
    await person.close()
    guard
      case .here(let next, let owner) = try await Entrance.open(
        product, among: [product], home: .folder(folder.path), answering: .ample)
    else {
      Issue.record("the profile is open in another process")
      return
    }
    guard
      case .through(let visit) = try await Entrance.open(
        product, among: [product], home: .folder(folder.path), answering: .ample)
    else {
      Issue.record("the profile was opened a second time")
      return
    }
    #expect(try await visit.ask(.screen).profile == "me")
    await owner?.stop()
    await next.close()
  }
}
