internal import Interface
package import Kernel
package import Permissions
internal import Platform

/// The speech of one window: the abilities of its front end, and the request under way. There is one at a time.
final class WindowSpeech: Sendable {
  private struct Held {
    var ability: SpeechAbility?
    var number = 0
    var open: AsyncStream<SpeechReport>.Continuation?
  }

  private let held = Locked(Held())

  var ability: SpeechAbility? { held.withLock { $0.ability } }

  func know(_ ability: SpeechAbility) { held.withLock { $0.ability = ability } }

  func know(microphone standing: PermissionStanding) { held.withLock { $0.ability?.microphone = standing } }

  /// Begins a request; an earlier one ends without an answer.
  func begin() -> (number: Int, reports: AsyncStream<SpeechReport>) {
    // The last report of a request is kept, whatever it replaces.
    let (reports, source) = AsyncStream.makeStream(of: SpeechReport.self, bufferingPolicy: .bufferingNewest(64))
    return held.withLock { held in
      held.open?.finish()
      held.number += 1
      held.open = source
      return (held.number, reports)
    }
  }

  func end(_ number: Int) {
    held.withLock { held in
      guard held.number == number else { return }
      held.open?.finish()
      held.open = nil
    }
  }

  /// The number of the request under way.
  var open: Int? { held.withLock { $0.open == nil ? nil : $0.number } }

  /// Whether a later request may still have that number; without one any may.
  func mayExpect(_ number: Int?) -> Bool { held.withLock { held in number.map { $0 > held.number } ?? true } }

  /// Hands a report to the request under way. Returns false when it is meant for another one.
  func give(_ report: SpeechReport, to number: Int?) -> Bool {
    held.withLock { held in
      guard let open = held.open, number.map({ $0 == held.number }) ?? true else { return false }
      open.yield(report)
      return true
    }
  }

  /// Ends the request under way, for a window that closes.
  func close() {
    held.withLock { held in
      held.open?.finish()
      held.open = nil
    }
  }
}

// Speech at this window, for features. The front end records and recognises; what comes here is text.
extension Window {
  /// The longest recording, and the longest time for the answer to the system's question, in seconds.
  private static let longestSpeech = TimeInterval(600)

  /// The state of the microphone; unavailable for a front end that does not turn speech into text.
  package nonisolated var microphone: PermissionStanding {
    guard let ability = speech.ability, ability.listens else { return .unavailable }
    return ability.microphone
  }

  /// The front end reads text aloud.
  package nonisolated var readsAloud: Bool { speech.ability?.reads == true }
  package nonisolated var opensMicrophoneSettings: Bool { speech.ability?.opensSettings == true }

  /// Shows the system's question for the microphone.
  package func askForMicrophone() async throws(Problem) -> PermissionStanding {
    try await reports(of: .microphone) { report in
      switch report {
      case .microphone(let standing): standing
      case .failed(.denied): .denied
      case .failed(.absent), .failed(.unavailable): .unavailable
      case .failed, .partial, .heard, .can: nil
      }
    }
  }

  /// Records and returns what was said. `partial` gets the text so far.
  ///
  /// - Parameter language: The language that is spoken, such as "en". The window's locale says which one of its kinds.
  package func listen(
    in language: String, partial: @escaping @Sendable (String) async -> Void
  ) async throws(Problem) -> String {
    let locale = RegionalSettings.withoutUnits(context.time.now().locale)
    let isSpoken = locale == language || locale.hasPrefix(language + "-")
    let answer: Result<String, Problem> = try await reports(
      of: .listen, language: isSpoken ? locale : language
    ) { report in
      switch report {
      case .partial(let text):
        await partial(text)
        return nil
      case .heard(let text): return .success(text)
      case .failed(let failure): return .failure(.unheard(failure))
      case .can, .microphone: return nil
      }
    }
    return try answer.get()
  }

