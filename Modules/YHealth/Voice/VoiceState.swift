public import Conversation
internal import Interface
public import Kernel
internal import Permissions
internal import Platform

/// A person's wishes about voice sessions, on this device. Nothing is kept or read aloud unless they ask for it.
public struct VoiceWishes: Sendable, Equatable {
  /// Transcripts are kept, for seven days.
  public var keeps = false
  public var readsAloud = false

  public init(keeps: Bool = false, readsAloud: Bool = false) {
    self.keeps = keeps
    self.readsAloud = readsAloud
  }
}

/// The stored state: the wishes, and the transcripts that are kept.
public struct VoiceBook: Sendable, Equatable {
  public var wishes = VoiceWishes()
  public var events: [TimedEvent] = []
  public var next = 0

  public init() {}
}

/// The session of one window.
public struct VoiceWindowState: LocalState {
  /// Words that wait for the day's figures.
  public enum Awaiting: Sendable, Equatable {
    case greeting
    case reply(to: String)
  }

  public enum Stage: Sendable, Equatable {
    case idle, active, ended
  }

  var stage = Stage.idle
  var transcript = Transcript()
  /// The beginning of the names of this session's messages.
  var name = ""
  var count = 0
  public internal(set) var dictation = Dictation(.coachMicrophone)
  /// The text that is being typed.
  var text = ""
  var complaint: String?
  /// The last utterance was too long: only its beginning was taken.
  var isCut = false
  var suggestions: [String] = []
  var ways: [VoiceReply.Way] = []
  /// The coach is speaking, or looking at the day.
  var isBusy = false
  var isAskedToDelete = false
  var isShown = false

  public init() {}
}

/// Voice sessions with the coach: a live transcript of both sides in each window, and the transcripts that are kept.
public struct VoiceState: WindowedDeciding {
  public enum Reading: Sendable, Equatable {
    case unread, underWay, done
  }

  public internal(set) var reading = Reading.unread
  public internal(set) var wishes = VoiceWishes()
  /// The transcripts that are kept, with those of the sessions under way.
  public internal(set) var kept = Transcript()
  var next = 0
  var problem: Problem?
  /// The windows whose front ends read aloud.
  public internal(set) var readers: Set<WindowID> = []
  public var windows = WindowStates<VoiceWindowState>()

  public init() {}

  public typealias Steps = [Step<VoiceEffect, VoiceEvent>]

  public mutating func receive(_ action: VoiceAction, at now: Moment) -> Steps {
    switch action {
    case .begin:
      guard reading == .unread else { return [] }
      reading = .underWay
      return [.run(.load, .latest("load")), .run(.followReaders, .standing("readers"))]
    case .loaded(let book):
      (reading, wishes, next) = (.done, book.wishes, book.next)
      for event in book.events { kept.apply(event.event, at: event.at) }
      return windows.windows.filter { windows[$0].isShown }.flatMap { start(in: $0, at: now) }
    case .notLoaded(let problem):
      // A session needs nothing of what is kept.
      (reading, self.problem) = (.done, problem)
      return windows.windows.filter { windows[$0].isShown }.flatMap { start(in: $0, at: now) }
    case .notKept(let problem): self.problem = problem
    case .known(let day, let awaiting, let window): return answer(awaiting, day, in: window, at: now)
    case .heard(let event, let window): windows[window].transcript.apply(event, at: now.date)
    case .spoken(let window): return spoken(in: window, at: now)
    case .readers(let readers): self.readers = readers
    case .dictation(let news, let window): return dictate(news, in: window, at: now)
    }
    return []
  }

  // MARK: The session

  /// Begins a session where none is under way.
  mutating func start(in window: WindowID, at now: Moment) -> Steps {
    guard reading == .done, windows[window].stage == .idle else { return [] }
    windows[window].stage = .active
    windows[window].name = "\(Int(now.date.timeIntervalSince1970 * 1000)) \(window)"
    windows[window].isBusy = true
    return [.run(.look(.greeting, window), .latest("look", of: window))]
  }

