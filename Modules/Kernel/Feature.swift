/// An actor that owns a deciding state and carries out its steps. Others observe it only through its two streams.
public protocol Feature: Actor {
  associatedtype State: Deciding

  var core: Core<State> { get }
  nonisolated var states: Current<State> { get }
  nonisolated var events: Broadcast<State.Event> { get }

  /// Carries out an effect of any lane but a standing one and returns the resulting action, if any.
  func perform(_ effect: State.Effect) async -> State.Action?

  /// Returns the stream of actions of a standing effect. Called inside `send`, so a subscription or timer is in place
  /// when `send` returns; following the stream does not keep the feature alive. Where the stream may fall behind, `map`
  /// can turn missed events into an action too.
  func follow(_ effect: State.Effect) -> any Following<State.Action>
}

/// A stream of actions that a feature follows.
public typealias Following<Action: Sendable> = AsyncSequence<Heard<Action>, Never> & Sendable

extension Feature {
  /// The default, for a feature without standing effects: an empty stream.
  public func follow(_ effect: State.Effect) -> any Following<State.Action> {
    AsyncStream<Heard<State.Action>> { nil }
  }

  /// Decides and publishes the new state before it returns; effects continue in their lanes.
  public func send(_ action: State.Action) { carryOut(core.decide { $0.receive(action, at: $1) }) }

  func carryOut(_ steps: [Step<State.Effect, State.Event>]) {
    for step in steps {
      switch step {
      case .say(let event): core.say(event)
      case .tell(let event, let window): core.say(event, at: window)
      case .stop(let lane): core.stop(lane)
      case .run(let effect, let lane):
        switch lane {
        case .inOrder, .newest: enqueue(effect, lane)
        case .latest, .unawaited: ask(effect, lane)
        case .standing: stand(effect, lane)
        }
      }
    }
  }

  /// Queues an effect. One task per lane works through its queue and keeps the feature alive until the lane is empty.
  private func enqueue(_ effect: State.Effect, _ lane: Lane) {
    core.enqueue(effect, in: lane)
    let before = core.runner(of: lane)
    if let before, !before.isStopped { return }
    let number = core.newNumber()
    let task = Task {
      // A stopped save that ignores its cancellation must not reach the disk after a newer one.
      await before?.task.value
      while let next = core.next(in: lane, for: number) {
        let answer = await Receipt.lend(next.receipt.lent) { await perform(next.effect) }
        if let answer, !Task.isCancelled { send(answer) }
        withExtendedLifetime(next.receipt) {}
      }
      core.end(lane, number)
    }
    core.replace(lane, with: .init(number: number, task: task, receipt: nil))
  }

  private func ask(_ effect: State.Effect, _ lane: Lane) {
    let number = core.newNumber()
    let receipt = core.receipt()
    let task = Task { [weak self, lent = receipt.lent] in _ = await self?.answer(effect, lane, number, lent) }
    core.replace(lane, with: .init(number: number, task: task, receipt: receipt))
  }

  /// Performs the effect unless a newer one replaced it before it began, and drops an answer that comes too late.
  private func answer(_ effect: State.Effect, _ lane: Lane, _ number: Int, _ lent: Receipt.Lent) async {
    guard core.isNewest(lane, number) else { return }
    let answer = await Receipt.lend(lent) {
      // Settling waits until an unawaited effect has begun, and for what its answer sets off.
      if case .unawaited = lane { await Receipt.aside { await perform(effect) } } else { await perform(effect) }
    }
    guard let ended = core.end(lane, number) else { return }
    if let answer { send(answer) }
    withExtendedLifetime(ended.receipt) {}
  }

  private func stand(_ effect: State.Effect, _ lane: Lane) {
    let number = core.newNumber()
    let actions = follow(effect)
    let task = Task { [weak self] in
      await Receipt.lend(nil) {
        await Self.hear(actions) { news in await self?.heard(news, lane, number) }
      }
      await self?.ended(lane, number)
    }
    core.replace(lane, with: .init(number: number, task: task, receipt: nil))
  }

  private func ended(_ lane: Lane, _ number: Int) { core.end(lane, number) }

  private func heard(_ news: News<State.Action>, _ lane: Lane, _ number: Int) {
    guard core.isNewest(lane, number) else { return }
    switch news {
    case .said(let action): send(action)
    case .missed(let count): core.missed(count)
    }
  }

  /// Opens the existential that `follow` returns.
  private static func hear(
    _ actions: some Following<State.Action>, _ body: (News<State.Action>) async -> Void
  ) async {
    await actions.hear(body)
  }
}
