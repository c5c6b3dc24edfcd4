public import Days
internal import Platform

/// Reads what a runner writes in their own words: facts with their values as they are kept. It knows common wordings in English and
/// takes nothing that could mean something else.
public struct RunnerReading: Sendable {
  public private(set) var values: [RunnerField: String] = [:]

  private let text: String
  private let words: [String]
  private let today: CalendarDay
  private let isMiles: Bool

  public static let longestText = 2000

  public init(_ said: String, on today: CalendarDay, miles isMiles: Bool = false) {
    let lowered = said.prefix(RunnerReading.longestText).lowercased()
    text = " " + lowered.replacing("-", with: " ").replacing("’", with: "'") + " "
    words = text.split { !($0.isLetter || $0.isNumber || $0 == ":" || $0 == "." || $0 == "/" || $0 == "'") }
      .map { $0.hasSuffix(".") ? String($0.dropLast()) : String($0) }
    self.today = today
    self.isMiles = isMiles
    readRunning()
    readRecentRace(lowered)
    readGoal(lowered)
    readDays()
    readHealth()
  }

  private func has(_ phrases: String...) -> Bool { phrases.contains { text.contains($0) } }

  private mutating func put(_ field: RunnerField, _ value: String) {
    if values[field] == nil, let value = field.accepts(value) { values[field] = value }
  }

  // MARK: Running

  private mutating func readRunning() {
    if has(" beginner", "never run", "new to running", "just started") {
      put(.experience, "beginner")
    } else if has("coming back", "comeback", "returning", "getting back", "after a break") {
      put(.experience, "returning")
    } else if has(" casual") {
      put(.experience, "casual")
    } else if has(" serious", " competitive") {
      put(.experience, "serious")
    }
    for index in words.indices {
      guard let amount = amount(at: index) else { continue }
      let after = words[(index + amount.length)...].prefix(4)
      let isEachWeek =
        after.first == "weekly" || after.first == "/week" || after.starts(with: ["a", "week"])
        || after.starts(with: ["per", "week"]) || after.starts(with: ["each", "week"])
        || after.starts(with: ["every", "week"])
      switch amount.unit {
      case .kilometres(let metres) where isEachWeek: put(.volume, String(Int((amount.number * metres).rounded())))
      case .times where isEachWeek: put(.frequency, String(Int(amount.number)))
      case .years where after.starts(with: ["old"]): put(.age, String(Int(amount.number)))
      default: break
      }
    }
    for word in words {
      let pace = word.split(separator: "/").first.map(String.init) ?? word
      if has("easy pace", "easy runs at", " /km", "min/km", " per km", " a km", "/mi"), pace.contains(":"),
        pace.count <= 5, RunnerField.pace(pace) != nil
      {
        put(.easyPace, pace)
      }
    }
  }

  private enum Unit { case kilometres(metres: Double), times, years, weeks }

  /// A number at that word, also one written together with its unit, such as `20km`.
  private func amount(at index: Int) -> (number: Double, unit: Unit, length: Int)? {
    let word = words[index]
    let digits = word.prefix { $0.isASCII && ($0.isNumber || $0 == ".") }
    guard let number = Double(digits) ?? RunnerReading.numbers[word], number >= 0, number < 1000 else { return nil }
    let rest = Double(digits) == nil ? "" : String(word.dropFirst(digits.count))
    let (name, length) = rest.isEmpty ? (index + 1 < words.count ? words[index + 1] : "", 2) : (rest, 1)
    let unit: Unit? =
      switch name {
      case "km", "k", "kilometres", "kilometers", "kms", "km/week": .kilometres(metres: 1000)
      case "mi", "mile", "miles": .kilometres(metres: 1609.344)
      case "times", "runs", "days", "x": .times
      case "years", "year": .years
      case "weeks", "week": .weeks
      default: nil
      }
    return unit.map { (number, $0, length) }
  }

  private static let numbers: [String: Double] = [
    "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8, "ten": 10, "twelve": 12,
  ]

  // MARK: Goals

  /// A race that was run, which is no goal. A training run is none.
  private mutating func readRecentRace(_ lowered: String) {
    let isRun = has(" ran ", " finished ", " did ", " my last ") && has(" race", "marathon", "parkrun")
    guard isRun || has(" raced ", "last race", "recent race", "personal best", " pb ", " best time"),
      let race = RunnerReading.race(lowered, miles: isMiles)
    else { return }
    put(.recentRace, RunnerField.text(of: race))
  }

