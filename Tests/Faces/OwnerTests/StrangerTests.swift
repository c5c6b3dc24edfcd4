import Catalog
import Chance
import Dispatch
import Foundation
import Glibc
import Interface
import JSON
import Kernel
import Shell
import Testing

@testable import Owner

@Suite("Clients of the owner's socket", .timeLimit(.minutes(10))) struct StrangerTests {
  static let screen = #"{"jsonrpc":"2.0","id":7,"method":"screen"}"#

  @Test("Invalid lines are answered with errors, and the connection stays usable")
  func rubbish() async throws {
    let host = try await Host()
    let stranger = try Stranger(at: host)
    var dice = try FuzzPlan.generator(for: "StrangerTests.rubbish")
    for _ in 0..<200 {
      let line = (0..<UInt.random(in: 1...60, using: &dice)).map { _ in UInt8.random(in: 33...255, using: &dice) }
      stranger.send(line + [10])
      #expect(try await stranger.answer()?["error"] != nil)
    }
    stranger.send([UInt8](repeating: 120, count: 2 << 20) + [10])
    #expect(try await stranger.answer()?["error"]?["code"] == -32007)
    stranger.send(StrangerTests.screen)
    #expect(try await stranger.answer()?["result"]?["route"] == "/dashboard")
    await host.close()
  }

  @Test("A last line without a line break is answered, followed by a closed notification")
  func half() async throws {
    let host = try await Host()
    let stranger = try Stranger(at: host)
    stranger.send(Array(StrangerTests.screen.utf8))
    stranger.socket.endSending()
    #expect(try await stranger.answer()?["id"] == 7)
    #expect(try await stranger.farewell() == "")
    #expect(try await stranger.answer() == nil)
    await host.owner.guests(are: 0)
    await host.close()
  }

  @Test("A client that disconnects at any moment leaves no guest behind")
  func leaving() async throws {
    let host = try await Host()
    for step in 0..<40 {
      let stranger = try Stranger(at: host)
      for _ in 0..<(step % 4) { stranger.send(StrangerTests.screen) }
      if step % 3 == 0 { stranger.send(Array(#"{"jsonrpc":"2.0","id":1,"#.utf8)) }
      if step % 4 > 1 { #expect(try await stranger.answer()?["id"] == 7) }
      stranger.socket.end()
    }
    await host.owner.guests(are: 0)
    #expect(try await host.visit().ask(.screen).route == Route(["dashboard"]))
    await host.close()
  }

  @Test("A guest above the limit is refused with the reason; after one leaves, the next is accepted")
  func many() async throws {
    var limits = Owner.Limits()
    limits.guests = 3
    let host = try await Host(limits)
    var guests: [RemoteWindow] = []
    for _ in 0..<3 { guests.append(try await host.window()) }
    #expect(try await Stranger(at: host).farewell() == "too-many-windows")
    await #expect { _ = try await host.visit() } throws: { ($0 as? Problem)?.code == "too-many-windows" }
    for guest in guests { #expect(await guest.refusal(.screen) == nil) }
    await guests.removeLast().close()
    await host.owner.guests(are: 2)
    #expect(try await host.visit().ask(.screen).route == Route(["dashboard"]))
    await host.close()
  }

  @Test("A client that sends and never reads is disconnected, and does not block other guests")
  func unread() async throws {
    var limits = Owner.Limits()
    limits.reading = .milliseconds(50)
    let host = try await Host(limits)
    let socket = try #require(Socket.connected(in: host.profile))
    let asked = Array(String(repeating: StrangerTests.screen + "\n", count: 1000).utf8)
    // On its own thread, because sending blocks: the owner does not take all of it.
    DispatchQueue(label: "asking").async {
      var left = asked[...]
      while !left.isEmpty {
        let sent = left.withUnsafeBytes { send(socket.file, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
        guard sent > 0 else { return }
        left = left.dropFirst(sent)
      }
    }
    await host.owner.guests(are: 1)
    #expect(try await host.window().refusal(.tap(.label("Insights"))) == nil)
    await host.owner.guests(are: 0)
    await host.close()
  }

  @Test("Output that waits for a client that does not read is bounded")
  func bounded() async throws {
    var pair: [Int32] = [0, 0]
    #expect(socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &pair) == 0)
    let (here, there) = (Socket(pair[0]), Socket(pair[1]))
    let out = LineSender(on: here, most: 1000, patience: .seconds(60)) { here.end() }
    // More than the system buffers, so that output waits.
    out.send(String(repeating: "x", count: 4 << 20))
    out.send("one too many")
    await out.pending(atMost: 0)
    let lines = LineReader.from(there.file, longest: 8 << 20, keeper: there)
    var heard: [[UInt8]] = []
    for await line in lines { if let bytes = line.bytes { heard.append(bytes) } }
    #expect(heard.allSatisfy { $0.count < 4 << 20 && $0.first == UInt8(ascii: "x") })
  }

  @Test("A silent client is disconnected, with separate time limits before and after its first line")
  func silence() async throws {
    var limits = Owner.Limits()
    limits.greeting = .milliseconds(30)
    let host = try await Host(limits)
    #expect(try await Stranger(at: host).farewell() == "idle")
    limits = Owner.Limits()
    (limits.greeting, limits.silence) = (.seconds(2), .milliseconds(30))
    let other = try await Host(limits)
    let stranger = try Stranger(at: other)
    stranger.send(StrangerTests.screen)
    #expect(try await stranger.answer()?["id"] == 7)
    #expect(try await stranger.farewell() == "idle")
    for host in [host, other] { await host.close() }
  }

  @Test("An owner that stops notifies its guests, and does not wait for one that does not read")
  func ending() async throws {
    let host = try await Host()
    let window = try await host.window()
    let stranger = try Stranger(at: host)
    stranger.send(StrangerTests.screen)
    #expect(try await stranger.answer()?["id"] == 7)
    let deaf = try #require(Socket.connected(in: host.profile))
    await host.owner.guests(are: 3)
    await host.owner.stop()
    #expect(try await stranger.farewell() == "owner-closed")
    #expect(await window.refusal(.screen)?.code == "owner-closed")
    #expect(host.owner.guests.value == 0)
    withExtendedLifetime(deaf) {}
    await host.person.close()
    // The folder is free and can be opened again.
    let next = try await Host(in: host.folder)
    await next.close()
  }

  @Test("An owner stops when its last reference is released")
  func letGo() async throws {
    let folder = TemporaryFolder()
    let person = try await Person.open(#require(Product.named("yhealth")), home: .folder(folder.path))
    var owner = try Owner.listen(for: person, of: Product.all)
    #expect(owner?.guests.value == 0)
    let path = try #require(person.folder)
    let window = try await RemoteWindow.open(#require(try await Visit.open(path, patience: .ample)))
    owner = nil
    #expect(try await Visit.open(path, patience: .ample) == nil)
    #expect(await window.refusal(.screen)?.code == "owner-closed")
    await person.close()
  }
}
