internal import Days
internal import Kernel
internal import Platform
internal import SoberDays
internal import Sobriety
internal import Storage

/// The records of the demonstration person. They follow from the day on which they were made.
struct VolvoxDemonstrationPerson {
  let made: CalendarDay

  private var slipped: CalendarDay { made.following(-VolvoxDemonstration.since) }
  private var began: CalendarDay { slipped.following(-VolvoxDemonstration.before) }

  private static let start = ID<SobrietyRecord>(named: "demonstration start")
  private static let slip = ID<SobrietyRecord>(named: "demonstration slip")

  /// Whether an entry of the ledger is the demonstration's, also while it is being removed.
  static func hasMade(_ entry: UUID) -> Bool { [start.uuid, slip.uuid].contains(entry) }

  var records: [SobrietyRecord] {
    [
      SobrietyRecord(id: VolvoxDemonstrationPerson.start, .start, on: began, recordedAt: began.noon),
      SobrietyRecord(
        id: VolvoxDemonstrationPerson.slip, .slip, on: slipped, note: "The wedding. I called Noor the next morning.",
        recordedAt: slipped.noon),
    ]
  }

  /// Those that the runs had reached, so that none is told on opening.
  var milestones: [MilestoneRecord] {
    let ledger = SobrietyLedger(records.compactMap(\.event))
    return ledger.runs(to: made).flatMap { MilestoneProgramme.volvox[0].reached(in: $0) }.map { reached in
      let isNewest = reached.beginning.day == slipped && reached.milestone == .days(60)
      return MilestoneRecord(reached, note: isNewest ? "Two months. Dinner with my sister, and water." : nil)
    }
  }

  var plan: SobrietyPlan {
    var plan = SobrietyPlan()
    plan.programme = "common"
    plan.dailyHundredths = 850
    plan.currency = "GBP"
    plan.contactName = "Noor"
    // A number that Ofcom keeps for fiction.
    plan.contactPhone = "+44 20 7946 0958"
    return plan
  }

  /// A pledge and a review on each of the last thirty days before they were made, and on those since, up to now.
  func checkIns(to moment: Moment) -> [CheckIn] {
    let first = made.following(-30)
    let last = min(moment.day, made.following(400))
    guard first <= last else { return [] }
    return (first.number..<max(first.number, last.number)).flatMap { number in
      let day = CalendarDay(number: number)
      let feelings: [CheckIn.Feeling] = [.easy, .easy, .mixed, .easy, .hard, .mixed, .easy]
      return [
        CheckIn(.pledge, on: day, at: day.noon.addingTimeInterval(-14_400)),
        CheckIn(
          .review, on: day, feeling: feelings[((number % 7) + 7) % 7], at: day.noon.addingTimeInterval(32_400)),
      ]
    }
  }

  var reflections: [Reflection] {
    VolvoxDemonstrationPerson.pages.map { ago, body in
      Reflection(id: ID(named: "demonstration \(ago)"), day: made.following(-ago), body: body)
    }
  }

  private static let pages = [
    (1, "A long day. Walked home instead of taking the tram past the bar."),
    (4, "Slept through the night again. I had forgotten what that is like."),
    (9, "Told Ben at work. He only asked whether I wanted a coffee."),
    (15, "Craving at six, as always. Cooked, called Noor, and then it was eight."),
    (23, "The meeting on Thursday did me good. I spoke for the first time."),
    (27, "Two months. Dinner with my sister, and water."),
    (38, "Angry all day and no idea why. Wrote it down instead."),
    (52, "First weekend at the lake without. Cold water, good books."),
    (70, "Paid off the last of the bill. I can see where the money stays now."),
    (86, "Day one again. Noor said that the days before still count. They do."),
    (88, "Wedding tomorrow. I have a plan, and the number in my pocket."),
    (120, "A month and more. The mornings are the best part."),
    (161, "Here I begin."),
  ]
}
