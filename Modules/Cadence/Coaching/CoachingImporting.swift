internal import Conversation
internal import Days
internal import Interface
internal import Kernel
internal import Platform
internal import Runners
internal import TrainingPlan

// What runs from a file or a connected app tell the coach.
extension CoachingState {
  /// Takes over what the runs show, thinks it over aloud, and goes on with what is still to be asked. What the runner said
  /// before stays.
  mutating func imported(_ history: RunHistory?, from connection: CoachConnection? = nil, at now: Moment) -> Steps {
    guard reading == .done, hasBegun, let history else { return [] }
    var runner = runner ?? Runner(at: now.date)
    if let connection {
      runner.note(connection, at: now.date)
    } else {
      runner.set(.wearable, "true", .imported, at: now.date)
      runner.set(.strava, "false", .imported, at: now.date)
    }
    if let times = history.raceTimes { runner.set(.raceTimes, times, .inferred, at: now.date) }
    if let load = history.load { runner.set(.trainingLoad, load.rawValue, .inferred, at: now.date) }
    runner.set(.volume, String(history.weekly), .imported, at: now.date)
    runner.set(.frequency, String(min(14, history.perWeek)), .imported, at: now.date)
    runner.set(.longestRun, String(history.longest), .imported, at: now.date)
    if let pace = history.easyPace {
      let seconds = Int((Double(pace) * runner.metresPerUnit / 1000).rounded())
      runner.set(.easyPace, "\(seconds / 60):\(seconds % 60 < 10 ? "0" : "")\(seconds % 60)", .imported, at: now.date)
    }
    queue = []
    var events: [TranscriptEvent] = []
    if let card = asked.first(where: { $0.tool == .connectionCard }) {
      let answer = connection.map { ([$0.id], $0.name) } ?? ([RunnerWords.file], "A file with my runs")
      events = [.answered(ToolAnswer(.chosen, answer.0, words: answer.1), call: card.id)]
    }
    let steps = add(events, runner, at: now)
    var turn = script(at: now).turn(.imported(history), number: next)
    turn.thoughts = history.thoughts
    return steps + say(turn, at: now)
  }
}
