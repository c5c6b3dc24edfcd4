import Catalog
import Covers
import FoundationEssentials
import Interface
import Kernel
import Shell
import Testing

@testable import Terminal

@Suite("Switch and voice control in a console", .timeLimit(.minutes(10)))
struct ConsoleSteeringTests {
  private let dailypa = Product.all.first { $0.id == "dailypa" }
  private let toSettings = ["s Accessibility", "say tap Accessibility"]

  /// The lines of the bar that tell the position of the switches, in the order of the screens.
  private func positions(_ said: String) -> [String] {
    said.split(separator: "\n").map { String($0).trimmingSpaces }
      .filter { $0.contains(#/^(Group \d+ of \d+: |\d+ of \d+: |Leave )/#) }
  }

  @Test(
    "words turn a setting over, and what is not understood is answered with what to say", .covers("yh-S04.7.2-E3"))
  func voice() async throws {
    let lines = ["say tap Voice control", "say tap Sounds", "say sing me a song"]
    let talk = Talk()
    let said = try await talk.play(toSettings + lines, in: dailypa)
    let window = try #require(talk.window)
    let appearance = window.frames.value.appearance
    #expect(appearance.steering.voice && appearance.feedback.sounds)
    #expect(said.contains("Say or type a command"))
    #expect(said.contains(#/Try 'tap [^']+' instead\./#))
  }

  @Test(
    "Enter moves on and x selects, on a short terminal too, where Enter shows the next page otherwise",
    arguments: [nil, 24] as [Int?])
  func switches(height: Int?) async throws {
    let surface = Surface(
      width: 76, height: height, isInteractive: height != nil, acceptsEscapes: height != nil,
      editsLines: height != nil)
    let talk = Talk(surface)
    let said = try await talk.play(toSettings + ["say tap Two switches", "", "", "x", "x"], in: dailypa)
    let positions = positions(said)
    let wanted = [
      /Group 1 of \d+: Contrast\..*/, /Group 2 of \d+: Vibration\..*/, /Group 3 of \d+: Feedback\..*/,
      /1 of \d: Sounds/,
    ]
    let isInOrder = zip(positions, wanted).allSatisfy { (try? $1.wholeMatch(in: $0)) != nil }
    #expect(positions.count >= wanted.count && isInOrder, "\(positions)")
    let window = try #require(talk.window)
    #expect(window.frames.value.appearance.feedback.sounds)
  }
}
