import Covers
import Foundation
import Interface
import Kernel
import ShellTesting
import Testing
import Volvox
import YHealth

@testable import Shell

@Suite("After a restart")
struct RestartTests {
  let folder = TestFolder()

  /// Runs the program once, from opening the folder to closing it.
  @discardableResult
  private func run<Answer>(
    _ product: Product = .yhealth, _ body: (Window) async throws -> Answer
  ) async throws -> Answer {
    let person = try await Person.test(product, home: .folder(folder.path))
    let window = await person.window()
    let answer = try await body(window)
    await window.close()
    await person.close()
    return answer
  }

  @Test(
    "the window restores the route, the scroll position and the back stack",
    .covers(
      "yh-S04.2.2-AC4", "yh-S04.2.2-B10", "yh-S04.2.2-B11", "yh-S04.2.2-B14", "yh-S04.2.2-L3", "yh-S04.2.1-E1"))
  func restored() async throws {
    try await run { window async throws in
      try await window.perform(.open(Route(["pillars", "nutrition"])))
      try await window.perform(.act(.id("screen"), .scroll, .number(64)))
      // The route is stored before anything is closed.
      let kept = try #require(try await window.person.drawer.load("navigation"))
      #expect(String(decoding: kept, as: UTF8.self).contains("/pillars/nutrition"))
    }
    try await run { window async throws in
      #expect(window.frames.value.route.text == "/pillars/nutrition" && window.frames.value.scroll == 64)
      #expect(window.frames.value.currentTabs == ["Pillars"])
      // Back leads to the tab from which the screen was opened.
      #expect(try await window.perform(.back).route.text == "/dashboard")
    }
  }

  @Test("only the restored screen is notified that it appeared, and only once")
  func appearsOnce() async throws {
    let made = Locked<[Studio]>([])
    for _ in 0..<2 { try await run(.studio(made: made)) { try await $0.perform(.open(Route(["other"]))) } }
    #expect(made.withLock { $0.last }?.states.value.told == ["appeared /other"])
  }

  @Test(
    "the window opens at home when the stored navigation is damaged", .covers("yh-S04.2.1-E1"),
    arguments: [
      "", "{", "null", "rubbish\u{0}", #"{"version":9}"#, String(repeating: "[", count: 100_000),
    ])
  func damaged(text: String) async throws {
    try await run { try await $0.person.drawer.keep("navigation", Array(text.utf8)) }
    try await run { window async throws in
      #expect(window.frames.value.route.text == "/dashboard" && window.frames.value.settled)
    }
  }

  @Test(
    "the window opens at home when the store is closed, and the failure to save is reported once",
    .covers("yh-S04.2.1-E1"))
  func unreadable() async throws {
    // On the live clock: what a closed store tells never comes, and on a manual clock a window waits a minute for it.
    let person = try await Person.test(home: .folder(folder.path), clock: nil)
    await person.close()
    let window = await person.window()
    let recorder = OutletRecorder(window)
    #expect(window.frames.value.route.text == "/dashboard")
    for label in ["Insights", "Profile", "Pillars"] { try await window.perform(.tap(.label(label))) }
    #expect(window.frames.value.title == "Pillars")
    // The first feature that fails reports it, and the others add nothing.
    let told = window.frames.value.toast.map { [$0] } ?? recorder.toasts
    #expect(told.count == 1 && told.first?.contains("The store is closed.") == true && recorder.toasts.count <= 1)
  }

  @Test("each profile and each product keeps its own route")
  func apart() async throws {
    let window = try await Person.test(home: .folder(folder.path)).window()
    try await window.perform(.tap(.label("Insights")))
    let other = try await Person.open(
      .yhealth, profile: "anna", home: .folder(folder.path), clock: ManualTime(noon)
    ).window()
    #expect(other.frames.value.route.text == "/dashboard" && other.frames.value.profile == "anna")
    let volvox = try await Person.test(.volvox, home: .folder(folder.path)).window()
    #expect(volvox.frames.value.route.text == "/sobriety")
  }

