internal import Conversation
internal import Interface
internal import Kernel
internal import Platform
internal import Runners
internal import TrainingPlan

// Apps and device stores that the runner connects.
extension CoachingState {
  /// The access was given. What is in it is not known yet.
  mutating func linked(_ connection: CoachConnection, at now: Moment) -> Steps {
    guard reading == .done else { return [] }
    var runner = runner ?? Runner(at: now.date)
    runner.note(connection, at: now.date)
    return keep(runner)
  }

  /// The first delivery has ended: with runs, without any, or with runs that may not be used for advice.
  mutating func arrived(_ connection: CoachConnection, _ history: RunHistory?, at now: Moment) -> Steps {
    guard reading == .done else { return [] }
    if connection.isForAdvice, let history, hasBegun { return imported(history, from: connection, at: now) }
    return goOn(.connected(connection), with: connection, at: now)
  }

  /// The first delivery has failed. The conversation does not wait for the next.
  mutating func unread(_ connection: CoachConnection, at now: Moment) -> Steps {
    reading == .done ? goOn(.unread(connection), with: connection, at: now) : []
  }

  private mutating func goOn(
    _ occasion: CoachOccasion, with connection: CoachConnection, at now: Moment
  ) -> Steps {
    var runner = runner ?? Runner(at: now.date)
    runner.note(connection, at: now.date)
    guard hasBegun else { return keep(runner) }
    queue = []
    return add(answering(connection), runner, at: now) + speak(occasion, at: now)
  }

  /// The runner has declined in the device's dialog: the conversation goes on without data.
  mutating func declined(_ connection: CoachConnection, at now: Moment) -> Steps {
    let events = answering(connection)
    guard reading == .done, hasBegun, !events.isEmpty else { return [] }
    var runner = runner ?? Runner(at: now.date)
    for field in [RunnerField.strava, .wearable] where runner[field] == nil {
      runner.set(field, "false", .said, at: now.date)
    }
    queue = []
    return add(events, runner, at: now) + speak(.declined(connection), at: now)
  }

  mutating func unlinked(_ connection: CoachConnection, at now: Moment) -> Steps {
    guard reading == .done, var runner else { return [] }
    if let type = connection.wearable {
      guard runner[.wearableType] == type else { return [] }
      runner.clear(.wearableType, at: now.date)
      runner.set(.wearable, "false", .confirmed, at: now.date)
    } else {
      guard runner[.strava] == "true" else { return [] }
      runner.set(.strava, "false", .confirmed, at: now.date)
    }
    return keep(runner)
  }

  /// Stores facts of which the plan knows nothing.
  private mutating func keep(_ runner: Runner) -> Steps {
    guard runner != self.runner else { return [] }
    self.runner = runner
    return [.run(.keep([], from: next, runner), .inOrder("log"))]
  }

  /// The answer to the connection card, if that is asked.
  private func answering(_ connection: CoachConnection) -> [TranscriptEvent] {
    guard let card = asked.first(where: { $0.tool == .connectionCard }) else { return [] }
    return [.answered(ToolAnswer(.chosen, [connection.id], words: connection.name), call: card.id)]
  }
}

extension Runner {
  /// Notes what is connected. The act of connecting is the runner's own word.
  mutating func note(_ connection: CoachConnection, at date: Date) {
    if let type = connection.wearable {
      set(.wearable, "true", .confirmed, at: date)
      set(.wearableType, type, .confirmed, at: date)
      if self[.strava] == nil { set(.strava, "false", .inferred, at: date) }
    } else {
      set(.strava, "true", .confirmed, at: date)
      if self[.wearable] == nil { set(.wearable, "false", .inferred, at: date) }
    }
  }
}