  /// Sends a request and returns the first report that answers it.
  private func reports<Answer: Sendable>(
    of ask: SpeechRequest.Ask, language: String? = nil, _ answer: @escaping @Sendable (SpeechReport) async -> Answer?
  ) async throws(Problem) -> Answer {
    let (number, reports) = speech.begin()
    let speech = speech
    let alarm = context.time.alarm(at: context.time.now().date.addingTimeInterval(Window.longestSpeech))
    say(.speechAsked(SpeechRequest(ask, id: number, language: language)))
    let found = await withTaskGroup(of: Answer?.self) { group in
      group.addTask {
        for await report in reports { if let found = await answer(report) { return found } }
        return nil
      }
      group.addTask {
        for await _ in alarm { break }
        return nil
      }
      defer { group.cancelAll() }
      return await group.next() ?? nil
    }
    let isOpen = speech.open == number
    speech.end(number)
    if let found { return found }
    // Nobody waits for the rest of a recording that was given up.
    if ask == .listen, isOpen { say(.speechAsked(SpeechRequest(.cancel, id: number))) }
    throw .unheard(.interrupted)
  }

  /// Ends the recording under way; what was heard is still reported.
  package func stopListening() {
    if let number = speech.open { say(.speechAsked(SpeechRequest(.stop, id: number))) }
  }

  /// Ends the recording under way, and drops what was heard.
  package func cancelListening() {
    guard let number = speech.open else { return }
    speech.end(number)
    say(.speechAsked(SpeechRequest(.cancel, id: number)))
  }

  /// Reads a text aloud, in place of what is being read; nil ends the reading.
  package func read(aloud text: String?) {
    guard readsAloud else { return }
    say(.speechAsked(text.map { SpeechRequest(.read, language: "en", text: $0) } ?? SpeechRequest(.hush)))
  }

  package func openMicrophoneSettings() {
    if opensMicrophoneSettings { say(.speechAsked(SpeechRequest(.settings))) }
  }

  /// Whether a request still waits for something, so that a page that was away carries it out.
  package nonisolated func isOpen(_ request: SpeechRequest) -> Bool {
    switch request.ask {
    case .microphone, .listen: request.id == speech.open
    case .stop, .cancel, .read, .hush, .settings: true
    }
  }

  // MARK: Reports

  /// Takes a report of the front end, and returns when the screen shows it.
  func take(_ report: SpeechReport, to number: Int?) async throws(Problem) {
    switch report {
    case .can(let ability):
      speech.know(ability)
      return person.windows.tell(readsAloud: ability.reads, at: id)
    case .microphone(let standing): speech.know(microphone: standing)
    case .failed(.denied): speech.know(microphone: .denied)
    case .partial, .heard, .failed: break
    }
    let before = show().frame
    guard await isExpected(number), speech.give(report, to: number) else {
      // A report may cross the end of its recording; nobody needs to hear of it.
      if case .partial = report { return }
      throw Problem(
        "no-speech-asked", "No speech is listened for here, or not any more.", safe: "Nothing was changed.",
        remedy: "Begin with the button that records.")
    }
    if case .partial = report { return }
    // Settling does not wait for a recording.
    await shows { $0 != before }
  }

  /// Whether a request with that number is under way, or comes soon: the screen may show it a moment before it is made.
  private func isExpected(_ number: Int?) async -> Bool {
    let ear = outlets.listen()
    guard speech.open == nil, speech.mayExpect(number) else { return true }
    await withTaskGroup(of: Void.self) { group in
      group.addTask { for await heard in ear { if case .said(.speechAsked) = heard.news { return } } }
      group.addTask { try? await Task.sleep(for: .seconds(2)) }
      await group.next()
      group.cancelAll()
    }
    return speech.open != nil
  }
}

extension Problem {
  static func unheard(_ failure: SpeechReport.Failure) -> Problem {
    switch failure {
    case .denied:
      Problem(
        "microphone-denied", "The microphone is not allowed.",
        safe: "You can write instead, and everything works the same.",
        remedy: "To speak, allow the microphone in the settings of your browser or device.")
    case .silence:
      Problem(
        "nothing-heard", "Nothing was heard.", safe: "What you wrote is still here.",
        remedy: "Speak a little louder, or write.")
    case .absent:
      Problem(
        "no-microphone", "No microphone was found.", safe: "What you wrote is still here.",
        remedy: "Connect one and try again, or write.")
    case .network:
      Problem(
        "speech-unreachable", "Speech could not be turned into text: its service was not reached.",
        safe: "What you wrote is still here.", remedy: "Write for now, or try again when you are online.")
    case .unavailable:
      Problem(
        "speech-unavailable", "Speech cannot be turned into text here.", safe: "What you wrote is still here.",
        remedy: "Write instead.")
    case .interrupted:
      Problem(
        "speech-interrupted", "The recording was interrupted.", safe: "What you wrote is still here.",
        remedy: "Record again, or write.")
    }
  }
}
