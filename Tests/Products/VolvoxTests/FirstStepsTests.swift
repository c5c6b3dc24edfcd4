import Covers
import Days
import Interface
import Kernel
import ShellTesting
import Testing

@testable import Shell
@testable import Volvox

@Suite("The first steps of Volvox.Sober") struct FirstStepsTests {
  private let onboarding = Route(["onboarding"])

  private func newcomer(_ home: Person.Home = .memory) async throws -> Window {
    let window = try await Person.test(.volvox, home: home).window()
    await window.arrive()
    return window
  }

  /// Goes on once the step is complete: its answer may come from another feature.
  @discardableResult private func next(_ window: Window) async throws -> Frame {
    try await window.perform(.wait(.label("Next"), seconds: 60))
    return try await window.perform(.tap(.label("Next")))
  }

  /// Accepts what is required, and keeps everything on this device.
  private func agree(_ window: Window) async throws {
    var frame = try await window.perform(.tap(.label("I accept: Terms of use")))
    #expect(!frame.labels.contains("Next") && !frame.labels.contains("Skip this step"))
    frame = try await window.perform(.tap(.label("I accept: Privacy")))
    frame = try await next(window)
    #expect(frame.labels.contains("I consent: Health data"))
    #expect(!frame.labels.contains("Next") && !frame.labels.contains("Skip this step"))
    try await window.perform(.tap(.label("Keep it on this device: Health data")))
    try await next(window)
  }

  /// Goes from the welcome to the form of a role.
  private func walk(_ window: Window, as role: String) async throws -> Frame {
    let asked = try await window.perform(.tap(.label("Skip"))).labels
    #expect(asked.contains("I'm looking for a sponsor") && asked.contains("I want to be a sponsor"))
    try await window.perform(.tap(.label(role)))
    try await next(window)
    try await agree(window)
    try await window.perform(.type(.label("Your name"), "Jonas"))
    try await window.perform(.tap(.label("Save name")))
    return try await window.perform(.tap(.label("Skip this step")))
  }

  private func fill(_ window: Window, _ fields: [(String, String)]) async throws -> Frame {
    try await window.perform(.choose(.label("Recovery programme"), .text("aa")))
    try await window.perform(.tap(.label("Evenings")))
    for (label, text) in fields { try await window.perform(.type(.label(label), text)) }
    try await window.perform(.tap(.label("Save and continue")))
    // An account and being shown to others are offered at the end, and asked of nobody.
    try await window.perform(.wait(.label("Finish"), seconds: 60))
    return try await window.perform(.tap(.label("Finish")))
  }

  @Test(
    "A newcomer is welcomed, chooses a role, and ends at the sobriety with a profile",
    .covers(
      "vx-US1-1", "vx-US1-2", "vx-US1-3", "vx-US1-5", "vx-FR-001", "vx-FR-002", "vx-FR-003", "vx-FR-004", "vx-FR-006"))
  func sponsee() async throws {
    let window = try await newcomer()
    var frame = await window.settled()
    #expect(frame.route == onboarding && frame.labels.contains("Sobriety, day by day"))
    frame = try await next(window)
    #expect(frame.labels.contains("With a sponsor beside you"))
    frame = try await walk(window, as: "I'm looking for a sponsor")
    #expect(frame.labels.contains("What I look for in a sponsor") && !frame.labels.contains("My experience"))
    #expect(frame.labels.contains("My sobriety journey") && frame.labels.contains("Location"))
    frame = try await fill(window, [("What I look for in a sponsor", "Someone who listens")])
    #expect(frame.route == Route(["sobriety"]))
    frame = try await window.perform(.open(Route(["profile"])))
    #expect(frame.labels.contains("Jonas"))
    #expect(frame.everything.contains { $0.value == "Alcoholics Anonymous (AA)" })
    #expect(frame.everything.contains { $0.value == "Sponsee" })
    // A sponsor has another form.
    frame = try await walk(newcomer(), as: "I want to be a sponsor")
    #expect(frame.labels.contains("My experience") && !frame.labels.contains("What I look for in a sponsor"))
  }

