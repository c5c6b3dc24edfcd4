internal import Cadence
internal import Connectivity
internal import Days
internal import FoundationEssentials
internal import HealthProviders
internal import Interface
internal import Kernel
internal import ProductKit
internal import Samples
internal import Shell
internal import Storage

// Cadence's conversation against the limits of its specification, with the built-in coach and the clock of the machine.
extension Benchmark {
  static let coach = coach(starts: 5, runs: 320)

  static func coach(starts: Int, runs: Int) -> Benchmark {
    Benchmark(
      name: "coach",
      summary:
        "Cadence: started to the coach's first words, answered, thinking, and the runs of three months read from a phone with \(runs)",
      measure: { () throws(Problem) in
        var times: [Double] = []
        for _ in 0..<starts {
          let begin = ContinuousClock.now
          let talk = try await CoachTalk(runs: 0)
          try await talk.begin()
          times.append((ContinuousClock.now - begin).microseconds / 1000)
          await talk.close()
        }
        let talk = try await CoachTalk(runs: 0)
        let (answers, thoughts) = try await talk.whole()
        await talk.close()
        let reading = try await CoachTalk(runs: runs)
        let history = try await reading.history(of: runs)
        await reading.close()
        return [
          figure("coach-start", times, 5_000), figure("coach-answer", answers, 3_000),
          figure("coach-thinking", [thoughts], 2_000), figure("coach-history", [history], 15_000),
        ]
      })
  }
}

/// A conversation with the coach in a window of its own.
private struct CoachTalk {
  private let person: Person
  private let window: Window

  /// Opens Cadence for a new runner, beside a phone's health store with so many runs, one every second day.
  init(runs: Int) async throws(Problem) {
    let phone = MemoryHealthStore("apple-health")
    let now = Date()
    for number in 0..<runs {
      let start = now.addingTimeInterval(-Double(2 * number + 1) * 86_400)
      func origin(_ kind: String) -> Origin { Origin(phone.provider, record: "\(kind)-\(number)", device: "Watch") }
      let run = Sample(workout: Workout("running", elapsed: 2_700), from: start, origin: origin("run"))
      let end = start.addingTimeInterval(2_700)
      let metres = Sample(.distance, from: start, to: end, amount: 8_000, origin: origin("metres"))
      var samples: [Sample] = [run, metres]
      for beat in 0..<90 {
        let at = start.addingTimeInterval(Double(beat) * 30)
        samples.append(Sample(.heartRate, from: at, amount: 140 + Double(beat % 9), origin: origin("beat-\(beat)")))
      }
      phone.record(samples)
    }
    let granted = HealthStoreDialog(
      ask: { _ throws(Problem) in .granted }, standing: { _ throws(Problem) in .granted })
    let access = HealthAccess(
      clients: [:], stores: ["apple-health": phone.port], dialogs: ["apple-health": granted])
    person = try await Person.open(.cadence(access), home: .memory)
    window = await person.windowAtOnce()
  }

  func close() async {
    await window.close()
    await person.close()
  }

  /// Opens the conversation, and waits for the coach's first words.
  func begin() async throws(Problem) {
    try await window.perform(.network(.online))
    try await window.perform(.open(Route(["coach"])))
    try await see("What should I call you?")
  }

  /// Talks until the plan is made. Returns the milliseconds from each answer to the coach's next words, and from the last
  /// answer to the first thought.
  func whole() async throws(Problem) -> (answers: [Double], thoughts: Double) {
    try await begin()
    var answers = [try await say("Sam", in: "Message to your coach", by: "Send")]
    for label in [
      "I'll do this later", "Casual", "3 days", "30 km", "I don't know", "No recent race", "A race", "Half marathon",
    ] { answers.append(try await press(label)) }
    let race = Moment(Date().addingTimeInterval(140 * 86_400)).day.text
    answers.append(try await say(race, in: "Day", by: "Answer"))
    for labels in [
      ["2:00:00"], ["4-5 days"], ["No blocked days"], ["Knee", "Done"], ["No pain"], ["It takes me a while"], ["Solid"],
      ["Low"], ["Encouraging"], ["Pacing"], ["That's right"],
    ] {
      for label in labels.dropLast() { try await tap(label) }
      answers.append(try await press(labels[labels.count - 1]))
    }
    let before = Self.thinking(window.frames.value)
    let start = ContinuousClock.now
    try await tap("No, I think that covers it")
    guard await window.shows(within: 30, { Self.thinking($0) > before }) else {
      throw .unmeasured("the coach does not think")
    }
    return (answers, (ContinuousClock.now - start).microseconds / 1000)
  }

  /// Connects the phone. Returns the milliseconds until all runs are read.
  func history(of runs: Int) async throws(Problem) -> Double {
    try await begin()
    _ = try await say("Sam", in: "Message to your coach", by: "Send")
    try await see("Apple Watch")
    let start = ContinuousClock.now
    try await tap("Apple Watch")
    try await see("I have read your runs.")
    let time = (ContinuousClock.now - start).microseconds / 1000
    // Cadence reads the last three months, with a run every second day.
    let read = try await person.store.records(of: "training_runs", newest: 2 * runs).count
    guard read >= min(runs, 44) else { throw .unmeasured("\(read) of \(runs) runs were read") }
    return time
  }

  // MARK: Answering

  private func say(_ text: String, in field: String, by button: String) async throws(Problem) -> Double {
    try await see(field)
    try await window.perform(.type(.label(field), text))
    return try await press(button)
  }

  /// Presses what is labelled so. Returns the milliseconds until the coach says something new.
  private func press(_ label: String) async throws(Problem) -> Double {
    try await see(label)
    let before = Self.words(window.frames.value)
    let start = ContinuousClock.now
    try await tap(label)
    guard await window.shows(within: 30, { Self.words($0) > before }) else {
      throw .unmeasured("the coach says nothing to “\(label)”")
    }
    return (ContinuousClock.now - start).microseconds / 1000
  }

  private func tap(_ label: String) async throws(Problem) {
    try await see(label)
    let all = window.frames.value.everything
    guard let one = all.last(where: { $0.label == label && $0.actions.contains(.activate) && !$0.state.isDisabled })
    else { throw .unmeasured("“\(label)” cannot be pressed") }
    try await window.perform(.tap(.id(one.id)))
  }

  private func see(_ text: String) async throws(Problem) {
    let isThere = await window.shows(within: 60) { frame in
      frame.everything.contains { $0.label.contains(text) || $0.value?.contains(text) == true }
    }
    guard isThere else { throw .unmeasured("“\(text)” is not shown") }
  }

  /// Number of characters that the coach has written.
  private static func words(_ frame: Frame) -> Int {
    frame.everything.filter { $0.role == .message && !$0.label.hasPrefix("You") }
      .reduce(0) { $0 + ($1.value?.count ?? 0) + $1.children.reduce(0) { $0 + $1.label.count } }
  }

  private static func thinking(_ frame: Frame) -> Int { frame.everything.count { $0.label == "Thinking" } }
}