  @Test("stored files and folders are accessible to their owner only", .covers("yh-S04.2.1-L2"))
  func modes() async throws {
    try await run { window async throws in
      try await window.perform(.tap(.label("Insights")))
      let mine = ["owner", "store.key", "store.sqlite", "store.sqlite-wal"].map { "yhealth/me/\($0)" }
      for name in mine { #expect(folder.mode(name) == 0o600, "\(name)") }
      for name in ["", "yhealth", "yhealth/me"] { #expect(folder.mode(name) == 0o700) }
    }
  }

  @Test("no file contains the person's data in clear text", .covers("yh-S04.2.1-L2"))
  func sealed() async throws {
    let words = ["/pillars/nutrition", "nutrition", "\"stacks\"", "coaching-tone", "direct", "a note of mine"]
    try await run { window async throws in
      try await window.perform(.open(Route(["pillars", "nutrition"])))
      try await window.perform(.open(Route(["settings", "goals-coaching"])))
      try await window.perform(.choose(.label("Coaching tone"), .text("Direct")))
      try await window.person.drawer.keep("note", Array("a note of mine".utf8))
      for word in words { #expect(folder.holding(word) == [], "\(word), while it is open") }
    }
    for word in words { #expect(folder.holding(word) == [], "\(word), when it is closed") }
    try await run { window async throws in
      #expect(try await window.person.drawer.load("note") == Array("a note of mine".utf8))
    }
  }
}

@Suite("A profile")
struct ProfileTests {
  let folder = TestFolder()

  @Test("opens once at a time: a second attempt names the process that has it, and works after the first closed")
  func twice() async throws {
    let first = try await Person.test(home: .folder(folder.path))
    let problem = await #expect(throws: Problem.self) { try await Person.test(home: .folder(folder.path)) }
    #expect(problem?.code == "profile-in-use" && problem?.what.contains("process \(getpid()) (") == true)
    try await Person.open(.yhealth, profile: "anna", home: .folder(folder.path)).close()
    await first.close()
    try await Person.test(home: .folder(folder.path)).close()
  }

  @Test("is released with its last reference even if it was not closed", .timeLimit(.minutes(10)))
  func dropped() async throws {
    var first: Person? = try await Person.test(home: .folder(folder.path))
    let window = await first?.window()
    try await window?.perform(.tap(.label("Insights")))
    weak let store = first?.store
    await window?.close()
    first = nil
    _ = consume window
    // Pending tasks release the store when they end, and the store releases the folder.
    while store != nil { await Task.yield() }
    func next() async throws(Problem) -> Person? {
      do { return try await Person.test(home: .folder(folder.path)) } catch  where error.code == "profile-in-use" {
        return nil
      }
    }
    var second = try await next()
    while second == nil {
      await Task.yield()
      second = try await next()
    }
    // The route that the first one stored is restored.
    #expect(await second?.window().frames.value.route.text == "/insights")
    await second?.close()
  }

  @Test("can be reopened at once after closing, repeatedly, while old windows still exist")
  func again() async throws {
    var windows: [Window] = []
    for _ in 0..<20 {
      let person = try await Person.test(home: .folder(folder.path))
      let window = await person.window()
      try await window.perform(.tap(.label("Insights")))
      windows.append(window)
      await person.close()
    }
    #expect(windows.allSatisfy { $0.frames.value.route.text == "/insights" })
  }

  @Test(
    "with a damaged store or key is refused with a problem, and its files stay unchanged",
    arguments: [
      ("store.sqlite", "rubbish", "damaged-file"),
      ("store.sqlite", String(repeating: "x", count: 9000), "damaged-file"),
      ("store.key", String(repeating: "k", count: 32), "wrong-key"), ("store.key", "short", "key-length"),
      ("store.key", nil, "no-key"),
    ] as [(String, String?, String)])
  func refused(name: String, text: String?, code: String) async throws {
    let person = try await Person.test(home: .folder(folder.path))
    try await person.drawer.keep("note", [1])
    await person.close()
    let path = "\(folder.path)/yhealth/me/\(name)"
    let before = FileManager.default.contents(atPath: path)
    if let text {
      try Data(text.utf8).write(to: URL(filePath: path))
    } else {
      try FileManager.default.removeItem(atPath: path)
    }
    let files = folder.everything
    for _ in 0..<2 {
      let problem = await #expect(throws: Problem.self) { try await Person.test(home: .folder(folder.path)) }
      #expect(problem?.code == code && problem?.safe?.isEmpty == false && problem?.remedy.isEmpty == false)
      #expect(folder.everything == files)
    }
    _ = FileManager.default.createFile(atPath: path, contents: before, attributes: [.posixPermissions: 0o600])
    let mended = try await Person.test(home: .folder(folder.path))
    #expect(try await mended.drawer.load("note") == [1])
    await mended.close()
  }

  @Test("of a newer version is refused, and its files stay unchanged")
  func newer() async throws {
    try await Person.test(home: .folder(folder.path)).close()
    let path = "\(folder.path)/yhealth/me/store.sqlite"
    // The schema's version is in the file's header.
    let file = try #require(FileHandle(forUpdatingAtPath: path))
    try file.seek(toOffset: 60)
    try file.write(contentsOf: Data([0, 0, 0, 99]))
    try file.close()
    let files = folder.everything
    let problem = await #expect(throws: Problem.self) { try await Person.test(home: .folder(folder.path)) }
    #expect(problem?.code == "newer-store")
    #expect(folder.everything == files)
  }

  @Test("that is refused does not disturb other files being written")
  func undisturbed() async throws {
    let first = try await Person.test(home: .folder(folder.path))
    let other = TestFolder()
    let beside = try OwnFolder(other.path)
    try await withThrowingTaskGroup(of: Void.self) { group in
      for number in 0..<100 {
        group.addTask {
          let problem = await #expect(throws: Problem.self) { try await Person.test(home: .folder(folder.path)) }
          #expect(problem?.code == "profile-in-use")
        }
        group.addTask { _ = try beside.create("file-\(number)", with: [1]) }
      }
      try await group.waitForAll()
    }
    withExtendedLifetime(first) {}
  }

  @Test("can be opened at once after the process that had it was killed")
  func killed() async throws {
    try await Person.test(home: .folder(folder.path)).close()
    let holder = Process()
    holder.executableURL = URL(filePath: "/bin/sh")
    holder.arguments = ["-c", "exec 9>>'\(folder.path)/yhealth/me/owner'; flock -n 9 || exit 1; echo held; exec cat"]
    let (input, output) = (Pipe(), Pipe())
    (holder.standardInput, holder.standardOutput) = (input, output)
    try holder.run()
    #expect(output.fileHandleForReading.readData(ofLength: 5) == Data("held\n".utf8))
    let problem = await #expect(throws: Problem.self) { try await Person.test(home: .folder(folder.path)) }
    #expect(problem?.code == "profile-in-use")
    kill(holder.processIdentifier, SIGKILL)
    holder.waitUntilExit()
    _ = try await Person.test(home: .folder(folder.path))
    try input.fileHandleForWriting.close()
  }

  @Test(
    "with an invalid name is refused",
    arguments: ["..", "a/b", "", ".hidden", "a b", "é", String(repeating: "a", count: 65), "a\u{0}"])
  func names(name: String) async {
    let problem = await #expect(throws: Problem.self) {
      try await Person.open(.yhealth, profile: name, home: .folder(folder.path))
    }
    #expect(problem?.code == "bad-name")
  }
}
