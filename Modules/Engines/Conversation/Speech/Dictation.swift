internal import Interface
public import Kernel
public import Permissions

/// The dictation of a text in one window: the microphone's permission, a recording, and the text that it brought, which the
/// person reviews. A feature keeps it in its window's state, carries its requests out by a `SpeechPort`, and shows its nodes
/// below the field that takes the text.
///
/// It never stands in the way of writing, and holds no audio.
public struct Dictation: Sendable, Hashable {
  public enum Phase: Sendable, Hashable {
    case idle
    /// The microphone's permission is being decided.
    case permission
    /// The text so far.
    case recording(String)
    /// The recording was ended; the rest of its text is on its way.
    case finishing(String)
    /// The text is in the field, to be corrected, sent or recorded again.
    case review(isCut: Bool)
    case denied
    /// There is no way from speech to text here.
    case unavailable
    case failed(Problem)
  }

  public enum Action: Sendable, Hashable {
    /// The button that records was pressed.
    case begin
    case stop
    /// Ends a recording and drops what it heard; puts a message away.
    case dismiss
    case openSettings
    case permission(PermissionPriming.Action)
    /// The state of the microphone, and whether its settings can be opened from here.
    case heardStanding(PermissionStanding, opensSettings: Bool = false)
    case partial(String)
    case heard(String)
    case failed(Problem)
  }

  /// A request to the port; its result comes back as an action.
  public enum Request: Sendable, Hashable {
    case check, ask, listen, stop, cancel, openSettings
  }

  public enum Step: Sendable, Hashable {
    case request(Request)
    /// The field holds this text from now on.
    case took(String)
    /// The recording failed, and this is what was heard until then: the field holds it, to go on typing. It was not spoken to
    /// its end, so nothing is to be sent of it.
    case kept(String)
  }

  public private(set) var phase = Phase.idle
  var priming: PermissionPriming
  private(set) var opensSettings = false
  /// Characters that the field takes.
  private let longest: Int
  /// The text of the field before the recording, which another recording keeps.
  private var before = ""

  public init(_ permission: Permission = .microphone, longest: Int = ToolDraft.longestText) {
    priming = PermissionPriming(permission)
    self.longest = longest
  }

  /// Whether a recording or its permission is under way.
  public var isBusy: Bool {
    switch phase {
    case .permission, .recording, .finishing: true
    case .idle, .review, .denied, .unavailable, .failed: false
    }
  }

  /// The text so far of the recording under way; nil while there is none.
  public var hearing: String? {
    switch phase {
    case .recording(let text), .finishing(let text): text
    case .idle, .permission, .review, .denied, .unavailable, .failed: nil
    }
  }

  /// Applies an action. `text` is what the field holds now.
  public mutating func receive(_ action: Action, over text: String = "") -> Step? {
    switch (action, phase) {
    case (.begin, .permission), (.begin, .recording), (.begin, .finishing): return nil
    case (.begin, _):
      // What is recorded again takes the place of what was heard.
      if case .review = phase {} else { before = text }
      phase = .permission
      priming = PermissionPriming(priming.permission)
      return .request(.check)
    case (.permission(let action), .permission): return primed(priming.receive(action))
    case (.heardStanding(let standing, let opensSettings), .permission):
      self.opensSettings = self.opensSettings || opensSettings
      return primed(priming.receive(.heard(standing)))
    case (.failed(let problem), .permission): return primed(priming.receive(.failed(problem)))
    case (.partial(let text), .recording): phase = .recording(Dictation.plain(text, most: longest))
    case (.stop, .recording(let text)):
      phase = .finishing(text)
      return .request(.stop)
    case (.heard(let text), .recording), (.heard(let text), .finishing): return take(text)
    case (.failed(let problem), .recording(let text)), (.failed(let problem), .finishing(let text)):
      return fail(problem, after: text)
    case (.dismiss, .permission), (.dismiss, .recording), (.dismiss, .finishing):
      phase = .idle
      return .request(.cancel)
    case (.dismiss, _): phase = .idle
    case (.openSettings, .denied): return .request(.openSettings)
    default: break
    }
    return nil
  }

  /// Goes on as the person or the system has decided.
  private mutating func primed(_ request: PermissionPriming.Request?) -> Step? {
    switch priming.phase {
    case .granted:
      phase = .recording("")
      return .request(.listen)
    case .denied: phase = .denied
    case .unavailable: phase = .unavailable
    // A microphone has no quiet permission.
    case .later, .quiet: phase = .idle
    case .checking, .open, .asking: break
    }
    switch request {
    case .check: return .request(.check)
    case .ask, .askQuietly: return .request(.ask)
    case .openSettings: return .request(.openSettings)
    case nil: return nil
    }
  }

  private mutating func take(_ heard: String) -> Step? {
    let words = Dictation.plain(heard, most: Int.max)
    guard !words.isEmpty else {
      phase = .failed(.nothingHeard)
      return nil
    }
    let (text, isCut) = Dictation.joined(before, words, most: longest)
    phase = .review(isCut: isCut)
    return .took(text)
  }

  /// Ends the recording with a problem; what was heard until then is kept.
  private mutating func fail(_ problem: Problem, after heard: String) -> Step? {
    let words = Dictation.plain(heard, most: Int.max)
    let known =
      words.isEmpty
      ? problem
      : Problem(
        problem.code, problem.what, safe: "What was heard until then is in the text field.", remedy: problem.remedy)
    phase = problem.code == "microphone-denied" ? .denied : .failed(known)
    return words.isEmpty ? nil : .kept(Dictation.joined(before, words, most: longest).text)
  }

  /// The words behind the text of a field that takes `most` characters, and whether they were cut.
  public static func joined(_ text: String, _ words: String, most: Int) -> (text: String, isCut: Bool) {
    let whole = text.isEmpty ? words : text + " " + words
    let kept = String(whole.prefix(most))
    return (kept, kept.count < whole.count)
  }

  /// A recogniser's text on one line and without characters that no text has. Markup is text like any other.
  static func plain(_ text: String, most: Int) -> String {
    let isText = { (scalar: Unicode.Scalar) in
      switch scalar.properties.generalCategory {
      case .control, .surrogate, .privateUse, .unassigned: scalar == "\n" || scalar == "\t"
      // Joiners belong to the letters of some scripts and to emoji; other invisible characters only mislead.
      case .format: scalar == "\u{200D}" || scalar == "\u{200C}"
      default: true
      }
    }
    var plain = String.UnicodeScalarView()
    for scalar in text.unicodeScalars where isText(scalar) { plain.append(scalar) }
    return String(String(plain).split(whereSeparator: \.isWhitespace).joined(separator: " ").prefix(most))
  }
}

extension Permission {
  /// The microphone, for speech that becomes text.
  public static let microphone = Permission(
    "microphone", title: "Speak instead of typing",
    why:
      "What you say becomes text, which you check before it is sent. The recording is not kept. Your browser or device turns it into text, and some send it to their maker for that.",
    allow: "Use the microphone", icon: .microphone)
}

extension Problem {
  static let nothingHeard = Problem(
    "nothing-heard", "Nothing was heard.", safe: "What you wrote is still here.",
    remedy: "Speak a little louder, or write.")
}
