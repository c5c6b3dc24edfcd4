internal import Days
internal import Expenses
internal import Kernel
internal import Money
internal import Storage

/// The expenses of the demonstration person: a life in Berlin, a week in London and a week in New York. They follow from the
/// day on which they were made.
struct DemonstratedLedger {
  let mark: DailyPADemonstrationMark

  init(_ mark: DailyPADemonstrationMark) { self.mark = mark }

  /// Days before the last one of the weeks abroad.
  static let (london, newYork) = (201...207, 83...89)

  private func currency(on day: CalendarDay) -> String {
    let ago = mark.made.days(since: day)
    return DemonstratedLedger.london.contains(ago) ? "GBP" : DemonstratedLedger.newYork.contains(ago) ? "USD" : "EUR"
  }

  // MARK: Expenses

  var expenses: [Expense] {
    let days = (mark.first.number...max(mark.first.number, mark.last.number)).map { CalendarDay(number: $0) }
    return days.flatMap { expenses(on: $0) } + receipts.map(\.expense)
  }

  private func expenses(on day: CalendarDay) -> [Expense] {
    var chance = DemonstratedChance(day, 1)
    let currency = currency(on: day)
    var made: [(category: String, merchant: String, minor: Int)] = []
    if currency == "EUR" {
      if chance.happens(38) {
        made.append(("groceries", chance.pick("Edeka", "Lidl", "Rewe", "Wochenmarkt"), chance.whole(640...6_480)))
      }
      if (1...5).contains(day.weekday), chance.happens(40) {
        made.append(("food", chance.pick("Kantine", "Banh Mi Bar", "Curry 36"), chance.whole(650...1_580)))
      }
      if day.weekday == 6, chance.happens(55) {
        made.append(("leisure", chance.pick("Kino International", "Boulderhalle"), chance.whole(900...2_400)))
      }
      if chance.happens(3) {
        made.append(("shopping", chance.pick("Dussmann", "Globetrotter"), chance.whole(1_500...12_900)))
      }
      if chance.happens(2) { made.append(("health", "Apotheke am Markt", chance.whole(550...3_200))) }
    } else {
      let isLondon = currency == "GBP"
      made.append(("food", isLondon ? "Dishoom" : "Joe's Diner", chance.whole(1_250...4_600)))
      made.append(("transport", isLondon ? "TfL" : "MTA", isLondon ? 850 : 580))
      if chance.happens(60) {
        made.append(("leisure", isLondon ? "Tate Modern" : "The Met", chance.whole(1_500...3_000)))
      }
    }
    let own = made.enumerated().map { expense(day, $0.offset, $0.element, currency) }
    return own + standing(on: day).enumerated().map { expense(day, 20 + $0.offset, $0.element, "EUR") }
  }

  private func standing(on day: CalendarDay) -> [(category: String, merchant: String, minor: Int)] {
    switch day.day {
    case 1: [("housing", "Rent", 89_000), ("transport", "BVG", 5_800)]
    case 10: [("bills", "Phone", 1_999)]
    case 15: [("bills", "Electricity", 6_400)]
    default: []
    }
  }

  private func expense(
    _ day: CalendarDay, _ place: Int, _ made: (category: String, merchant: String, minor: Int), _ currency: String
  ) -> Expense {
    Expense(
      id: ID(named: "demonstration \(day.text) \(place)"), amount: made.minor, currency: currency,
      category: made.category, spentOn: day, merchant: made.merchant)
  }

  var budgets: [ExpenseBudget] {
    [("groceries", 45_000), ("food", 18_000), ("leisure", 12_000)].compactMap { category, minor in
      Currency("EUR").flatMap { Money(minor: minor, $0) }.map { ExpenseBudget(category: category, $0) }
    }
  }

  // MARK: Receipts

  /// Ten, each with its lines, the newest of yesterday.
  var receipts: [DemonstratedReceipt] {
    func receipt(
      _ ago: Int, _ merchant: String, _ address: String, _ category: String, _ lines: [(name: String, minor: Int)]
    ) -> DemonstratedReceipt {
      let day = mark.made.following(-ago)
      return DemonstratedReceipt(
        day: day, merchant: merchant, address: address, category: category, currency: currency(on: day), lines: lines)
    }
    return [
      receipt(
        1, "Rewe City", "Warschauer Str. 12, 10243 Berlin", "groceries",
        [
          ("Hafermilch", 195), ("Roggenbrot", 349), ("Tomaten", 279), ("Espresso", 699),
        ]),
      receipt(
        9, "Buchhandlung Ocelot", "Brunnenstr. 181, 10119 Berlin", "education", [("Atlas der Vogelstimmen", 3_200)]),
      receipt(23, "Bio Company", "Yorckstr. 9, 10965 Berlin", "groceries", [("Linsen", 289), ("Olivenoel", 899)]),
      receipt(
        41, "Fahrrad Kaempf", "Gneisenaustr. 3, 10961 Berlin", "transport", [("Kette", 2_490), ("Montage", 1_500)]),
      receipt(84, "Strand Book Store", "828 Broadway, New York", "education", [("Walking Manhattan", 1_895)]),
      receipt(88, "Katz's Delicatessen", "205 E Houston St, New York", "food", [("Pastrami", 2_895), ("Soda", 350)]),
      receipt(
        140, "Zoo Palast", "Hardenbergstr. 29a, 10623 Berlin", "leisure", [("2 Karten", 2_600), ("Popcorn", 650)]),
      receipt(203, "Borough Market Deli", "8 Southwark St, London", "food", [("Cheddar", 740), ("Chutney", 425)]),
      receipt(206, "Daunt Books", "83 Marylebone High St, London", "education", [("London A-Z", 899)]),
      receipt(300, "Moebel Lenz", "Hauptstr. 5, 10827 Berlin", "shopping", [("Schreibtischlampe", 5_490)]),
    ]
  }
}
