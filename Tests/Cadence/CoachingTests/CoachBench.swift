import Conversation
import FeatureTesting
import Foundation
import Interface
import JSON
import Kernel
import Runners
import Storage
import Testing

@testable import Coaching

/// A conversation in a test environment, seen from one window.
final class CoachBench: FeatureHarness {
  let environment: TestEnvironment
  let coaching: Coaching
  let recorder: EventRecorder<CoachingEvent>
  let window: WindowID

  init(
    over other: CoachBench? = nil, name: String? = "Sam", online: Bool = true, consents: Bool = true,
    log: Log = .silent,
    _ change: (inout CoachingNeeds) -> Void = { _ in }
  ) async throws {
    environment = try await TestEnvironment(over: other?.environment, log: log)
    var needs = CoachingNeeds(
      environment.store, isOnline: { online }, network: { AsyncStream { nil } },
      names: { AsyncStream { $0.yield(Heard(name)) } })
    change(&needs)
    coaching = Coaching(on: environment.context, needs: needs)
    recorder = EventRecorder(coaching.events)
    window = environment.context.identifiers.next()
    let isConsented = consents && needs.model != nil
    await send(.begin)
    await until {
      ($0.consent != nil || !isConsented) && $0.isOnline == online && $0.knownName == name && $0.reading == .done
    }
    await send(.appeared(CoachingPlaces.home), from: window)
    // A model is waited for by no settling.
    if isConsented, online { await until { $0.speaking == nil && $0.hasBegun } }
  }

  var feature: Coaching { coaching }

  /// A model that was chosen and consented to.
  static func model(
    _ reply: @escaping @Sendable (ModelRequest, _ take: @escaping ModelPort.Take) async throws(Problem) -> Void
  ) -> (inout CoachingNeeds) -> Void {
    { needs in
      needs.model = ModelPort(reply)
      needs.choice = { () throws(Problem) in ModelChoice(.own, address: "https://model.test/v1", model: "m") }
      needs.consents = { AsyncStream { $0.yield(Heard(true)) } }
    }
  }

  var runner: Runner? { state.runner }
  var nodes: [Node<CoachingWindowAction>] { screen().all }
  /// The field that is asked for.
  var asked: RunnerField? { state.transcript.asked.last.flatMap(CoachAnswers.field) }
  var said: String { state.transcript.messages.last { $0.author == .assistant }?.text ?? "" }

  func screen(_ route: Route = CoachingPlaces.home) -> Screen<CoachingWindowAction> {
    let surroundings = Surroundings(now: clock.now)
    return state.screen(route, in: surroundings, at: window)
  }

  func tap(_ label: String, sourceLocation: SourceLocation = #_sourceLocation) async {
    await perform(label, in: nodes, from: window, sourceLocation: sourceLocation)
  }

  func write(_ text: String) async {
    await send(.type(text), from: window)
    await send(.send, from: window)
  }

  /// The labels to tap, or the texts to write (beginning with ">"), one after another.
  func go(_ steps: [String], sourceLocation: SourceLocation = #_sourceLocation) async {
    for step in steps {
      if step.hasPrefix(">") {
        await write(String(step.dropFirst()))
      } else {
        await tap(step, sourceLocation: sourceLocation)
      }
      // A model speaks in its own time.
      await until { $0.speaking == nil }
    }
  }

  /// The longest path of a runner who races, and of one who begins without a race.
  static let racer = [
    "That's me", "I'll do this later", "Casual", "3 days", "30 km", ">6:30", "No recent race", "A race",
    "Half marathon",
    ">2027-04-11", "Help me figure it out", "4-5 days", "No blocked days", "Knee", "Done", "No pain",
    "It takes me a while", "Solid",
    "Low", "Analytical", "Pacing", "That's right", "No, I think that covers it",
  ]
  static let beginner = [
    "That's me", "I'll do this later", "Beginner", "General health", "Running every week", "2-3 days",
    "No blocked days",
    "None", "Done", "Inconsistent", "High", "Encouraging", "Time", "That's right", "No, I think that covers it",
  ]
  static let comeback = [
    "That's me", "I'll do this later", "Returning", "1 day", "10 km", "I don't know", "Return to fitness",
  ]
}
