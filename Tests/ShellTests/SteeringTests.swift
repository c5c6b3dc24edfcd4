import Accessibility
import Covers
import Interface
import Kernel
import Navigation
import ShellTesting
import Testing
import YHealth

@testable import Shell

@Suite("Switch and voice control at a window", .timeLimit(.minutes(10)))
struct SteeringTests {
  private func window(_ comfort: Command.Comfort) async throws -> Window {
    let person = try await Person.open(.yhealth, home: .memory, clock: ManualTime(noon), seed: 1)
    let window = await person.window()
    try await window.perform(.open(Route(["settings", "accessibility"])))
    try await window.perform(.appearance(comfort: comfort))
    return window
  }

  /// The words of the bar for the position of the switches.
  private func words(_ frame: Frame) -> String { frame.toasts.flatMap(\.all).first { $0.id == "aids.at" }?.label ?? "" }

  @Test("operates a whole setting by two switches, as commands")
  func switches() async throws {
    let window = try await window(.init(switches: .two))
    var frame = window.frames.value
    #expect(words(frame).hasPrefix("Group 1 of "))
    #expect(frame.everything.contains { $0.state.isScanned })
    var presses = 0
    while frame.appearance.feedback.sounds == false, presses < 500 {
      // The first switch moves on; the second selects the group, and then the control.
      let scanned = frame.everything.filter(\.state.isScanned)
      let isThere = scanned.contains { $0.label == "Sounds" }
      let isLeaving = words(frame).hasPrefix("Leave")
      frame = try await window.perform(.switched(isThere || isLeaving ? .second : .first))
      presses += 1
    }
    #expect(frame.appearance.feedback.sounds, "after \(presses) presses")
    #expect(presses > 2)
  }

  @Test("moves on by itself with one switch, pauses, and goes on at a press")
  func timed() async throws {
    let window = try await window(.init(switches: .one, switchStop: 1_000))
    let first = words(window.frames.value)
    var frame = try await window.perform(.advance(seconds: 1))
    #expect(words(frame) != first && words(frame).hasPrefix("Group 2 of "))
    frame = try await window.perform(.advance(seconds: 86_400))
    #expect(words(frame) == "Scanning has paused. Press the switch to go on.")
    frame = try await window.perform(.switched(.first))
    #expect(words(frame) == first)
    frame = try await window.perform(.advance(seconds: 1))
    #expect(words(frame).hasPrefix("Group 2 of "))
    frame = try await window.perform(.appearance(comfort: .init(switches: .off)))
    #expect(frame.toasts == [] && !frame.everything.contains { $0.state.isScanned })
  }

  @Test("selects by staying with the one switch that moves on")
  func dwelling() async throws {
    let window = try await window(.init(switches: .dwell, switchStop: 2_000))
    var frame = try await window.perform(.advance(seconds: 60))
    #expect(words(frame).hasPrefix("Group 1 of "), "nothing is selected before the first press")
    frame = try await window.perform(.switched(.first))
    #expect(words(frame).hasPrefix("Group 2 of "))
    frame = try await window.perform(.advance(seconds: 2))
    #expect(!words(frame).hasPrefix("Group"), "staying selects the group: \(words(frame))")
  }

  @Test("counts a switch that is held down once")
  func held() async throws {
    let window = try await window(.init(switches: .two))
    for _ in 0..<20 { try await window.perform(.switched(.first, .down)) }
    #expect(words(window.frames.value).hasPrefix("Group 2 of "))
    try await window.perform(.switched(.first, .up))
    let frame = try await window.perform(.switched(.first, .down))
    #expect(words(frame).hasPrefix("Group 3 of "))
  }

  @Test(
    "does what is said, asks which one is meant, and suggests what to say", .covers("yh-S04.7.2-E3"))
  func voice() async throws {
    let window = try await window(.init(voice: true))
    var frame = try await window.perform(.voiced("tap Sounds"))
    #expect(frame.appearance.feedback.sounds)
    frame = try await window.perform(.voiced("choose Strong for Vibration"))
    #expect(frame.appearance.feedback.haptics == .strong)
    frame = try await window.perform(.voiced("please do something"))
    let answer = frame.toasts.flatMap(\.all).first { $0.id == "aids.answer" }?.label ?? ""
    #expect(answer.hasPrefix("Try 'tap ") && answer.hasSuffix("' instead."))
    frame = try await window.perform(.voiced("show numbers"))
    let sounds = try #require(frame.nodes.flatMap(\.all).first { $0.label == "Sounds" && $0.state.called != nil })
    frame = try await window.perform(.voiced("\(sounds.state.called ?? 0)"))
    #expect(!frame.appearance.feedback.sounds)
    // The field in the bar takes the same words, and the numbers can be pressed.
    frame = try await window.perform(.type(.id("aids.said"), "show numbers"))
    #expect(frame.toasts.flatMap(\.all).contains { $0.id.hasPrefix("aids.numbers") && $0.actions == [.activate] })
  }

  @Test("refuses what is pressed or said while it is off")
  func off() async throws {
    let window = try await window(.init())
    #expect(await window.refusal(.switched(.first))?.code == "switch-off")
    #expect(await window.refusal(.voiced("tap Sounds"))?.code == "voice-off")
  }

  @Test("operates a dialog alone while one is open, and shows the problem of what it did")
  func dialog() async throws {
    let window = try await window(.init(switches: .two, voice: true))
    try await window.perform(.voiced("choose High for Contrast"))
    var frame = try await window.perform(.voiced("tap Reset Contrast"))
    #expect(frame.dialog != nil)
    let dialog = Set((frame.toasts + (frame.dialog.map { [$0] } ?? [])).flatMap(\.all).map(\.id))
    let scanned = frame.everything.filter(\.state.isScanned).map(\.id)
    #expect(!scanned.isEmpty && scanned.allSatisfy { dialog.contains($0) })
    frame = try await window.perform(.voiced("tap Reset"))
    #expect(frame.dialog == nil && frame.appearance.contrast == .system)
  }

  @Test("unlocks a locked profile by switches, and never shows the passcode")
  func locked() async throws {
    let profile = LockedProfile()
    let person = try await profile.open()
    let window = await person.window()
    try await LockedProfile.turnOn(at: window)
    try await window.perform(.appearance(comfort: .init(switches: .two)))
    var frame = try await window.perform(.lock)
    #expect(frame.chrome == [] && words(frame).hasPrefix("Group 1 of "), "\(words(frame))")
    for _ in 0..<50 {
      if words(frame).contains("Passcode"), !words(frame).hasPrefix("Group") { break }
      let isGroup = words(frame).hasPrefix("Group") && words(frame).contains("Passcode")
      frame = try await window.perform(.switched(isGroup ? .second : .first))
    }
    frame = try await window.perform(.switched(.second))
    #expect(words(frame).hasPrefix("Group 1 of 8: Keys"))
    // Space, which is the second of the first group.
    frame = try await window.perform(.switched(.second))
    frame = try await window.perform(.switched(.first))
    frame = try await window.perform(.switched(.second))
    #expect(frame.toasts.flatMap(\.all).contains { $0.id == "aids.secret" && $0.label == "Passcode: •" })
  }
}
