internal import Days
internal import TrainingPlan

/// The patterns of the last 28 days, and what in them deserves attention.
struct RunPatterns: Sendable, Equatable {
  enum Issue: Sendable, Equatable {
    /// Easy runs that were faster than the easy pace, of all easy runs with a time.
    case easyTooFast(Int, of: Int, fastest: Int)
    case fewRestDays(Int)
    /// A run of more than 110 % of the longest of the 30 days before it.
    case jump(CalendarDay, metres: Int, longest: Int)
    case mostlyHard(Int, of: Int)
    case pain(Int, of: Int)
  }

  static let days = 28

  /// Metres of each week, the oldest first.
  let weeks: [Int]
  let runs: Int
  let restDays: Int
  /// Days of other training.
  let crossDays: Int
  /// Seconds for a kilometre of the easy runs together; nil without a time.
  let easyPace: Int?
  let longest: Int
  let issues: [Issue]

  /// The days on which something was done, of the 28.
  var activeDays: Int { RunPatterns.days - restDays }

  init(_ book: RunBook, easy: ClosedRange<Int>?) {
    let recent = book.last(RunPatterns.days)
    let first = book.today.following(1 - RunPatterns.days)
    let all = book.runs.filter { $0.day >= first }
    weeks = book.weeks(4)
    runs = recent.count
    restDays = RunPatterns.days - Set(all.map(\.day)).count
    crossDays = Set(all.filter { !$0.activity.isRunning }.map(\.day)).count
    longest = recent.map(\.metres).max() ?? 0
    let slow = recent.filter(\.isEasy)
    let timed = slow.filter { $0.pace != nil }
    let metres = timed.reduce(0) { $0 + $1.metres }
    easyPace = metres > 0 ? timed.reduce(0) { $0 + ($1.seconds ?? 0) } * 1000 / metres : nil
    issues = RunPatterns.issues(book, recent, timed, easy, restDays: restDays, all)
  }

  private static func issues(
    _ book: RunBook, _ recent: [RunDone], _ easyRuns: [RunDone], _ easy: ClosedRange<Int>?, restDays: Int,
    _ all: [RunDone]
  ) -> [Issue] {
    var found: [Issue] = []
    if let easy {
      let fast = easyRuns.filter { ($0.pace ?? .max) < easy.lowerBound }
      if fast.count >= 2, fast.count * 2 >= easyRuns.count {
        found.append(.easyTooFast(fast.count, of: easyRuns.count, fastest: easy.lowerBound))
      }
    }
    if restDays < 4 { found.append(.fewRestDays(restDays)) }
    for run in recent.sorted(by: { $0.day < $1.day }) where run.activity == .run {
      let before = book.running.filter { $0.day < run.day && $0.day >= run.day.following(-30) }
      guard let longest = before.map(\.metres).max(), longest >= 1000, run.metres * 10 > longest * 11 else { continue }
      found.append(.jump(run.day, metres: run.metres, longest: longest))
    }
    let efforts = recent.compactMap(\.saidEffort)
    let hard = efforts.count { $0 >= 7 }
    if efforts.count >= 6, hard * 10 > efforts.count * 4 { found.append(.mostlyHard(hard, of: efforts.count)) }
    let sore = all.count { $0.pain > 0 }
    if sore >= 2 { found.append(.pain(sore, of: all.count)) }
    return found
  }
}

extension RunDone {
  /// Whether it was meant to be easy, or felt so.
  var isEasy: Bool {
    guard activity == .run else { return false }
    if let plannedKind {
      return plannedKind == PlannedRun.Kind.easy.rawValue || plannedKind == PlannedRun.Kind.long.rawValue
    }
    return effort <= 4
  }
}
