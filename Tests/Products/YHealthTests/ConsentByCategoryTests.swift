import Covers
import Interface
import Kernel
import Pillar
import ShellTesting
import Testing

@testable import Shell
@testable import YHealth

/// The consents of yHealth for each kind of data.
@Suite("Consent by kind of data", .timeLimit(.minutes(5)))
struct ConsentByCategoryTests {
  private static let page = Route(["settings", "consent"])
  private static let titles = ["Fitness", "Nutrition", "Wellbeing", "AI training"]

  private func sections(_ frame: Frame) -> [String] {
    frame.everything.filter { $0.role == .region }.map(\.label).filter(Self.titles.contains)
  }

  private func hasSleep(_ frame: Frame) -> Bool { frame.labels.contains { $0.contains("after longer sleep") } }

  @Test(
    "Deep mode asks for each kind and for AI training; what is left out of the insights is found in them no more",
    .covers("yh-S04.6.2-B9"))
  func insights() async throws {
    let clock = ManualTime(noon)
    let person = try await Person.open(.yhealth, home: .memory, clock: clock, seed: 1)
    try await Product.yhealth.demonstration?.fill(person.store, clock.time.now())
    let window = await person.window()
    let light = try await window.perform(.open(Self.page))
    #expect(sections(light) == [] && light.labels.contains("4 more in Deep mode, by kind of data."))
    try await window.perform(.open(Route(["settings", "goals-coaching"])))
    try await window.perform(.choose(.label("Flexibility mode"), .text("deep")))
    #expect(sections(try await window.perform(.open(Self.page))) == Self.titles)

    try await window.perform(.open(Route(["insights"])))
    await window.frames.wait { hasSleep($0) }
    try await window.perform(.open(Self.page))
    try await window.perform(.tap(.label("Leave it out: Fitness")))
    try await window.perform(.tap(.label("I do not consent: AI training")))
    try await window.perform(.open(Route(["insights"])))
    await window.frames.wait { $0.labels.contains("Insights") && !hasSleep($0) }

    // Decided, it can be changed in Light mode too.
    try await window.perform(.open(Route(["settings", "goals-coaching"])))
    try await window.perform(.choose(.label("Flexibility mode"), .text("light")))
    #expect(sections(try await window.perform(.open(Self.page))) == ["Fitness", "AI training"])
    try await window.perform(.tap(.label("I consent: Fitness")))
    try await window.perform(.open(Route(["insights"])))
    await window.frames.wait { hasSleep($0) }
    await window.close()
    await person.close()
  }
}
