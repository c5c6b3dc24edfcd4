import Catalog
import Connectivity
import Foundation
import Interface
import JSON
import Kernel
import Shell
import Testing

@testable import Play

@Suite("Recording and replay") struct RecordingTests {
  static let start = Moment(
    Moment.date("2026-03-02T08:00:00Z") ?? .distantPast, in: TimeZone(identifier: "Europe/Rome") ?? .gmt)

  static func person(seed: UInt64? = 7) async throws -> Person {
    try await Person.open(#require(Product.named("yhealth")), home: .memory, clock: ManualTime(start), seed: seed)
  }

  static let commands: [Command] = [
    .tap(.label("Pillars")), .tap(.label("Fitness")), .open(Route(["search"])),
    .type(.label("Find a screen"), "fit"), .tap(.label("nowhere")), .back, .network(.online), .tap(.label("Log")),
    .tap(.label("Close")),
    .receive(title: "T", body: "B", opening: .route(Route(["insights"]), until: start.date + 60)),
    .tap(.label("Open")), .act(.id("screen"), .scroll, .number(30)), .advance(seconds: 3600), .network(.slow),
    .setClock(start.date, zone: "Asia/Tokyo"), .screen,
  ]

  /// The log of a window in which all `commands` were performed, as text.
  static func log() async throws -> String {
    let window = try await person().window()
    let lines = Locked<[String]>([])
    let recorder = try await Recorder(of: window, seed: 7) { line throws(Problem) in lines.withLock { $0.append(line) }
    }
    for command in commands { _ = try? await recorder.perform(command, in: window) }
    #expect(recorder.problem == nil)
    return lines.withLock { $0.joined() }
  }

  static func replay(_ text: String) async throws -> Replay.Report {
    try await Replay.run(try SessionRecording(text, file: "a.log"), file: "a.log")
  }

  @Test("A recording survives a round trip, and replays without a difference")
  func roundTrip() async throws {
    let text = try await RecordingTests.log()
    let recording = try SessionRecording(text, file: "a.log")
    #expect(recording.header == .init(product: "yhealth", profile: "me", start: RecordingTests.start, seed: 7))
    let done = recording.lines.compactMap { line in
      if case .did(let command, _, _) = line.entry { command } else { nil }
    }
    #expect(done == RecordingTests.commands)
    #expect(text.split(separator: "\n").map { $0.utf8.count }.max() ?? 0 < SessionRecording.longestLine)

    let report = try await RecordingTests.replay(text)
    #expect(report.isSame, "\(report.text)")
    #expect(report.commands == RecordingTests.commands.count)
    // One frame before the first command, and none after the failed command.
    #expect(report.frames == RecordingTests.commands.count)
    #expect(report.text == "The same: 16 commands, 16 frames.")
  }

  @Test("Text typed into a password field or a missing field is not recorded")
  func secrets() async throws {
    let window = try await RecordingTests.person().window()
    let lines = Locked<[String]>([])
    let recorder = try await Recorder(of: window, seed: 7) { line throws(Problem) in lines.withLock { $0.append(line) }
    }
    let commands: [Command] = [
      .open(Route(["account", "sign-up"])), .type(.label("E-mail"), "maria@example.org"),
      .type(.label("Password"), "a-long-secret-of-maria"), .type(.label("Passwort"), "another-secret-of-maria"),
      .act(.label("Password"), .edit, .text("a-third-secret-of-maria")),
    ]
    for command in commands { _ = try? await recorder.perform(command, in: window) }
    let log = lines.withLock { $0.joined() }
    #expect(log.contains("maria@example.org") && !log.contains("secret-of-maria"))
    #expect(try await RecordingTests.replay(log).isSame)
  }

  @Test("A code from a mail, the address a browser returns to and a token are not recorded")
  func codes() async throws {
    let window = try await RecordingTests.person().window()
    let lines = Locked<[String]>([])
    let recorder = try await Recorder(of: window, seed: 7) { line throws(Problem) in lines.withLock { $0.append(line) }
    }
    let commands: [Command] = [
      .open(Route(["account", "confirm"])), .type(.label("E-mail"), "maria@example.org"),
      .type(.label("Code"), "482913"), .browses(returningTo: "troupe://callback"),
      .browsed(.returned(Redacted("troupe://callback?state=secret-state&code=secret-code"))),
      .browsed(.token(Redacted("secret-token"))),
    ]
    for command in commands { _ = try? await recorder.perform(command, in: window) }
    let log = lines.withLock { $0.joined() }
    #expect(log.contains("maria@example.org") && log.contains("troupe://callback"))
    for secret in ["482913", "secret-"] { #expect(!log.contains(secret)) }
  }

  @Test("Two recordings of the same commands are identical byte for byte")
  func steady() async throws {
    #expect(try await RecordingTests.log() == RecordingTests.log())
  }

  @Test("A screen that differs is reported with its line and both versions")
  func difference() async throws {
    var lines = try await RecordingTests.log().split(separator: "\n").map(String.init)
    // As if an older program had shown another word there.
    lines[3] = lines[3].replacing("Fitness", with: "Sport").replacing(/"frame":"\w+"/, with: "\"frame\":\"0\"")
    let report = try await RecordingTests.replay(lines.joined(separator: "\n"))
    let difference = try #require(report.difference)
    #expect(difference.line == 4)
    #expect(difference.what == "The screen is not the one that was recorded:")
    #expect(difference.elements.contains { $0.contains("Sport") && $0.contains("; now ") && $0.contains("Fitness") })
    #expect(difference.screen.contains("me in yhealth at /pillars: “Pillars”"))
    #expect(report.text.hasPrefix("a.log:4: The screen is not the one that was recorded:\n  "))
  }

  @Test("A difference beside the elements, or within what reads alike, is named with both values")
  func members() async throws {
    let lines = try await RecordingTests.log().split(separator: "\n").map(String.init)
    func difference(_ index: Int, _ old: String, _ new: String) async throws -> Replay.Divergence? {
      var lines = lines
      #expect(lines[index].contains(old))
      lines[index] = lines[index].replacing(old, with: new).replacing(/"frame":"\w+"/, with: "\"frame\":\"0\"")
      return try await RecordingTests.replay(lines.joined(separator: "\n")).difference
    }
    let textSize = try #require(try await difference(1, "\"textSize\":100", "\"textSize\":120"))
    #expect(textSize.elements == ["appearance.textSize: then 120; now 100"])
    let action = try #require(try await difference(1, "\"actions\":[\"activate\"]", "\"actions\":[\"hold\"]"))
    #expect(action.elements.contains { $0.contains("actions: then [\"hold\"]; now [\"activate\"]") })
  }

  @Test("A recording without a named clock replays the same, whatever time passed between its commands")
  func followed() async throws {
    let window = try await RecordingTests.person().window()
    let lines = Locked<[String]>([])
    let recorder = try await Recorder(of: window, seed: 7, followsTime: true) { line throws(Problem) in
      lines.withLock { $0.append(line) }
    }
    for command in RecordingTests.commands.prefix(4) {
      let before = ContinuousClock.now
      while .now - before < .milliseconds(5) { await Task.yield() }
      _ = try await recorder.perform(command, in: window)
    }
    let log = lines.withLock { $0.joined() }
    #expect(log.split(separator: "\n").count { $0.contains("\"method\":\"clock\"") } == 4)
    #expect(try await RecordingTests.replay(log).isSame)
  }

  @Test("Commands that end at the same time are recorded one after the other")
  func concurrent() async throws {
    let window = try await RecordingTests.person().window()
    let lines = Locked<[String]>([])
    let recorder = try await Recorder(of: window, seed: 7) { line throws(Problem) in lines.withLock { $0.append(line) }
    }
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<20 { group.addTask { _ = try? await recorder.perform(.screen, in: window) } }
    }
    let log = lines.withLock { $0.joined() }
    #expect(try await RecordingTests.replay(log).text == "The same: 20 commands, 21 frames.")
  }

  @Test("A command that newly fails or newly succeeds is a difference")
  func ending() async throws {
    let header = #"{"troupe":1,"product":"yhealth","profile":"me","clock":"2026-03-02T08:00:00Z"}"#
    let failed = try await RecordingTests.replay("\(header)\n" + #"{"method":"tap","params":{"label":"Nowhere"}}"#)
    #expect(failed.difference?.what.hasPrefix("“tap” went well and now ends in “no-such-node”: ") == true)
    let wentWell = try await RecordingTests.replay("\(header)\n" + #"{"method":"back","problem":"no-such-node"}"#)
    #expect(wentWell.difference?.what == "“back” ended in “no-such-node” and now goes well.")
  }

  @Test("A log with digests only still reveals that a screen differs")
  func digests() async throws {
    let lines = try await RecordingTests.log().split(separator: "\n")
    let bare = lines.map { $0.replacing(/"changes":\[.*\],"frame"/, with: "\"frame\"") }.joined(separator: "\n")
    #expect(!bare.contains("changes"))
    #expect(try await RecordingTests.replay(bare).isSame)
    let other = bare.replacing(/"frame":"\w+"/, with: "\"frame\":\"0\"", maxReplacements: 1)
    let difference = try #require(try await RecordingTests.replay(other).difference)
    #expect(difference.line == 2)
    #expect(difference.elements.isEmpty)
  }

  @Test("A live session is replayed at its recorded times")
  func live() async throws {
    let header = #"{"troupe":1,"product":"yhealth","profile":"me","clock":"2026-03-02T08:00:00Z","zone":"GMT"}"#
    let toast = #"{"method":"tap","params":{"label":"Voice"},"at":"2026-03-02T08:00:05Z"}"#
    let soon = #"{"method":"tap","params":{"label":"Dismiss"},"at":"2026-03-02T08:00:07Z"}"#
    let late = #"{"method":"tap","params":{"label":"Dismiss"},"at":"2026-03-02T08:01:00Z"}"#
    #expect(try await RecordingTests.replay([header, toast, soon].joined(separator: "\n")).isSame)
    #expect(try await RecordingTests.replay([header, toast, late].joined(separator: "\n")).difference?.line == 3)
  }

  static let header = #"{"troupe":1,"product":"yhealth","profile":"me","clock":"2026-03-02T08:00:00Z","zone":"GMT"}"#

  @Test(
    "An invalid recording is refused with its place and the reason",
    arguments: [
      ("", "a.log is empty."),
      ("\n\n", "a.log is empty."),
      ("rubbish", "a.log:1: The recording breaks off in the middle of this line."),
      ("rubbish\n{}", "a.log:1: This is not a JSON object."),
      ("[]\n", "a.log:1: This is not a JSON object."),
      ("{}", "a.log:1: This is not a recording of Troupe."),
      (#"{"troupe":2}"#, "a.log:1: This recording is of version 2.0; this Troupe reads version 1."),
      (#"{"troupe":1}"#, "a.log:1: The header lacks its product, profile or clock."),
      (header.replacing("yhealth", with: "zebra"), "a.log:1: There is no product “zebra”."),
      (header.replacing("GMT", with: "Nowhere"), "a.log:1: There is no time zone called “Nowhere”."),
      ("\(header)\n{\"method\":\"ta", "a.log:2: The recording breaks off in the middle of this line."),
      ("\(header)\n{\"method\":\"dance\"}", "a.log:2: There is no method “dance”."),
      ("\(header)\n{\"method\":\"tap\"}", "a.log:2: “tap” does not say which node."),
      ("\(header)\n{\"frame\":4}", "a.log:2: The frame has no digest."),
      ("\(header)\n{\"frame\":\"0\",\"changes\":[{}]}", "a.log:2: The frame's “changes” cannot be read."),
      ("\(header)\n\n{}", "a.log:3: This line is neither a command nor a frame."),
      ("\(header)\n\"\(String(repeating: "x", count: 1 << 20))\"", "a.log:2: This line is longer than 1048576 bytes."),
    ])
  func rubbish(text: String, what: String) {
    #expect {
      try SessionRecording(text, file: "a.log")
    } throws: { error in
      "\(error)".hasPrefix(what)
    }
  }

  @Test("A truncated log replays up to its end, or is refused with its place")
  func cut() async throws {
    let text = try await RecordingTests.log()
    for length in stride(from: 0, to: text.utf8.count, by: 997) {
      let piece = String(decoding: text.utf8.prefix(length), as: UTF8.self)
      do {
        let recording = try SessionRecording(piece, file: "a.log")
        #expect(try await Replay.run(recording, file: "a.log").isSame)
      } catch {
        #expect("\(error)".hasPrefix("a.log"))
      }
    }
  }

  @Test("A log file is accessible to its owner only, and an existing file is not overwritten")
  func file() async throws {
    let path = FileManager.default.temporaryDirectory.appending(path: "troupe-\(UUID().uuidString).log").path()
    defer { try? FileManager.default.removeItem(atPath: path) }
    let window = try await RecordingTests.person().window()
    let recorder = try await Recorder(of: window, seed: 7, write: Recorder.file(path))
    recorder.note(.tap(.label("Insights")), try await window.perform(.tap(.label("Insights"))))

    let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
    #expect(mode == 0o600)
    #expect(try await Replay.run(path).text == "The same: 1 commands, 2 frames.")
    let taken = #expect(throws: Problem.self) { try Recorder.file(path) }
    #expect(taken?.code == "no-recording")
    let missing = await #expect(throws: Problem.self) { try await Replay.run(path + "none") }
    #expect(missing?.code == "no-file")
  }

  @Test("A log that can no longer be written does not affect the window")
  func full() async throws {
    let full = Problem("disk-full", "The disk is full.", remedy: "Make room.")
    let window = try await RecordingTests.person().window()
    let left = Locked(2)
    let recorder = try await Recorder(of: window, seed: nil) { _ throws(Problem) in
      let isFull = left.withLock { left in
        left -= 1
        return left < 0
      }
      if isFull { throw full }
    }
    #expect(try await recorder.perform(.tap(.label("Insights")), in: window).route == Route(["insights"]))
    #expect(recorder.problem == full)
    #expect(try await recorder.perform(.back, in: window).route == Route(["dashboard"]))
  }

  @Test("A seed too large for a JSON number is kept exactly")
  func seed() async throws {
    let header = SessionRecording.Header(product: "yhealth", profile: "me", start: RecordingTests.start, seed: .max)
    #expect(try SessionRecording(try JSON.text(header.json), file: "a").header == header)
  }
}
