internal import Conversation
internal import Days
public import Kernel

/// The assistant of a person: the line on top that takes anything, and a conversation about the person's own data.
public actor Assistant: Feature {
  public let core: Core<AssistantState>
  public nonisolated let states: Current<AssistantState>
  public nonisolated let events: Broadcast<AssistantEvent>
  private let needs: AssistantNeeds

  public init(on context: FeatureContext, needs: AssistantNeeds) {
    core = Core(AssistantState(), on: context)
    states = core.states
    events = core.events
    self.needs = needs
  }

  public func perform(_ effect: AssistantEffect) async -> AssistantAction? {
    switch effect {
    case .answer(let question, let now, let window):
      let data = await needs.look(question.range(at: now))
      return .answered(ChatAnswer(to: question, from: data, at: now), in: window)
    case .find(let query, let now, let window):
      let data = await needs.look(AssistantFinds.days(at: now))
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

  /// Searches off the actor, since much data takes a while.
  @concurrent private static func finds(_ query: String, in data: AssistantData, _ now: Moment) async -> AssistantFinds
  {
    AssistantFinds(query, in: data, at: now)
  }

  public func follow(_ effect: AssistantEffect) -> any Following<AssistantAction> { AsyncStream { nil } }
}
