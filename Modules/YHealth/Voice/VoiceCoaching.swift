internal import Conversation
internal import Interface
public import Kernel

/// Voice sessions with the coach, for all windows of a person. They need no network: the words are those of `VoiceCoach`.
public actor VoiceCoaching: Feature {
  public let core: Core<VoiceState>
  public nonisolated let states: Current<VoiceState>
  public nonisolated let events: Broadcast<VoiceEvent>
  private let needs: VoiceNeeds
  private let context: FeatureContext

  public init(on context: FeatureContext, needs: VoiceNeeds) {
    core = Core(VoiceState(), on: context)
    states = core.states
    events = core.events
    self.needs = needs
    self.context = context
  }

  public func perform(_ effect: VoiceEffect) async -> VoiceAction? {
    switch effect {
    case .load:
      do throws(Problem) { return .loaded(try await needs.load()) } catch { return .notLoaded(failed(error)) }
    case .look(let awaiting, let window): return .known(await needs.day(context.time.now()), awaiting, in: window)
    case .speak(let reply, let message, let window): return await speak(reply, message, window)
    case .read(let text, let window): await needs.speech.read(window, text)
    case .dictate(let request, let window):
      return await needs.speech.carryOut(request, in: window) { [weak self] in
        await self?.send(.dictation($0, in: window))
      }.map { .dictation($0, in: window) }
    case .keepWishes(let wishes):
      do throws(Problem) { try await needs.keepWishes(wishes) } catch { return .notKept(failed(error)) }
    case .keep(let events, let number):
      do throws(Problem) { try await needs.keep(events, number) } catch { return .notKept(failed(error)) }
    case .delete: do throws(Problem) { try await needs.delete() } catch { return .notKept(failed(error)) }
    case .followReaders: break
    }
    return nil
  }

  /// Says a reply phrase by phrase; windows may show each before the next.
  private func speak(_ reply: VoiceReply, _ message: String, _ window: WindowID) async -> VoiceAction? {
    for (index, phrase) in reply.phrases.enumerated() {
      send(.heard(.text(index == 0 ? phrase : " " + phrase, message: message), in: window))
      await Task.yield()
      if Task.isCancelled { return nil }
    }
    send(.heard(.ended(message: message), in: window))
    return .spoken(in: window)
  }

  private func failed(_ problem: Problem) -> Problem {
    context.log.warning("An operation of the voice session failed (\(code: problem)).")
    return problem
  }

  public func follow(_ effect: VoiceEffect) -> any Following<VoiceAction> {
    switch effect {
    case .followReaders: needs.speech.readers().map { $0.map { .readers($0) } }
    default: AsyncStream<Heard<VoiceAction>> { nil }
    }
  }
}
