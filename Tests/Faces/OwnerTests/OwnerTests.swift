import Catalog
import Foundation
import Glibc
import Interface
import JSON
import Kernel
import Shell
import Testing

@testable import Owner

@Suite("The owner's socket", .timeLimit(.minutes(10))) struct OwnerTests {
  @Test("Each guest gets a separate window, and a setting saved in one window applies to all")
  func together() async throws {
    let host = try await Host()
    let own = await host.person.window()
    let (first, second) = (try await host.window(), try await host.window())
    try await first.perform(.open(Route(["settings", "display"])))
    #expect(second.frames.value.route == Route(["dashboard"]) && own.frames.value.route == Route(["dashboard"]))
    let frame = try await first.perform(.choose(.label("Theme"), .text("Dark")))
    #expect(frame.appearance.scheme == .dark && first.frames.value == frame)
    await second.shows { $0.appearance.scheme == .dark }
    await own.shows { $0.appearance.scheme == .dark }
    try await second.perform(.open(Route(["settings", "display"])))
    try await second.perform(.choose(.label("Text size"), .text("Large")))
    await first.shows { $0.appearance.textSize > 100 }
    await first.close()
    await second.close()
    await host.owner.guests(are: 0)
    await own.close()
    await host.close()
  }

  @Test("A remote window performs, refuses and reports the same as a local window")
  func alike() async throws {
    let host = try await Host()
    let own = await host.person.window()
    let far = try await host.window()
    #expect(far.frames.value == own.frames.value)
    let (outlets, heard) = (far.outlets.listen(), Locked<[Outlet]>([]))
    let ear = Task {
      await outlets.hear { news in if case .said(let outlet) = news { heard.withLock { $0.append(outlet) } } }
    }
    let commands: [Command] = [
      .open(Route(["pillars", "fitness"])), .back, .tap(.label("Nowhere")), .tap(.label("Voice")), .refresh,
      .advance(seconds: 60), .tap(.label("Insights")), .act(.id("screen"), .scroll, .number(40)),
      .wait(.label("Home"), seconds: 0),
      .receive(title: "Sleep", body: "Seven.", opening: nil), .appearance(.dark, textSize: 150, motion: .reduced),
      .screen,
    ]
    for command in commands {
      let problem = await own.refusal(command)
      // Both windows share one clock.
      #expect(await far.refusal(command) == problem)
    }
    let frame = try await far.perform(.screen)
    #expect(frame.appearance == Appearance(theme: "yhealth", scheme: .dark, textSize: 150, motion: .reduced))
    var (theirs, mine) = (frame, try await own.perform(.screen))
    (theirs.toasts, mine.toasts) = ([], [])
    #expect(theirs == mine)
    // Outlets arrive before the command that caused them ends.
    let said = heard.withLock { $0 }
    #expect(said.contains { if case .toast(let toast) = $0 { toast.text.hasPrefix("Voice") } else { false } })
    #expect(said.contains(.notification(PushNotification(title: "Sleep", body: "Seven."))))
    ear.cancel()
    await far.close()
    await own.close()
    await host.close()
  }

  @Test("The socket is accessible to its user only, lies in the profile's folder, and is removed with its owner")
  func rights() async throws {
    let host = try await Host()
    var status = stat()
    #expect(lstat(host.socket, &status) == 0 && status.st_mode == S_IFSOCK | 0o600)
    #expect(lstat(host.profile, &status) == 0 && status.st_mode & 0o777 == 0o700)
    #expect(Socket.mayMeet(1000, as: 1000))
    for other: uid_t? in [0, 1001, nil, .max] { #expect(!Socket.mayMeet(other, as: 1000)) }
    let peer = try await host.visit().owner
    #expect(peer == getpid())
    await host.owner.stop()
    #expect(access(host.socket, F_OK) != 0)
    #expect(try await Visit.open(host.profile, patience: .ample) == nil)
    await host.person.close()
  }

  @Test("A profile in memory has no socket")
  func memory() async throws {
    let person = try await Person.open(#require(Product.named("yhealth")), home: .memory)
    #expect(try Owner.listen(for: person, of: Product.all) == nil)
    await person.close()
  }

  @Test("A socket or any other file that a killed owner left in its place is replaced")
  func stale() async throws {
    let first = try await Host()
    let (folder, socket, profile) = (first.folder, first.socket, first.profile)
    await first.close()
    for _ in 0..<2 {
      // A socket without a listener, as a killed process leaves it.
      let left = try Socket.listening(in: profile)
      withExtendedLifetime(left) {}
      #expect(access(socket, F_OK) == 0)
    }
    #expect(Socket.connected(in: profile) == nil)
    let second = try await Host(in: folder)
    #expect(try await second.visit().ask(.screen).route == Route(["dashboard"]))
    await second.close()
    try Data("rubbish".utf8).write(to: URL(filePath: socket))
    #expect(try await Visit.open(profile, patience: .ample) == nil)
    let third = try await Host(in: folder)
    #expect(try await third.visit().ask(.screen).route == Route(["dashboard"]))
    await third.close()
  }

  @Test("An owner that stops late does not remove the socket of the next owner")
  func late() async throws {
    let first = try await Host()
    await first.person.close()
    let second = try await Host(in: first.folder)
    await first.owner.stop()
    #expect(try await second.visit().ask(.screen).route == Route(["dashboard"]))
    await second.close()
  }

  @Test("If the socket cannot be created, the problem is reported and the profile stays usable")
  func impossible() async throws {
    let host = try await Host()
    await host.owner.stop()
    try FileManager.default.createDirectory(atPath: "\(host.socket)/full", withIntermediateDirectories: true)
    let problem = #expect(throws: Problem.self) { try Owner.listen(for: host.person, of: Product.all) }
    #expect(problem?.code == "no-socket")
    #expect(Owner.attend(host.person, of: Product.all) == nil)
    let window = await host.person.window()
    #expect(try await window.perform(.screen).route == Route(["dashboard"]))
    await window.close()
    await host.person.close()
  }

  @Test("The path of a folder may be longer than the address of a socket")
  func deep() async throws {
    let host = try await Host(in: TemporaryFolder(below: String(repeating: "/a-folder-of-some-length", count: 12)))
    #expect(host.socket.utf8.count > 300)
    #expect(try await host.visit().ask(.screen).route == Route(["dashboard"]))
    await host.close()
  }

  @Test("A profile registry lets guests in to every profile that it opens, until it is closed")
  func registry() async throws {
    let folder = TemporaryFolder()
    let registry = ProfileRegistry(home: .folder(folder.path)) { person in
      let owner = Owner.attend(person, of: Product.all)
      return { await owner?.stop() }
    }
    for profile in ["ann", "bob"] {
      let person = try await registry.person(#require(Product.named("yhealth")), profile)
      let visit = try #require(try await Visit.open(person.folder ?? "", patience: .ample))
      #expect(try await visit.ask(.screen).profile == profile)
    }
    let path = "\(folder.path)/yhealth/ann"
    await registry.close()
    #expect(try await Visit.open(path, patience: .ample) == nil)
  }
}
