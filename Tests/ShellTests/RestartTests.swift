import Covers
import Foundation
import Interface
import Kernel
import Testing

@testable import Shell

@Suite("After a restart")
struct RestartTests {
  let folder = TemporaryFolder()
  var person: Person { get throws(Problem) { try Person.test(home: .folder(folder.path)) } }

  @Test(
    "the person is where they were, with the way back",
    .covers(
      "yh-S04.2.2-AC4", "yh-S04.2.2-B10", "yh-S04.2.2-B11", "yh-S04.2.2-B14", "yh-S04.2.2-L3", "yh-S04.2.1-E1"))
  func restored() async throws {
    do {
      let window = try await person.window()
      try await window.perform(.open(Route(["pillars", "nutrition"])))
      try await window.perform(.act(.id("screen"), .scroll, .number(64)))
    }
    let window = try await person.window()
    #expect(window.frames.value.route.text == "/pillars/nutrition" && window.frames.value.scroll == 64)
    #expect(window.frames.value.currentTabs == ["Pillars"])
    #expect(try await window.perform(.back).route.text == "/pillars")
  }

  @Test("the first screen is told once that it is shown, and home is not, when another was kept")
  func appearsOnce() async throws {
    let made = Locked<[Studio]>([])
    let product = Product.studio(made: made)
    for _ in 0..<2 {
      let window = try await Person.test(product, home: .folder(folder.path)).window()
      try await window.perform(.open(Route(["other"])))
    }
    #expect(made.withLock { $0.last }?.states.value.told == ["appeared /other"])
  }

  @Test(
    "everything begins at home when the file was damaged", .covers("yh-S04.2.1-E1"),
    arguments: [
      "", "{", "null", "rubbish\u{0}", #"{"version":9}"#, String(repeating: "[", count: 100_000),
    ])
  func damaged(text: String) async throws {
    _ = try await person.window()
    folder.write("yhealth/me/navigation.json", text)
    let window = try await person.window()
    #expect(window.frames.value.route.text == "/dashboard" && window.frames.value.settled)
  }

  @Test(
    "everything begins at home when the file cannot be read, and the place that cannot be kept is told once",
    .covers("yh-S04.2.1-E1"))
  func unreadable() async throws {
    _ = try await person.window()
    let path = "\(folder.path)/yhealth/me/navigation.json"
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    let window = try await person.window()
    let ear = Ear(window)
    #expect(window.frames.value.route.text == "/dashboard")
    for label in ["Insights", "Profile", "Pillars"] { try await window.perform(.tap(.label(label))) }
    #expect(window.frames.value.title == "Pillars")
    #expect(ear.toasts.count == 1 && ear.toasts.first?.contains("navigation.json could not be written") == true)
  }

  @Test("each profile and each product has its own place")
  func apart() async throws {
    let window = try await person.window()
    try await window.perform(.tap(.label("Insights")))
    let other = try await Person(.yhealth, profile: "anna", home: .folder(folder.path), clock: ManualTime(noon))
      .window()
    #expect(other.frames.value.route.text == "/dashboard" && other.frames.value.profile == "anna")
    let volvox = try await Person.test(.volvox, home: .folder(folder.path)).window()
    #expect(volvox.frames.value.route.text == "/sobriety")
  }

  @Test("what was kept can be read by its owner only", .covers("yh-S04.2.1-L2", "yh-S04.2.2-L3"))
  func modes() async throws {
    let window = try await person.window()
    try await window.perform(.tap(.label("Insights")))
    #expect(folder.mode("yhealth/me/navigation.json") == 0o600 && folder.mode("yhealth/me/owner") == 0o600)
    for name in ["", "yhealth", "yhealth/me"] { #expect(folder.mode(name) == 0o700) }
  }
}

@Suite("A profile")
struct ProfileTests {
  let folder = TemporaryFolder()

  @Test("is open once only: the second is told who has it, and gets it when the first is gone")
  func twice() throws {
    var first: Person? = try Person.test(home: .folder(folder.path))
    let problem = #expect(throws: Problem.self) { try Person.test(home: .folder(folder.path)) }
    #expect(problem?.code == "profile-in-use" && problem?.what.contains("process \(getpid()) (") == true)
    _ = try Person(.yhealth, profile: "anna", home: .folder(folder.path))
    withExtendedLifetime(first) {}
    first = nil
    _ = try Person.test(home: .folder(folder.path))
  }

  @Test("that is refused disturbs nobody else's files")
  func undisturbed() async throws {
    let first = try Person.test(home: .folder(folder.path))
    let other = TemporaryFolder()
    let beside = try OwnFolder(other.path)
    try await withThrowingTaskGroup(of: Void.self) { group in
      for number in 0..<100 {
        group.addTask { #expect(throws: Problem.self) { try Person.test(home: .folder(folder.path)) } }
        group.addTask { try await beside.write("file-\(number)", [1]) }
      }
      try await group.waitForAll()
    }
    withExtendedLifetime(first) {}
  }

  @Test("is free at once when the process that had it was killed")
  func killed() async throws {
    _ = try Person.test(home: .folder(folder.path))
    let holder = Process()
    holder.executableURL = URL(filePath: "/bin/sh")
    holder.arguments = ["-c", "exec 9>>'\(folder.path)/yhealth/me/owner'; flock -n 9 || exit 1; echo held; exec cat"]
    let (input, output) = (Pipe(), Pipe())
    (holder.standardInput, holder.standardOutput) = (input, output)
    try holder.run()
    #expect(output.fileHandleForReading.readData(ofLength: 5) == Data("held\n".utf8))
    #expect(throws: Problem.self) { try Person.test(home: .folder(folder.path)) }
    kill(holder.processIdentifier, SIGKILL)
    holder.waitUntilExit()
    _ = try Person.test(home: .folder(folder.path))
    try input.fileHandleForWriting.close()
  }

  @Test(
    "has a plain name",
    arguments: ["..", "a/b", "", ".hidden", "a b", "é", String(repeating: "a", count: 65), "a\u{0}"])
  func names(name: String) {
    let problem = #expect(throws: Problem.self) { try Person(.yhealth, profile: name, home: .folder(folder.path)) }
    #expect(problem?.code == "bad-name")
  }
}
