internal import Days
internal import Kernel
internal import Platform
internal import TrainingPlan

/// A plan as a calendar file (RFC 5545): one whole-day event for each run from a day on.
struct PlanCalendar: Sendable {
  let plan: RunnerPlan
  let id: String
  let words: RunWords
  let made: Moment

  /// The text, with lines of at most 75 bytes that end as the standard wants.
  func text(from first: CalendarDay) -> String {
    var lines = ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Troupe//Cadence//EN", "CALSCALE:GREGORIAN"]
    for run in plan.runs where run.day >= first { lines += event(run) }
    return (lines + ["END:VCALENDAR"]).map { PlanCalendar.folded($0) + "\r\n" }.joined()
  }

  private func event(_ run: PlannedRun) -> [String] {
    let facts = words.parts(of: run) + [words.effort(of: run)]
    return [
      "BEGIN:VEVENT", "UID:\(run.day.text)-\(id)@cadence.troupe", "DTSTAMP:\(PlanCalendar.stamp(made))",
      "DTSTART;VALUE=DATE:\(PlanCalendar.date(run.day))", "DTEND;VALUE=DATE:\(PlanCalendar.date(run.day.following(1)))",
      "SUMMARY:\(PlanCalendar.escaped(words.title(of: run)))",
      "DESCRIPTION:\(PlanCalendar.escaped(facts.joined(separator: "\n")))", "TRANSP:TRANSPARENT", "END:VEVENT",
    ]
  }

  private static func date(_ day: CalendarDay) -> String { day.text.filter { $0 != "-" } }

  /// "20261122T150500Z".
  private static func stamp(_ moment: Moment) -> String {
    let seconds = Int(moment.date.timeIntervalSince1970.rounded(.down))
    let day = CalendarDay(number: Int((Double(seconds) / 86_400).rounded(.down)))
    let rest = seconds - day.number * 86_400
    func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
    return "\(date(day))T\(two(rest / 3600))\(two(rest / 60 % 60))\(two(rest % 60))Z"
  }

  static func escaped(_ text: String) -> String {
    var escaped = ""
    for character in text {
      switch character {
      case "\\", ",", ";": escaped += "\\\(character)"
      case "\n", "\r\n": escaped += "\\n"
      default: if character.unicodeScalars.allSatisfy({ $0.value >= 0x20 }) { escaped.append(character) }
      }
    }
    return escaped
  }

  /// Breaks a line after at most 75 bytes, between characters; the rest begins with a space.
  static func folded(_ line: String) -> String {
    var (folded, count) = ("", 0)
    for character in line {
      let size = String(character).utf8.count
      if count + size > 75 {
        folded += "\r\n "
        count = 1
      }
      folded.append(character)
      count += size
    }
    return folded
  }
}
