public import Conversation
internal import JSON
internal import Runners
internal import TrainingPlan

/// The next message of the coach: phrases, which are streamed one after another, and what is shown after them.
public struct CoachTurn: Sendable, Hashable {
  public var phrases: [String]
  public var calls: [ToolCall]
  /// The lines of the thinking stream before them. They come from the plan's trail and are worded by no model.
  public var thoughts: [String]

  init(_ phrases: [String], _ calls: [ToolCall] = [], thoughts: [String] = []) {
    self.phrases = phrases.filter { !$0.isEmpty }
    self.calls = calls
    self.thoughts = thoughts
  }

  /// The reason of a plan that was asked for, with the others of its decision below it.
  init(explaining found: PlanTelling.Decision?, call: String, _ again: [ToolCall]) {
    guard let found, let reason = found.reasons.first else {
      let none = "I find no reason for that in your plan. Why this plan, on Today, lists all of them."
      self.init([none], again)
      return
    }
    let lines = found.reasons.prefix(12).map { reason -> JSON in
      .string(
        String("\(reason.figure). You said: \(reason.told). \(reason.strength): \(reason.source)".prefix(300)))
    }
    let shown = ToolCall(
      id: call, name: ScreenTool.thinkingStream.rawValue,
      arguments: ["title": .string(found.title), "lines": .array(Array(lines))])
    let said = ["\(reason.figure).", "You said: \(reason.told).", "\(reason.strength): \(reason.source)."]
    self.init(said, [shown] + again)
  }
}

/// The latest event, which the coach answers before it goes on.
enum CoachOccasion: Sendable, Hashable {
  case start
  /// The conversation goes on after the process ended in the middle of it.
  case resumed
  case answered(RunnerField, extra: Bool)
  case skipped(RunnerField)
  /// The runner wrote something from which these fields were read.
  case told([RunnerField])
  /// Nothing in what the runner wrote was understood.
  case unclear
  case warningSign(WarningSigns.Sign)
  /// The answer to a question has a value that cannot be.
  case impossible(String)
  /// A provider was chosen to connect, and what came of it.
  case connecting(String)
  /// An app was connected that holds no runs, or none that may be used for advice.
  case connected(CoachConnection)
  /// An app was connected that could not be read yet.
  case unread(CoachConnection)
  /// The runner declined the access in the device's dialog.
  case declined(CoachConnection)
  /// Runs were read from a file or a connected app.
  case imported(RunHistory)
  /// The runner wants to change this field.
  case changing(RunnerField)
  /// A wish about the plan, and what was changed in it.
  case adjusted(String)
  /// The runner says that something hurts now, and where if that is known. `isNews` unless the place was asked for.
  case hurting(String?, isNews: Bool)
}