  @Test(
    "A sponsor is asked for experience, and a required field is asked for in words", .covers("vx-US1-4", "vx-FR-005"))
  func sponsor() async throws {
    let window = try await newcomer()
    var frame = try await walk(window, as: "I want to be a sponsor")
    #expect(frame.labels.contains("My experience") && !frame.labels.contains("What I look for in a sponsor"))
    #expect(frame.labels.contains("What I look for in a sponsee"))
    frame = try await window.perform(.tap(.label("Save and continue")))
    #expect(frame.route == onboarding)
    #expect(frame.everything.contains { $0.state.invalid == "Say in a few words what experience you bring." })
    frame = try await fill(window, [("My experience", "Ten years")])
    #expect(frame.route == Route(["sobriety"]))
  }

  @Test("The last step offers an account and being shown to others, which is off; kept data are found by nobody")
  func finding() async throws {
    func reach(consenting: Bool) async throws -> Frame {
      let window = try await newcomer()
      for label in ["Skip", "I'm looking for a sponsor"] { try await window.perform(.tap(.label(label))) }
      try await next(window)
      for label in ["I accept: Terms of use", "I accept: Privacy"] { try await window.perform(.tap(.label(label))) }
      try await next(window)
      let answer = consenting ? "I consent: Health data" : "Keep it on this device: Health data"
      try await window.perform(.tap(.label(answer)))
      try await next(window)
      try await window.perform(.type(.label("Your name"), "Jonas"))
      try await window.perform(.tap(.label("Save name")))
      try await window.perform(.type(.label("Sober since"), "2020-01-01"))
      try await window.perform(.tap(.label("Save and continue")))
      try await window.perform(.wait(.label("Recovery programme"), seconds: 60))
      try await window.perform(.choose(.label("Recovery programme"), .text("aa")))
      try await window.perform(.tap(.label("Evenings")))
      try await window.perform(.type(.label("What I look for in a sponsor"), "Time"))
      try await window.perform(.tap(.label("Save and continue")))
      try await window.perform(.wait(.label("Finish"), seconds: 60))
      if consenting { try await window.perform(.wait(.label("Show me to others"), seconds: 60)) }
      return await window.settled()
    }
    var frame = try await reach(consenting: true)
    #expect(frame.labels.contains("Create an account") && frame.labels.contains("Sign in"))
    #expect(frame.everything.first { $0.label == "Show me to others" }?.state.check == .off)
    frame = try await reach(consenting: false)
    #expect(!frame.labels.contains("Create an account") && !frame.labels.contains("Show me to others"))
    #expect(frame.everything.contains { $0.label.hasPrefix("You keep your health data on this device") })
  }

  @Test("Until it is complete, other places lead there, in every window; help in a crisis stays open", .covers("vx-E1"))
  func gate() async throws {
    let window = try await newcomer()
    let other = await window.person.window()
    try await window.perform(.tap(.label("Skip")))
    for window in [window, other] {
      for route in [["sobriety"], ["matches"], ["profile"], ["search"], ["check-in"]] {
        let frame = try await window.perform(.open(Route(route)))
        #expect(frame.route == onboarding && frame.labels.contains("What brings you here?"), "\(route)")
      }
      for route in [["help-now"], ["account"], ["settings"]] {
        #expect(try await window.perform(.open(Route(route))).route == Route(route))
      }
      #expect(try await window.perform(.back).route != Route(["sobriety"]))
    }
    _ = try await window.perform(.open(onboarding))
    #expect(try await window.perform(.back).route == onboarding)
    // The step that was reached is shown again, and the end opens every window.
    try await window.perform(.tap(.label("Both")))
    try await next(window)
    try await agree(window)
    try await window.perform(.type(.label("Your name"), "Jonas"))
    try await window.perform(.tap(.label("Save name")))
    try await window.perform(.tap(.label("Skip this step")))
    let frame = try await fill(
      window, [("What I look for in a sponsor", "Time"), ("My experience", "Ten years")])
    #expect(frame.route == Route(["sobriety"]))
    #expect(try await other.perform(.open(Route(["matches"]))).route == Route(["matches"]))
  }

