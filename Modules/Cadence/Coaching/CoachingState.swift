public import Conversation
internal import Interface
public import Kernel
internal import Permissions
internal import Platform
public import Runners
internal import TrainingPlan

/// The stored state of the coach.
public struct CoachBook: Sendable, Equatable {
  public var runner: Runner?
  public var events: [TimedEvent] = []
  public var next = 0
  public var draft = ""
  public var isOnline: Bool?
  public var choice = ModelChoice()

  public init() {}
}

/// The state of one window: answers that were not sent yet, and what is unfolded.
public struct CoachingWindowState: LocalState {
  var drafts: [String: ToolDraft] = [:]
  var unfolded: Set<String> = []
  /// Nil until something is typed here.
  var text: String?
  var complaint: String?
  /// The choice of a model under way; nil before something is changed.
  var model: ModelForm?
  /// The state of the microphone, once its page was opened.
  var microphone: PermissionStanding?
  var opensMicrophoneSettings = false
  var hasLookedAgain = false
  public internal(set) var dictation = Dictation(.coachMicrophone)

  public init() {}
}

/// The conversation with the coach, and the runner that it is about.
public struct CoachingState: WindowedDeciding {
  public enum Reading: Sendable, Equatable {
    case unread, underWay, done
    case failed(Problem)
  }

  public internal(set) var reading = Reading.unread
  public internal(set) var transcript = Transcript()
  public internal(set) var runner: Runner?
  /// The number of the next event in the log.
  var next = 0
  /// The text that was typed and not sent, as it was stored.
  var draft = ""
  public internal(set) var isOnline: Bool?
  var knownName: String?
  /// The message that is being said.
  var speaking: String?
  /// Whether a model can be reached from here.
  let hasModel: Bool
  /// The model that the person chose.
  public internal(set) var choice = ModelChoice()
  /// The person's consent to it; nil while it is not decided.
  public internal(set) var consent: Bool?
  /// The choices of the connection card that can be connected here.
  let ways: Set<String>
  /// Failures of the model in a row; after three the script goes on alone.
  var failures = 0
  public internal(set) var problem: Problem?
  /// The turn that a model is wording, to say again after a failure.
  var failedTurn: CoachTurn?
  /// The plan that waits for the person's answer.
  var telling: PlanTelling?
  /// Whether there is a plan that is trained by.
  public internal(set) var hasPlan = false
  /// The plan that was presented last, since the process began.
  var presented: PlanTelling?
  /// Further messages of a presentation.
  var queue: [CoachTurn] = []
  /// Whether the place of the conversation is shown, where it begins by itself.
  var isShown = false
  public var windows = WindowStates<CoachingWindowState>()

  static let mostFailures = 3

  public init(hasModel: Bool = false, ways: Set<String> = []) {
    self.hasModel = hasModel
    self.ways = ways
  }

  public typealias Steps = [Step<CoachingEffect, CoachingEvent>]

  /// Whether the conversation has begun.
  public var hasBegun: Bool { !transcript.messages.isEmpty || speaking != nil }

  func script(at now: Moment) -> CoachScript {
    CoachScript(runner: runner ?? Runner(at: now.date), now: now, knownName: knownName, hasPlan: hasPlan)
  }

  // MARK: Log

  /// Adds events to the conversation and stores them, with the runner if it has changed. A changed runner is handed on to the
  /// plan, unless that follows in another way.
  mutating func add(
    _ events: [TranscriptEvent], _ runner: Runner? = nil, plans: Bool = true, at now: Moment
  ) -> Steps {
    let timed = events.map { TimedEvent($0, at: now.date) }
    for event in timed { transcript.apply(event.event, at: event.at) }
    let first = next
    next += timed.count
    var steps: Steps = [.run(.keep(timed, from: first, runner), .inOrder("log"))]
    if let runner {
      self.runner = runner
      if plans { steps += planned(runner) }
    }
    return steps
  }

  /// A plan is made when the person asks for it or the profile is complete, and made anew when the runner changes after that.
  func planned(_ runner: Runner) -> Steps {
    runner.stage == .ready ? [.say(.runnerReady(runner, isAsked: false))] : []
  }

  // MARK: Speaking

  /// Says the next turn. A message that was not finished is given up.
  mutating func speak(_ occasion: CoachOccasion, at now: Moment) -> Steps {
    let turn = script(at: now).turn(occasion, number: next)
    guard !turn.phrases.isEmpty || !turn.calls.isEmpty else { return [] }
    if case .warningSign = occasion { return say(turn, isVerbatim: true, at: now) }
    return say(turn, at: now)
  }

  /// Begins a message of the coach. One that was not finished is given up.
  mutating func beginMessage(at now: Moment) -> (steps: Steps, message: String) {
    var steps: Steps = []
    if let unfinished = transcript.unfinished { steps += add([.dropped(message: unfinished.id)], at: now) }
    let message = "m\(next)"
    steps += add([.began(message: message)], at: now)
    speaking = message
    return (steps, message)
  }

  /// - Parameter isVerbatim: Whether no model may word it, as with the advice about a sign.
  mutating func say(_ turn: CoachTurn, isVerbatim: Bool = false, at now: Moment) -> Steps {
    let (steps, message) = beginMessage(at: now)
    if !isVerbatim, mayAskModel, failures < CoachingState.mostFailures, isOnline != false || choice.isLocal {
      failedTurn = turn
      return steps + [.run(.ask(request(turn), turn, message: message), .unawaited("speech"))]
    }
    return steps + [.run(.speak(turn, message: message), .latest("speech"))]
  }

  /// The question to a model: to word one turn of the script. It is told no more than the turn and the style; the facts, the
  /// questions and the plan are not up to it.
  func request(_ turn: CoachTurn) -> ModelRequest {
    let style = runner?.voice?.title.lowercased() ?? "encouraging"
    return ModelRequest([
      .init(
        .system,
        "You are a running coach. Say the message of the user in your own words, in at most three sentences, in the style: \(style). Add no fact, no number, no question and no advice. It is wellness, not medicine."
      ),
      .init(.user, turn.phrases.joined(separator: " ")),
    ])
  }
}
