import Covers
import Interface
import Kernel
import ShellTesting
import Testing

@testable import Shell
@testable import YHealth

@Suite("The badges of the tabs", .timeLimit(.minutes(5)))
struct TabBadgeTests {
  @Test(
    "the tab of the insights shows in every window how many are new, and nothing once the list was read",
    .covers("yh-S04.2.1-B8", "yh-S04.2.1-B13", "yh-S04.2.1-AC4"))
  func insights() async throws {
    let person = try await Person.test()
    let window = await person.window()
    #expect(window.frames.value.node("tabs.insights")?.value == nil)
    try await DemonstrationData.fill(person.store, to: person.context.time.now(), days: 200)
    try await window.perform(.open(Route(["insights"])))
    let other = await person.window()
    for each in [window, other] {
      let isFound = await each.shows(within: 120) { frame in
        let link = frame.node("tabs.insights")
        return count(frame) > 0 && link?.value?.contains("new insight") == true
          && link?.state.badge == "\(count(frame))"
      }
      #expect(isFound, "\(each.frames.value.labels)")
    }
    try await window.perform(.tap(.id("tabs.dashboard")))
    #expect(await window.shows(within: 60) { $0.node("tabs.insights")?.value == nil })
    #expect(await other.shows(within: 60) { $0.node("tabs.insights")?.value == nil })
    await person.close()
  }

  private func count(_ frame: Frame) -> Int {
    (frame.node("tabs.insights")?.value?.split(separator: " ").first).flatMap { Int($0) } ?? 0
  }
}
