import Accessibility
import Audit
import Catalog
import Covers
import FoundationEssentials
import Interface
import Kernel
import Testing

@testable import Shell
@testable import Walk

@Suite("The settings of yHealth's notifications")
struct NotificationSettingsTests {
  @Test(
    "are without a finding in every form, read with a name, reached by switches and called by voice, each control of them",
    .covers("yh-S04.4.3-L4"))
  func accessible() async throws {
    let product = try #require(Product.named("yhealth"))
    let person = try await Person.open(
      product, home: .memory, clock: ManualTime(Moment(Date(timeIntervalSince1970: 1_772_438_400))), seed: 1)
    let window = try await Posture.member.window(of: person, at: product.places)
    try await window.perform(.open(Route(["settings", "notifications"])))
    for form in AppearanceCase.all {
      let frame = try await window.perform(.appearance(form.scheme, textSize: form.textSize, motion: form.motion))
      #expect(frame.route.path == ["settings", "notifications"])
      #expect(Audit.findings(of: frame, theme: product.theme) == [])
      let named = frame.nodes.flatMap(\.all).filter { !$0.actions.isEmpty }.map(\.label)
      let wanted = [
        "All notifications", "Check-in Reminders", "Insights & Discoveries", "Coaching Nudges", "Goal Milestones",
        "Recovery Alerts", "Meal/Workout Prompts", "Quiet hours start", "Quiet hours end", "Notifications a day",
      ]
      for label in wanted { #expect(named.contains(label), "\(label)") }
      let reading = ScreenReading(frame)
      #expect(reading.unnamed == [])
      for element in frame.nodes.flatMap(\.all) where !element.actions.isEmpty && !element.state.isDisabled {
        #expect(reading.lines.contains { $0.id == element.id }, "\(element.id)")
        for verb in element.actions.map({ ScanPlan.stop(for: $0, of: element) }) {
          for mode in SwitchScan.Mode.allCases {
            var scan = SwitchScan(ScanPlan(frame), mode)
            #expect(scan.reach(.act(element.id, verb)) != nil, "\(element.id)")
          }
        }
        guard element.actions.contains(.activate) else { continue }
        var voice = VoiceControl()
        var answer = voice.hear("tap \(element.label)", on: frame)
        if case .which(let all) = answer, let meant = all.first(where: { $0.id == element.id }) {
          answer = voice.hear("\(meant.number)", on: frame)
        }
        #expect(answer == .does(.act(element.id, .activate, .none)), "\(element.label)")
      }
    }
    await window.close()
    await person.close()
  }
}
