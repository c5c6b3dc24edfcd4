internal import Days
internal import Measures
internal import Numbers
internal import Pillar

/// The values of a goal's form: choices, and texts as typed.
struct GoalValues: Sendable, Equatable, Codable {
  var pillar: Pillar
  /// Nil for a goal in the person's own words.
  var measure: Measure?
  var way = Aim.Way.daily
  var name = ""
  var target = ""
  var unit = ""
  var begins: String
  var ends = ""

  /// Typed text is cut off here, far beyond the limit that is reported.
  static let longest = 2_000

  subscript(field: GoalField) -> String {
    get {
      switch field {
      case .name: name
      case .target: target
      case .unit: unit
      case .begins: begins
      case .ends: ends
      }
    }
    set {
      let text = String(newValue.prefix(GoalValues.longest))
      switch field {
      case .name: name = text
      case .target: target = text
      case .unit: unit = text
      case .begins: begins = text
      case .ends: ends = text
      }
    }
  }

  init(pillar: Pillar, begins: String) {
    self.pillar = pillar
    self.begins = begins
    measure = Aim.measures(of: pillar).first
    choose(measure)
  }

  init(_ goal: Goal, in notation: NumberNotation = .plain) {
    let aim = Aim(goal)
    pillar = goal.pillar
    measure = aim?.measure
    way = aim?.way ?? .daily
    name = aim == nil ? goal.name : ""
    unit = aim == nil ? goal.unit ?? "" : ""
    target = goal.target.map(notation.text) ?? ""
    begins = goal.beginsOn.text
    ends = goal.endsOn?.text ?? ""
  }

  mutating func choose(_ pillar: Pillar) {
    guard pillar != self.pillar else { return }
    self.pillar = pillar
    if measure != nil { choose(Aim.measures(of: pillar).first) }
  }

  mutating func choose(_ measure: Measure?) {
    self.measure = measure
    if let measure, !Aim.ways(of: measure).contains(way) { way = Aim.ways(of: measure).first ?? .daily }
  }

  var aim: Aim? { measure.flatMap { Aim($0, way) } }
}

/// Parses a goal's form, and reports what is wrong in sentences.
struct GoalReader {
  private(set) var complaints: [GoalField: String] = [:]
  /// The fields whose value is missing, which is reported only after an attempt to save.
  private(set) var missing: Set<GoalField> = []
  private(set) var goal: Goal

  /// The server's bounds.
  static let longestName = 500
  static let longestUnit = 50
  static let greatest = 1_000_000_000.0
  static let years = 10

  private let notation: NumberNotation

  init(_ values: GoalValues, as draft: Goal, on today: CalendarDay, _ notation: NumberNotation = .plain) {
    goal = draft
    self.notation = notation
    goal.pillar = values.pillar
    if let aim = values.aim {
      (goal.name, goal.unit) = (aim.name, aim.unit)
    } else {
      goal.name = text(values.name, .name, GoalReader.longestName) ?? ""
      if goal.name.isEmpty { lack(.name, "Enter your goal.") }
      goal.unit = text(values.unit, .unit, GoalReader.longestUnit)
    }
    goal.target = number(values.target)
    if values.aim != nil, goal.target == nil { lack(.target, "Enter a target, such as 8000.") }
    read(values.begins, values.ends, today)
  }

  private mutating func read(_ begins: String, _ ends: String, _ today: CalendarDay) {
    if let day = day(begins, .begins, today) { goal.beginsOn = day }
    if begins.isBlank { lack(.begins, "Choose the day on which it begins.") }
    goal.endsOn = day(ends, .ends, today)
    if let last = goal.endsOn, last < goal.beginsOn {
      complain(.ends, "This is before the first day. Choose a later day, or leave it empty.")
    }
  }

  private mutating func complain(_ field: GoalField, _ sentence: String) {
    // The first complaint of a field is the simpler one.
    if complaints[field] == nil { complaints[field] = sentence }
  }

  private mutating func lack(_ field: GoalField, _ sentence: String) {
    guard complaints[field] == nil else { return }
    complaints[field] = sentence
    missing.insert(field)
  }

  /// The text; nil when it is blank.
  private mutating func text(_ typed: String, _ field: GoalField, _ longest: Int) -> String? {
    // Databases reject null characters.
    let text = typed.replacing("\0", with: "").withoutBlanks
    // Counted like the database, in Unicode scalars.
    let count = text.unicodeScalars.count
    if count > longest { complain(field, "This has \(count) characters; the limit is \(longest). Make it shorter.") }
    return text.isEmpty ? nil : text
  }

  private mutating func number(_ typed: String) -> Double? {
    if typed.isBlank { return nil }
    switch notation.read(typed) {
    case .number(let number, _) where number > 0 && number <= GoalReader.greatest: return number
    case .ambiguous(let decimal, let grouped): complain(.target, notation.ambiguous(typed, decimal, grouped).sentence)
    case .number, .unreadable:
      complain(.target, "Enter a number above 0, such as 8000 or \(notation.text(7.5)).")
    }
    return nil
  }

  private mutating func day(_ typed: String, _ field: GoalField, _ today: CalendarDay) -> CalendarDay? {
    let text = typed.withoutBlanks
    if text.isEmpty { return nil }
    guard let day = CalendarDay(text) else {
      complain(field, "Enter the day as \(today.text): year, month, day.")
      return nil
    }
    if abs(day.days(since: today)) > GoalReader.years * 366 {
      complain(field, "Choose a day within \(GoalReader.years) years of today.")
    }
    return day
  }
}

extension String {
  var isBlank: Bool { allSatisfy(\.isWhitespace) }

  var withoutBlanks: String {
    let start = drop(while: \.isWhitespace)
    return String(start.reversed().drop(while: \.isWhitespace).reversed())
  }
}