  private mutating func readGoal(_ lowered: String) {
    // Beside a race that was run it is unclear which words are about the goal.
    guard values[.recentRace] == nil else { return }
    let distance: String? =
      if has("half marathon", "half-marathon") {
        "21097.5"
      } else if has("marathon") {
        "42195"
      } else if has(" 10k ", " 10 k ", " 10 km race", " 10k.") {
        "10000"
      } else if has(" 5k ", " 5 k ", " parkrun", " 5k.") {
        "5000"
      } else {
        nil
      }
    let wantsRace =
      has(" race", "marathon", " 5k ", " 10k ", "parkrun")
      && !has("no race", "not a race", "without a race", "no specific race")
    let dated = datedDistance(lowered)
    if wantsRace || dated != nil {
      put(.goalType, "race")
      if let distance = distance ?? dated { put(.raceDistance, distance) }
    } else if has("get faster", "getting faster", "speed") {
      put(.goalType, "speed")
    } else if has("base building", "build a base") {
      put(.goalType, "base")
    } else if has("stay healthy", "general health", "health in general") {
      put(.goalType, "health")
    } else if has("back in shape", "return to fitness", "get fit again") {
      put(.goalType, "return")
    }
    guard values[.goalType] == "race" else { return }
    // A day that is past is none of a race to come.
    if let day = SaidDay.date(in: lowered, on: today), day >= today { put(.raceDate, day.text) }
    for index in words.indices where index > 0 && ["in", "within"].contains(words[index - 1]) {
      if let amount = amount(at: index), case .weeks = amount.unit, amount.number >= 1 {
        put(.raceDate, today.following(Int(amount.number * 7)).text)
      }
    }
    readTarget()
  }

  /// The distance of "5 km on 21 June next year": a day to come makes a goal of it, and a run on it none.
  private func datedDistance(_ lowered: String) -> String? {
    guard let day = SaidDay.date(in: lowered, on: today), day > today,
      !has(" a week", " per week", " every week", " each week", "weekly", " ran ", "i can run", "i run "),
      let metres = RunnerReading.metres(words, isMiles), metres >= 1500
    else { return nil }
    let kept = RunnerWords.distances.first { abs((Double($0.id) ?? 0) - metres) < metres / 200 }?.id
    return kept ?? "\(Int(metres.rounded()))"
  }

  /// "sub 3", "under 1:45", "in 3:30:00".
  private mutating func readTarget() {
    for index in words.indices.dropFirst() where ["sub", "under", "below", "in"].contains(words[index - 1]) {
      let parts = words[index].split(separator: ":").map { Int($0) }
      let numbers = parts.compactMap(\.self)
      guard numbers.count == parts.count, let first = numbers.first else { continue }
      let isLong = (values[.raceDistance].flatMap { Double($0) } ?? 0) > 15_000
      if numbers.count == 1, words[index - 1] != "in", isLong, (1...8).contains(first) {
        put(.targetTime, String(first * 3600))
      } else if numbers.count == 1, words[index - 1] != "in", !isLong, (12...90).contains(first) {
        put(.targetTime, String(first * 60))
      } else if let seconds = RunnerReading.seconds(words[index], isLong: isLong) {
        put(.targetTime, String(seconds))
      }
    }
  }

  /// The seconds of a race time: `3:30:00`, `1:45` of a long race, `48:30` of a short one.
  public static func seconds(_ text: String, isLong: Bool) -> Int? {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false).map { Int($0) }
    let numbers = parts.compactMap(\.self)
    guard numbers.count == parts.count, numbers.dropFirst().allSatisfy({ (0..<60).contains($0) }) else { return nil }
    let seconds: Int
    switch numbers.count {
    case 3: seconds = numbers[0] * 3600 + numbers[1] * 60 + numbers[2]
    case 2 where isLong && numbers[0] < 9: seconds = numbers[0] * 3600 + numbers[1] * 60
    case 2: seconds = numbers[0] * 60 + numbers[1]
    default: return nil
    }
    return (240...43_200).contains(seconds) ? seconds : nil
  }

  // MARK: Days and health

  private static let weekdays = ["sunday", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday"]

  private mutating func readDays() {
    let named = RunnerReading.weekdays.enumerated().filter { _, name in
      words.contains { $0 == name || $0 == name + "s" }
    }
    .map { String($0.offset) }
    guard !named.isEmpty else { return }
    if has("can't", "cannot", "not on", "never on", "blocked", "no runs on", "except") {
      put(.blockedDays, named.joined(separator: ","))
    } else if has("can run", "run on", "free on", "train on", "available") {
      put(.availableDays, named.joined(separator: ","))
    }
  }

  private mutating func readHealth() {
    let found = RunnerWords.injuries.filter { $0.id != "none" && !$0.id.contains("/") }.map(\.id).filter {
      text.contains($0.lowercased())
    }
    if has("no injuries", "never injured", "no injury") {
      put(.pastInjuries, "none")
    } else if !found.isEmpty, has("injur", "pain", "hurt", "problem", "trouble", "sore", "fracture", "splints") {
      put(.pastInjuries, found.joined(separator: ", "))
    }
    if has("push through", "run through") { put(.recoveryStyle, "push through") }
    if has("sleep badly", "poor sleep", "sleep poorly") { put(.sleep, "poor") }
    if has("tough love") { put(.coachingVoice, CoachingVoice.toughLove.rawValue) }
  }
}
