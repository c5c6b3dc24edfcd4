internal import Conversation
public import Kernel

/// The conversation of a runner with the coach, for all of that person's windows.
public actor Coaching: Feature {
  /// The name of the conversation in the store.
  public static let conversation = "coach"

  public let core: Core<CoachingState>
  public nonisolated let states: Current<CoachingState>
  public nonisolated let events: Broadcast<CoachingEvent>
  private let needs: CoachingNeeds
  private let log: Log

  public init(on context: FeatureContext, needs: CoachingNeeds) {
    let core = Core(CoachingState(hasModel: needs.model != nil, ways: needs.ways), on: context)
    self.core = core
    states = core.states
    events = core.events
    self.needs = needs
    log = context.log.from("Coaching")
  }

  public func perform(_ effect: CoachingEffect) async -> CoachingAction? {
    switch effect {
    case .load:
      do throws(Problem) {
        var book = try await needs.load()
        book.isOnline = needs.isOnline()
        book.choice = try await needs.choice()
        return .loaded(book)
      } catch { return .notLoaded(failed(error)) }
    case .reload: do throws(Problem) { return .reloaded(try await needs.runner()) } catch { _ = failed(error) }
    case .keep(let events, let number, let runner):
      do throws(Problem) { try await needs.keep(events, number, runner) } catch { return .notSaved(failed(error)) }
    case .keepDraft(let text): do throws(Problem) { try await needs.keepDraft(text) } catch { _ = failed(error) }
    case .speak(let turn, let message): return await speak(turn, message)
    case .ask(let request, let turn, let message): return await ask(request, turn, message)
    case .dictate(let request, let window):
      return await needs.speech.carryOut(request, in: window) { [weak self] in
        await self?.send(.dictation($0, in: window))
      }.map { .dictation($0, in: window) }
    case .lookAtMicrophone(let window):
      return .microphone(
        await needs.speech.standing(window), opensSettings: await needs.speech.opensSettings(window), in: window)
    case .explain(let question, let call, let again, let message):
      return await speak(CoachTurn(explaining: await needs.reason(question), call: call, again), message)
    case .tellSession(let day, let again, let message):
      let told = await needs.session(day) ?? "No run is planned for that day. See my plan has all of them."
      return await speak(CoachTurn([told], again), message)
    case .keepChoice(let choice):
      do throws(Problem) { try await needs.keepChoice(choice) } catch { return .notSaved(failed(error)) }
    case .listen, .followNetwork, .followName, .followConsent: break
    }
    return nil
  }

  /// Thinks aloud, line by line, and says the words of the script, phrase by phrase; then shows what is asked.
  private func speak(_ turn: CoachTurn, _ message: String) async -> CoachingAction? {
    await think(turn, message)
    return await say(turn, message)
  }

  private func think(_ turn: CoachTurn, _ message: String) async {
    for line in turn.thoughts where !Task.isCancelled {
      send(.heard(.thinking(line + "\n", message: message)))
      await Task.yield()
    }
  }

  private func say(_ turn: CoachTurn, _ message: String) async -> CoachingAction? {
    for (index, phrase) in turn.phrases.enumerated() {
      send(.heard(.text(index == 0 ? phrase : " " + phrase, message: message)))
      // Windows may show each phrase before the next.
      await Task.yield()
      if Task.isCancelled { return nil }
    }
    return finish(turn, message)
  }

  private func finish(_ turn: CoachTurn, _ message: String) -> CoachingAction? {
    for call in turn.calls { send(.heard(.called(call, message: message))) }
    send(.heard(.ended(message: message)))
    return .spoken
  }

  /// Lets the model word a turn. A turn without words needs none. What the model calls is not carried out, since the questions
  /// are those of the script; its thoughts are not shown, since the thinking stream is read off the trail; and a sentence with a
  /// number that the turn does not have is left out.
  private func ask(_ request: ModelRequest, _ turn: CoachTurn, _ message: String) async -> CoachingAction? {
    guard let model = needs.model, !turn.phrases.isEmpty else { return await speak(turn, message) }
    await think(turn, message)
    let words = Locked(ModelWords(of: turn.phrases))
    do throws(Problem) {
      try await model.reply(request) { [weak self] piece in
        guard case .text(let text) = piece else { return }
        await self?.take(words.withLock { $0.take(text) }, message)
      }
    } catch {
      return Task.isCancelled ? nil : .replyFailed(failed(error))
    }
    if Task.isCancelled { return nil }
    take(words.withLock { $0.finish() }, message)
    // A model that says nothing that holds leaves the script's own words.
    return words.withLock { $0.isEmpty } ? await say(turn, message) : finish(turn, message)
  }

  private func take(_ text: String, _ message: String) {
    if !Task.isCancelled, !text.isEmpty { send(.heard(.text(text, message: message))) }
  }

  private func failed(_ problem: Problem) -> Problem {
    log.warning("An operation of the coach failed (\(code: problem)).")
    return problem
  }

  public func follow(_ effect: CoachingEffect) -> any Following<CoachingAction> {
    switch effect {
    case .listen: needs.changes().map { $0.map({ .changed }, missed: { _ in .changed }) }
    case .followNetwork: needs.network().map { $0.map { .online($0) } }
    case .followName: needs.names().map { $0.map { .known(name: $0) } }
    case .followConsent: needs.consents().map { $0.map { .consented($0) } }
    default: AsyncStream<Heard<CoachingAction>> { nil }
    }
  }
}