  private mutating func answer(
    _ awaiting: VoiceWindowState.Awaiting, _ day: VoiceDay, in window: WindowID, at now: Moment
  ) -> Steps {
    guard windows[window].stage == .active else { return [] }
    let coach = VoiceCoach(day, at: now)
    let reply =
      switch awaiting {
      case .greeting: coach.greeting
      case .reply(let text): coach.reply(to: text)
      }
    let message = self.message(in: window)
    windows[window].transcript.apply(.began(message: message), at: now.date)
    windows[window].suggestions = reply.suggestions
    windows[window].ways = reply.ways
    if reply.ends { windows[window].stage = .ended }
    return [.run(.speak(reply, message: message, window), .latest("speech", of: window))]
  }

  private mutating func spoken(in window: WindowID, at now: Moment) -> Steps {
    windows[window].isBusy = false
    guard let last = windows[window].transcript.messages.last, last.author == .assistant, last.hasEnded else {
      return []
    }
    let events: [TranscriptEvent] = [
      .began(message: last.id), .text(last.text, message: last.id), .ended(message: last.id),
    ]
    let isRead = wishes.readsAloud && readers.contains(window) && windows[window].isShown
    let reading: Steps = isRead ? [.run(.read(last.text, window), .latest("read", of: window))] : []
    return reading + keep(events, at: now)
  }

  private mutating func message(in window: WindowID) -> String {
    windows[window].count += 1
    return "\(windows[window].name) \(windows[window].count)"
  }

  /// Adds words of the person, and looks at the day for the reply.
  mutating func say(_ text: String, in window: WindowID, at now: Moment) -> Steps {
    let text = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    guard windows[window].stage == .active, !text.isEmpty else { return [] }
    let said = TranscriptEvent.said(text, message: message(in: window))
    // What the coach was saying is complete in the transcript.
    windows[window].transcript.apply(said, at: now.date)
    windows[window].isBusy = true
    windows[window].isCut = false
    (windows[window].suggestions, windows[window].ways) = ([], [])
    return keep([said], at: now) + hush(in: window)
      + [.run(.look(.reply(to: text), window), .latest("look", of: window))]
  }

  func hush(in window: WindowID) -> Steps {
    wishes.readsAloud && readers.contains(window) ? [.run(.read(nil, window), .latest("read", of: window))] : []
  }

  /// Keeps events if the person wants that.
  private mutating func keep(_ events: [TranscriptEvent], at now: Moment) -> Steps {
    guard wishes.keeps else { return [] }
    let timed = events.map { TimedEvent($0, at: now.date) }
    for event in timed { kept.apply(event.event, at: event.at) }
    let first = next
    next += timed.count
    return [.run(.keep(timed, from: first), .inOrder("log"))]
  }

  // MARK: Speech

  /// Applies an act or news of speech. What was heard is said at once, and stands in the transcript; what a failing recording
  /// left is in the field.
  mutating func dictate(_ action: Dictation.Action, in window: WindowID, at now: Moment) -> Steps {
    switch windows[window].dictation.receive(action) {
    case .took(let text):
      let isCut = windows[window].dictation.phase == .review(isCut: true)
      _ = windows[window].dictation.receive(.dismiss)
      let steps = say(text, in: window, at: now)
      windows[window].isCut = isCut
      return steps
    case .kept(let text):
      windows[window].text = Dictation.joined(windows[window].text, text, most: ToolDraft.longestText).text
      windows[window].complaint = nil
      return []
    // Nothing waits for a person who speaks or decides.
    case .request(.listen):
      return hush(in: window) + [.run(.dictate(.listen, window), .unawaited("dictation", of: window))]
    case .request(.ask): return [.run(.dictate(.ask, window), .unawaited("dictation", of: window))]
    case .request(let request): return [.run(.dictate(request, window), .latest("dictation-step", of: window))]
    case nil: return []
    }
  }
}

extension Permission {
  /// The microphone, for a voice session.
  static let coachMicrophone = Permission(
    "microphone", title: "Talk with your coach",
    why:
      "What you say becomes text in this session. The recording is not kept, and the transcript only if you want it. Your browser or device turns speech into text, and some send it to their maker for that. You can type every response instead.",
    allow: "Use the microphone", icon: .microphone)
}
