import Interface
import Kernel
import ShellTesting
import Testing

@testable import Shell
@testable import YHealth

@Suite("The onboarding of yHealth")
struct OnboardingWalkTests {
  private let onboarding = Route(["onboarding"])

  /// Whether the current step lets the person go on.
  private func isComplete(_ frame: Frame) -> Bool {
    frame.everything.contains { $0.label == "Done" } && frame.labels.contains("Previous step")
  }

  @Test("A goal set through the link of its step completes the step, and Back returns to the step")
  func goal() async throws {
    let window = try await Person.test().window()
    var frame = try await window.perform(.open(onboarding))
    frame = try await window.perform(.tap(.label("Skip this step")))
    #expect(!isComplete(frame))
    frame = try await window.perform(.tap(.label("Set a goal")))
    #expect(frame.route == Route(["pillars", "goal"]))
    try await window.perform(.type(.label("Target"), "8"))
    frame = try await window.perform(.tap(.label("Save")))
    #expect(frame.labels.contains("Set another"))
    frame = try await window.perform(.back)
    #expect(frame.route == onboarding && isComplete(frame))
    frame = try await window.perform(.tap(.label("Next")))
    #expect(frame.labels.contains("Log your first meal"))
  }

  @Test("A goal and a meal that were there before complete their steps, and so does a goal set in another window")
  func elsewhere() async throws {
    let person = try await Person.test()
    let (window, other) = (await person.window(), await person.window())
    try await other.perform(.open(Route(["pillars", "goal"])))
    try await other.perform(.type(.label("Target"), "8"))
    try await other.perform(.tap(.label("Save")))
    try await window.perform(.open(onboarding))
    var frame = try await window.perform(.tap(.label("Skip this step")))
    #expect(isComplete(frame))
    try await window.perform(.tap(.label("Next")))
    frame = try await window.perform(.tap(.label("Log your first meal")))
    try await window.perform(.type(.label("Description"), "Apple"))
    frame = try await window.perform(.tap(.label("Save")))
    // A form in front closes by itself.
    if frame.route != onboarding { frame = try await window.perform(.back) }
    #expect(frame.route == onboarding && isComplete(frame))
  }

  @Test("Every link of every step returns to its step, also when the steps were opened from the profile")
  func ways() async throws {
    let window = try await Person.test().window()
    try await window.perform(.open(Route(["profile"])))
    var frame = try await window.perform(.tap(.label("First steps")))
    frame = try await window.perform(.tap(.label("Skip this step")))
    for links in [["Set a goal"], ["Connect a device", "Log your first meal"]] {
      for link in links {
        frame = try await window.perform(.tap(.label(link)))
        #expect(frame.route != onboarding)
        frame = try await window.perform(.back)
        #expect(frame.route == onboarding && frame.labels.contains(link))
      }
      frame = try await window.perform(.tap(.label("Skip this step")))
    }
    // The last step cannot be skipped; what is optional in it is answered.
    #expect(!frame.labels.contains("Skip this step") && !frame.labels.contains("Finish"))
    for label in ["I accept: Terms of use", "I accept: Privacy", "Keep it on this device: Health data"] {
      #expect(!frame.labels.contains("Finish"))
      frame = try await window.perform(.tap(.label(label)))
    }
    frame = try await window.perform(.tap(.label("Finish")))
    #expect(frame.route == Route(["dashboard"]))
  }
}
