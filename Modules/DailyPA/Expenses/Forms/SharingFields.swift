internal import Days
internal import Forms
internal import Kernel
internal import Money
internal import Numbers
internal import Platform
internal import Recurrence

// The fields of shared and repeating expenses.
extension ExpenseForm {
  func shareInputs(_ values: FormValues<ExpenseField>, at now: Moment) -> [FormInput<ExpenseField>] {
    let amount = NumberNotation(locale: now.locale).text(12.5)
    var inputs: [FormInput<ExpenseField>] = [
      FormInput(.shares, "Shared with", .text(longest: ExpenseShare.longest)) {
        $0.hint = "Names with commas between them. Without an amount, all have equal parts."
        $0.example = "Ana, Ben: \(amount)"
      }
    ]
    if !values[.shares].trimmed.isEmpty {
      inputs.append(
        FormInput(.payer, "Paid by", .text(longest: ExpenseShare.longestName)) {
          $0.hint = "Leave this empty if you paid."
          $0.example = "Ana"
        })
    }
    let ways = [DayRepeat.never, .day, .week, .month, .year].map { FormOption($0.rawValue, $0.title) }
    let chosen = values[.repeats]
    let isOffered = chosen.isEmpty || ways.contains { $0.value == chosen }
    inputs.append(
      FormInput(
        .repeats, "Repeats",
        .one(
          isOffered ? ways : ways + [FormOption(chosen, isNew ? "As you wrote" : "As it does now", id: "kept")],
          isFolded: true
        ) { _ in DayRepeat.never.rawValue }
      ) { $0.hint = "The next ones are added on their days." })
    return inputs
  }

  /// The rule of an expense for one that a text names; nil for a rule that expenses cannot have. The day of the month is
  /// left out where it follows from the day of the expense.
  static func rule(_ text: String, from day: CalendarDay) -> String? {
    guard text.count <= Expense.longestRule, let rule = try? RecurrenceRule(text: text), rule.frequency >= .daily else {
      return nil
    }
    let plain = DayRepeat.month.text(from: day)
    return text == "FREQ=MONTHLY;BYMONTHDAY=\(day.day)" ? plain : text
  }

  /// The value of the field for a stored rule: a way to repeat, or the rule itself.
  static func word(of rule: String?) -> String {
    switch DayRepeat(of: rule) {
    case .never: ""
    case .weekday, .rule: rule ?? ""
    case let way: way.rawValue
    }
  }
}

extension ExpenseShare {
  /// People with whom one expense is shared.
  static let most = 20
  static let longestName = 60
  static let longest = 2_000

  /// "Ben: 12.50".
  func text(_ expense: Expense, _ notation: NumberNotation) -> String {
    guard let amount else { return name }
    let money = Currency(expense.currency).flatMap { Money(minor: amount, $0) }
    return "\(name): \(money?.digits(notation) ?? "\(amount)")"
  }

  /// The parts of a text that are separated by commas, but not by those within a number.
  static func parts(of text: String) -> [String] {
    let signs = Array(text)
    func isDigit(_ index: Int) -> Bool { signs.indices.contains(index) && signs[index].isNumber }
    var parts = [""]
    for (index, sign) in signs.enumerated() {
      let isWithin = sign == "," && isDigit(index - 1) && isDigit(index + 1)
      if sign == ";" || sign.isNewline || sign == "," && !isWithin {
        parts.append("")
      } else {
        parts[parts.count - 1].append(sign)
      }
    }
    return parts.map(\.trimmed).filter { !$0.isEmpty }
  }
}

extension FormReader<ExpenseField> {
  /// The others with whom it is shared; nil when nobody is named or something was complained about.
  mutating func shares(of total: Money?) -> [ExpenseShare]? {
    let parts = ExpenseShare.parts(of: values[.shares])
    guard !parts.isEmpty else { return nil }
    guard parts.count <= ExpenseShare.most else {
      complain(.shares, "An expense is shared with at most \(ExpenseShare.most) people.")
      return nil
    }
    var (shares, met, left) = ([ExpenseShare](), Set<String>(), total?.minor ?? 0)
    for part in parts {
      let pieces = part.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false).map { String($0).trimmed }
      let name = pieces[0]
      guard (1...ExpenseShare.longestName).contains(name.count) else {
        complain(.shares, "Enter a name of at most \(ExpenseShare.longestName) characters before each amount.")
        return nil
      }
      guard !["me", "i", "myself", "you"].contains(name.lowercased()) else {
        complain(.shares, "Leave yourself out: your part is what is left.")
        return nil
      }
      guard met.insert(name.lowercased()).inserted else {
        complain(.shares, "\(name.brief(40)) is named twice.")
        return nil
      }
      guard pieces.count == 2 else {
        shares.append(ExpenseShare(name))
        continue
      }
      guard let total else { return nil }
      guard let amount = try? Money(typed: pieces[1], in: numbers, usual: total.currency),
        amount.currency == total.currency, amount.minor >= 0
      else {
        complain(
          .shares, "Write the part of \(name.brief(40)) in \(total.currency.code), such as \(numbers.text(12.5)).")
        return nil
      }
      guard amount.minor <= left else {
        complain(.shares, "The parts are more than the amount. Make them smaller.")
        return nil
      }
      left -= amount.minor
      shares.append(ExpenseShare(name, amount: amount.minor))
    }
    return shares
  }

  /// The one of the others who paid; nil when that was the person.
  mutating func payer(among shares: [ExpenseShare]) -> String? {
    guard let typed = text(.payer) else { return nil }
    guard let share = shares.first(where: { $0.name.lowercased() == typed.lowercased() }) else {
      complain(.payer, "Enter one of the people above, or leave this empty if you paid.")
      return nil
    }
    return share.name
  }

  /// The rule of the chosen way to repeat, from a day on.
  func repeats(from day: CalendarDay) -> String? {
    let chosen = values[.repeats]
    if let way = DayRepeat(rawValue: chosen) { return way.text(from: day) }
    return chosen.isEmpty ? nil : chosen
  }
}