  @Test(
    "Killed at any step it resumes there, and a finished one is not shown again",
    .covers("vx-US1-6", "vx-FR-007", "vx-E1"))
  func killed() async throws {
    let folder = TestFolder()
    func again() async throws -> Window { try await newcomer(.folder(folder.path)) }
    func kill(_ window: Window) async {
      let person = window.person
      await window.close()
      await person.close()
    }
    var window = try await again()
    try await next(window)
    await kill(window)
    window = try await again()
    #expect(await window.settled().labels.contains("With a sponsor beside you"))
    try await window.perform(.tap(.label("Skip")))
    try await window.perform(.tap(.label("I'm looking for a sponsor")))
    await kill(window)
    window = try await again()
    var frame = try await window.perform(.open(Route(["matches"])))
    #expect(
      frame.route == onboarding
        && frame.everything.contains { $0.label == "I'm looking for a sponsor" && $0.state.isSelected })
    try await next(window)
    try await agree(window)
    try await window.perform(.type(.label("Your name"), "Jonas"))
    try await window.perform(.tap(.label("Save name")))
    try await window.perform(.tap(.label("Skip this step")))
    try await window.perform(.type(.label("What I look for in a sponsor"), "Someone who li"))
    await kill(window)
    window = try await again()
    frame = await window.settled()
    #expect(frame.everything.contains { $0.label == "What I look for in a sponsor" && $0.value == "Someone who li" })
    frame = try await fill(window, [("What I look for in a sponsor", "Someone who listens")])
    #expect(frame.route == Route(["sobriety"]))
    await kill(window)
    window = try await again()
    #expect(await window.settled().route == Route(["sobriety"]))
    frame = try await window.perform(.open(Route(["matches"])))
    #expect(frame.route == Route(["matches"]))
    await kill(window)
  }

  @Test("A sober date typed in its step says its days, completes the step and is in the profile")
  func date() async throws {
    let window = try await newcomer()
    try await window.perform(.tap(.label("Skip")))
    try await window.perform(.tap(.label("I'm looking for a sponsor")))
    try await next(window)
    try await agree(window)
    try await window.perform(.type(.label("Your name"), "Jonas"))
    try await window.perform(.tap(.label("Save name")))
    var frame = await window.settled()
    #expect(frame.labels.contains("0 days"))
    let day = CalendarDay(of: window.person.context.time.now()).following(-39)
    frame = try await window.perform(.type(.label("Sober since"), day.text))
    #expect(frame.labels.contains("39 days"))
    try await window.perform(.tap(.label("Save and continue")))
    try await window.perform(.wait(.label("Recovery programme"), seconds: 60))
    // The step is done, and shows the date again.
    frame = try await window.perform(.tap(.label("Previous step")))
    #expect(frame.labels.contains("39 days") && frame.labels.contains("Change date"))
    try await next(window)
    frame = try await fill(window, [("What I look for in a sponsor", "Time")])
    frame = try await window.perform(.open(Route(["profile"])))
    #expect(frame.everything.contains { $0.label == "Sober since" && $0.value != nil })
  }

  @Test("A profile that is less than half filled says so at the matches", .covers("vx-E10"))
  func unfinished() async throws {
    let window = try await Person.test(.volvox).window()
    var frame = try await window.perform(.open(Route(["matches"])))
    #expect(frame.labels.contains("Complete your profile for better matches"))
    try await window.perform(.open(Route(["profile", "edit"])))
    for (label, text) in [("Name", "Jonas"), ("Location", "Berlin"), ("About me", "Still here.")] {
      try await window.perform(.type(.label(label), text))
    }
    try await window.perform(.choose(.label("Role"), .text("sponsor")))
    try await window.perform(.choose(.label("Recovery programme"), .text("na")))
    try await window.perform(.tap(.label("Any time")))
    try await window.perform(.type(.label("My experience"), "Ten years"))
    try await window.perform(.tap(.label("Save")))
    frame = try await window.perform(.open(Route(["matches"])))
    #expect(!frame.labels.contains("Complete your profile for better matches"))
  }
}
