internal import SoberDays
internal import Sobriety

extension SobrietyOffer {
  static let volvox = SobrietyOffer(programmes: MilestoneProgramme.volvox, crisis: .volvox)
}

extension MilestoneProgramme {
  /// The programmes with their milestones. 30, 60 and 90 are days, what follows are calendar months. Groups differ, so
  /// these are the sequences that most of them use.
  static let volvox = [
    MilestoneProgramme(
      "common", "Common milestones", [.days(30), .days(60), .days(90), .months(6), .months(12)]),
    MilestoneProgramme(
      "aa", "Alcoholics Anonymous",
      [.days(1), .days(30), .days(60), .days(90)] + (4...12).map { .months($0) } + [.months(18), .months(24)]),
    MilestoneProgramme(
      "na", "Narcotics Anonymous",
      [.days(1), .days(30), .days(60), .days(90), .months(6), .months(9), .months(12), .months(18), .months(24)]),
  ]
}

extension CrisisCard {
  /// Lines that are open day and night and cost nothing to call. Somewhere else the person's own contact stands alone.
  static let volvox = CrisisCard([
    Region(
      "US", "United States", emergency: "911",
      [
        Line(
          "988 Suicide & Crisis Lifeline", "988",
          about: "Call or text, day and night, free. Also for a crisis with drinking or drugs.")
      ]),
    Region(
      "GB", "United Kingdom", emergency: "999",
      [Line("Samaritans", "116 123", about: "Call, day and night, free. You can talk about anything.")]),
    Region(
      "IE", "Ireland", emergency: "112",
      [Line("Samaritans", "116 123", about: "Call, day and night, free. You can talk about anything.")]),
  ])
}
