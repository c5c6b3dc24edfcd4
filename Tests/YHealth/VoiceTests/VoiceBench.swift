import Conversation
import FeatureTesting
import Interface
import Kernel
import Permissions
import Storage
import Testing

@testable import Voice

/// The voice session over a store in memory, with a day and a microphone of the test.
final class VoiceBench: FeatureHarness {
  static let budget = Budget("conversations", bytes: 20 << 20)

  let environment: TestEnvironment
  let feature: VoiceCoaching
  let recorder: EventRecorder<VoiceEvent>
  let window: WindowID
  /// Words that were read aloud; an empty text for silence.
  let spoken = Locked<[String]>([])

  init(
    over other: VoiceBench? = nil, _ day: VoiceDay = .sample, reads: Bool = false, budget: Budget = VoiceBench.budget,
    _ change: (inout VoiceNeeds) -> Void = { _ in }
  ) async throws {
    environment = try await TestEnvironment(over: other?.environment)
    var needs = VoiceNeeds(environment.store, within: budget) { _ in day }
    let window: WindowID = environment.context.identifiers.next()
    self.window = window
    if reads { needs.speech.readers = { AsyncStream { $0.yield(Heard([window])) } } }
    needs.speech.read = { [spoken] _, text in spoken.withLock { $0.append(text ?? "") } }
    change(&needs)
    feature = VoiceCoaching(on: environment.context, needs: needs)
    recorder = EventRecorder(feature.events)
    await send(.begin)
    if reads { await until { $0.readers.contains(window) } }
    await send(.appeared(VoicePlaces.home), from: window)
  }

  func screen(_ route: Route = VoicePlaces.home) -> Screen<VoiceWindowAction> {
    state.screen(route, in: Surroundings(now: clock.now), at: window)
  }

  var nodes: [Node<VoiceWindowAction>] { screen().all }
  /// The transcript as it is shown: "Coach: Good morning."
  var lines: [String] { nodes.filter { $0.role == .message }.map { "\($0.label): \($0.value ?? "")" } }

  func tap(_ label: String, sourceLocation: SourceLocation = #_sourceLocation) async {
    let screen = screen()
    await perform(label, in: screen.dialog?.all ?? screen.all, from: window, sourceLocation: sourceLocation)
  }

  func write(_ text: String) async {
    await send(.type(text), from: window)
    await send(.send, from: window)
  }

  /// Asks the coach in writing, and returns the reply.
  func ask(_ text: String) async -> String {
    await write(text)
    return lines.last ?? ""
  }
}

extension VoiceDay {
  static let sample = VoiceDay(
    name: "Maria",
    topics: [
      Topic(
        "Sleep", words: ["sleep", "slept"], today: "7 h 20 min", yesterday: "6 h 5 min", log: Route(["log", "sleep"]),
        isDaily: true),
      Topic("Mood", words: ["mood"], today: nil, yesterday: "8 of 10", log: Route(["log", "mood"]), isDaily: true),
      Topic(
        "Water", words: ["water", "drink"], today: "750 ml", yesterday: nil, log: Route(["log", "water"]), isDaily: true
      ),
      Topic("Steps", words: ["steps", "walk"], today: nil, yesterday: "9,105 steps"),
      Topic("Sleep quality", words: ["sleep quality"], today: "6 of 10", yesterday: nil),
    ],
    scores: [Score("Fitness", "81 of 100, excellent")],
    findings: ["You sleep longer on days with a walk.", "Water is below your goal.", "A third one."])
}
