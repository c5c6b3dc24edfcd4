internal import Days
internal import Interface
public import Kernel
public import Platform
public import Storage
internal import TrainingPlan

/// A sign for a doctor that the person wrote outside of a run, until it is settled, and the runs whose notes are settled. It stays
/// on the device, as the conversation does.
public struct RunWarning: Kept {
  public static let collection = "training_warnings"
  static let only = ID<RunWarning>(named: "warning")
  static let longestWords = 500

  public let id: ID<RunWarning>
  /// The beginning of what was written; nil while nothing is open.
  var words: String?
  var day: CalendarDay
  var isCrisis = false
  var settled: [UUID] = []

  public var when: Date { .distantPast }

  init(_ words: String?, _ sign: WarningSigns.Sign, on day: CalendarDay) {
    id = RunWarning.only
    self.words = words.map { String($0.prefix(RunWarning.longestWords)) }
    self.day = day
    isCrisis = sign == .crisis
  }
}

/// A sign that is not settled: what Today shows in place of an invitation to run.
struct OpenSign: Sendable, Hashable {
  let sign: WarningSigns.Sign
  let day: CalendarDay
  let words: String
  /// The run in whose note it stands; nil for one that was written elsewhere.
  let run: UUID?

  /// The beginning of the words.
  var excerpt: String { words.count > 120 ? String(words.prefix(119)) + "…" : words }
}

extension TrainingState {
  /// Days for which the note of a run counts.
  static let noteDays = 7

  /// The sign that the person wrote of and has not settled: in the conversation, or in the note of a run of the last week.
  func openSign(on today: CalendarDay) -> OpenSign? {
    if let warning, let words = warning.words {
      return OpenSign(sign: warning.isCrisis ? .crisis : .doctor, day: warning.day, words: words, run: nil)
    }
    return noted(on: today).first { !(warning?.settled.contains($0.id.uuid) ?? false) }.map { run in
      let note = run.note ?? ""
      return OpenSign(sign: run.sign ?? .doctor, day: run.day, words: note, run: run.id.uuid)
    }
  }

  private func noted(on today: CalendarDay) -> [RunDone] {
    runs.lazy.map(\.record).filter {
      (0...TrainingState.noteDays).contains(today.days(since: $0.day)) && $0.sign != nil
    }
  }

  /// A later sign replaces an earlier one, except that a crisis stays in front.
  mutating func found(_ sign: WarningSigns.Sign, _ words: String, on today: CalendarDay) -> Steps {
    if let warning, warning.words != nil, warning.isCrisis, sign != .crisis { return [] }
    var found = RunWarning(words, sign, on: today)
    found.settled = warning?.settled ?? []
    warning = found
    return [.run(.keepWarning(found), .inOrder("warning"))]
  }

  /// Ends the warning: a doctor was seen, or it was a mistake.
  mutating func settleSign(in window: WindowID, on today: CalendarDay) -> Steps {
    guard openSign(on: today) != nil else { return [] }
    var settled = RunWarning(nil, .doctor, on: today)
    settled.settled = noted(on: today).map(\.id.uuid)
    warning = settled
    return [
      .run(.keepWarning(settled), .inOrder("warning")),
      .tell(.told(Toast("Noted. Your runs are shown again.", tone: .success)), window),
    ]
  }

  /// The notice about an open sign, with the two answers that end it.
  func notice(about open: OpenSign, _ words: RunWords) -> TrainingNode {
    let isCrisis = open.sign == .crisis
    var answers: [TrainingNode] = [
      .button(isCrisis ? "I have talked to someone" : "I have seen a doctor", id: "seen", does: .settleSign),
      .button("That was a mistake", id: "mistake", does: .settleSign),
    ]
    if let run = open.run {
      answers.append(.link("Change the run", to: TrainingPlaces.edit(run), id: "edit", icon: .edit))
    }
    return .notice(
      "\(open.sign.advice) You wrote about \(words.day(open.day).lowercasedStart): “\(open.excerpt)”", id: "sign",
      tone: .warning, icon: .warning, answers)
  }
}
