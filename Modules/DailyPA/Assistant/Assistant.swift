internal import Conversation
internal import Days
public import Kernel

/// The assistant of a person: the line on top that takes anything, and a conversation about the person's own data.
public actor Assistant: Feature {
  public let core: Core<AssistantState>
  public nonisolated let states: Current<AssistantState>
  public nonisolated let events: Broadcast<AssistantEvent>
  private let needs: AssistantNeeds
  private let log: Log

  public init(on context: FeatureContext, needs: AssistantNeeds) {
    core = Core(AssistantState(), on: context)
    states = core.states
    events = core.events
    self.needs = needs
    log = context.log.from("Assistant")
  }

  public func perform(_ effect: AssistantEffect) async -> AssistantAction? {
    switch effect {
    case .answer(let question, let message, let now, let window):
      return .answered(await answer(question, to: message, at: now), in: window)
    case .readChoice(let window):
      do throws(Problem) {
        return .chosen(try await needs.choice(), in: window)
      } catch {
        return .notChosen(error, in: window)
      }
    case .keepChoice(let choice, let window):
      do throws(Problem) {
        try await needs.keepChoice(choice)
        return .kept(in: window)
      } catch {
        return .notChosen(error, in: window)
      }
    case .find(let query, let now, let window):
      var data = await needs.look(now.day...now.day)
      data.entries = await needs.events()
      return .found(await Assistant.finds(query, in: data, now), in: window)
    case .plan(let choices, let now, let window):
      let day = choices.day(at: now)
      return .planned(PlannedDay(await needs.look(day...day), choices, at: now), in: window)
    case .dictate(let request, let window):
      return await needs.speech.carryOut(request, in: window) { [weak self] in
        await self?.send(.dictation($0, in: window))
      }.map { .dictation($0, in: window) }
    }
  }

  /// Asks the chosen model. Without one, and when it fails, the device answers by itself.
  private func answer(_ question: ChatQuestion, to message: ChatMessage, at now: Moment) async -> ChatAnswer {
    do throws(Problem) {
      let choice = try await needs.choice()
      guard let model = needs.model, let name = choice.operatorName else { return await answer(question, at: now) }
      let reply = Locked(ModelReply())
      try await model.reply(message.request(at: now)) { piece in reply.withLock { $0.take(piece, at: now) } }
      let whole = reply.withLock { $0 }
      guard !whole.isEmpty else { throw .emptyReply }
      var device: ChatAnswer?
      if let question = whole.question { device = await answer(question, at: now) }
      return whole.answer(from: name, device)
    } catch {
      log.info("The model did not answer (\(code: error)).")
      var answer = await answer(question, at: now)
      answer.trouble = error
      return answer
    }
  }

  private func answer(_ question: ChatQuestion, at now: Moment) async -> ChatAnswer {
    ChatAnswer(to: question, from: await needs.look(question.range(at: now)), at: now)
  }

  /// Searches off the actor, since much data takes a while.
  @concurrent private static func finds(_ query: String, in data: AssistantData, _ now: Moment) async -> AssistantFinds
  {
    AssistantFinds(query, in: data, at: now)
  }

  public func follow(_ effect: AssistantEffect) -> any Following<AssistantAction> { AsyncStream { nil } }
}

extension Problem {
  fileprivate static let emptyReply = Problem(
    "model-empty", "The model answered with nothing.", safe: "Your message is kept.", remedy: "Try again.")
}
