internal import Days
internal import Forms
internal import Kernel
internal import Measures
internal import Numbers
internal import Pillar
internal import Platform
internal import Units

extension GoalField {
  /// The fields of which each has consequences for the others.
  static let choices: Set<GoalField> = [.pillar, .measure, .way]
}

// The values of a goal's form.
extension FormValues<GoalField> {
  init(pillar: Pillar, begins: String) {
    self.init([.pillar: pillar.rawValue, .begins: begins])
    choose(Aim.measures(of: pillar).first)
  }

  init(_ goal: Goal, in notation: AmountNotation = .plain) {
    let aim = Aim(goal)
    let target = goal.target.map { target in
      // In the stored unit exactly.
      guard let aim, let quantity = aim.measure.quantity, aim.unit(in: notation) != quantity.stored else {
        return notation.numbers.text(target)
      }
      return notation.field(target, quantity)
    }
    self.init([
      .pillar: goal.pillar.rawValue, .measure: aim?.measure.rawValue ?? "",
      .way: (aim?.way ?? .daily).rawValue, .name: aim == nil ? goal.name : "",
      .unit: aim == nil ? goal.unit ?? "" : "", .target: target ?? "",
      .begins: goal.beginsOn.text, .ends: goal.endsOn?.text ?? "",
    ])
  }

  var pillar: Pillar { Pillar(rawValue: self[.pillar]) ?? .fitness }
  /// Nil for a goal in the person's own words.
  var measure: Measure? { Measure(rawValue: self[.measure]) }
  var way: Aim.Way { Aim.Way(rawValue: self[.way]) ?? .daily }
  var aim: Aim? { measure.flatMap { Aim($0, way) } }

  /// Applies a choice, with what follows from it for the others. An unknown word changes nothing.
  mutating func choose(_ field: GoalField, _ word: String) {
    switch field {
    case .pillar:
      guard let pillar = Pillar(rawValue: word), pillar != self.pillar else { return }
      self[.pillar] = word
      if measure != nil { choose(Aim.measures(of: pillar).first) }
    case .measure:
      let measure = Measure(rawValue: word)
      if word.isEmpty || measure.map(Aim.measures(of: pillar).contains) == true { choose(measure) }
    case .way:
      guard let way = Aim.Way(rawValue: word), let measure, Aim.ways(of: measure).contains(way) else { return }
      self[.way] = word
    case .name, .target, .unit, .begins, .ends: break
    }
  }

  private mutating func choose(_ measure: Measure?) {
    self[.measure] = measure?.rawValue ?? ""
    if let measure, !Aim.ways(of: measure).contains(way) {
      self[.way] = (Aim.ways(of: measure).first ?? .daily).rawValue
    }
  }
}

// Parsing a goal's form.
extension GoalFormName {
  /// The server's bounds.
  static let longestName = 500
  static let longestUnit = 50
  static let greatest = 1_000_000_000.0
  static let years = 10
}

extension FormReader<GoalField> {
  /// The goal of the form, which is an edited one or a new one.
  mutating func goal(_ edited: Goal?) -> Goal {
    var goal = edited ?? Goal(id: ID(.nobody), pillar: values.pillar, name: "", beginsOn: now.day)
    goal.pillar = values.pillar
    if let aim = values.aim {
      (goal.name, goal.unit) = (aim.name, aim.unit)
    } else {
      goal.name = required(.name, longest: GoalFormName.longestName, else: "Enter your goal.")
      goal.unit = text(.unit, longest: GoalFormName.longestUnit)
    }
    goal.target = target(known: edited.flatMap { Aim($0) == values.aim ? $0.target : nil })
    if values.aim != nil, goal.target == nil { complain(.target, "Enter a target, such as 8000.", isOfMissing: true) }
    if let day = near(.begins) { goal.beginsOn = day }
    if values[.begins].trimmed.isEmpty { complain(.begins, "Choose the day on which it begins.", isOfMissing: true) }
    goal.endsOn = near(.ends)
    if let last = goal.endsOn, last < goal.beginsOn {
      complain(.ends, "This is before the first day. Choose a later day, or leave it empty.")
    }
    return goal
  }

  /// The target in the stored unit. One that still stands as `known` is shown is that one unchanged.
  private mutating func target(known: Double?) -> Double? {
    let typed = values[.target]
    if typed.trimmed.isEmpty { return nil }
    switch numbers.read(typed) {
    case .number(let number, _) where number > 0 && number <= GoalFormName.greatest:
      guard let quantity = values.aim?.measure.quantity else { return number }
      return AmountNotation(of: now.locale).stored(number, quantity, known: known)
    case .ambiguous(let decimal, let grouped): complain(.target, numbers.ambiguous(typed, decimal, grouped).sentence)
    case .number, .unreadable:
      complain(.target, "Enter a number above 0, such as 8000 or \(numbers.text(7.5)).")
    }
    return nil
  }

  private mutating func near(_ field: GoalField) -> CalendarDay? {
    guard let day = day(field) else { return nil }
    if abs(day.days(since: now.day)) > GoalFormName.years * 366 {
      complain(field, "Choose a day within \(GoalFormName.years) years of today.")
    }
    return day
  }
}

extension UUID {
  fileprivate static let nobody = UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0))
}
