internal import Days
public import Forms
internal import Hours
internal import Interface
public import Kernel
internal import Platform
internal import Recurrence
public import Storage

/// The fields of a todo's form.
public enum TodoField: String, FormFieldName {
  case title, colour, notes, day, time, lead, list, repeats, rule
  /// The identifiers of what it is for, which no input shows.
  case event, expense
}

/// The identity of a form: one for new todos, and one for each todo that is edited.
public struct TodoFormName: FormIdentity {
  public typealias Field = TodoField
  public typealias Stored = StoredTodo

  public static let drafts = "todo_drafts"
  public static let columns = ["editing"]
  static let adding = TodoFormName()

  /// Nil for a new todo.
  let editing: UUID?

  init(editing: UUID? = nil) { self.editing = editing }

  public init?(columns: [String: String]) {
    editing = columns["editing"].flatMap { UUID(uuidString: $0) }
    if editing == nil, columns["editing"] != nil { return nil }
  }

  /// Nil for a route that shows no form.
  init?(_ route: Route) {
    switch route.path {
    case TodosPlaces.add.path: editing = nil
    case TodosPlaces.edit.path:
      guard let id = TodosPlaces.id(route) else { return nil }
      editing = id
    default: return nil
    }
  }

  public var columns: [String: String] { editing.map { ["editing": $0.uuidString.lowercased()] } ?? [:] }
  public var isNew: Bool { editing == nil }
  var route: Route { editing.map { TodosPlaces.edit($0) } ?? TodosPlaces.add }

  // MARK: Fields

  public func inputs(_ values: FormValues<TodoField>, at now: Moment) -> [FormInput<TodoField>] {
    let colours = TodoColour.allCases.map { FormOption($0.rawValue, $0.title) }
    let repeats = DayRepeat.allCases.map { FormOption($0.rawValue, $0.title) }
    var inputs: [FormInput<TodoField>] = [
      FormInput(.title, "Title", .text(longest: Todo.longestTitle)) {
        $0.isRequired = true
        $0.missing = "Enter a title."
      },
      FormInput(.day, "Due day", .day) { $0.example = now.day.text },
      FormInput(.time, "Time", .time) {
        $0.hint = "Only if it is due at a time."
        $0.example = "07:30"
      },
      FormInput(
        .lead, "Remind me", .one(TodoLead.options, isFolded: true) { _ in TodoLead.usual }),
      FormInput(.repeats, "Repeats", .one(repeats, isFolded: true) { _ in DayRepeat.never.rawValue }),
    ]
    if values[.repeats] == DayRepeat.rule.rawValue {
      inputs.append(
        FormInput(.rule, "Rule", .text(longest: Todo.longestRule)) {
          $0.isRequired = true
          $0.missing = "Enter a rule, such as FREQ=WEEKLY;BYDAY=MO,TH."
          $0.hint = "A recurrence rule of a calendar (RFC 5545)."
          $0.example = "FREQ=WEEKLY;BYDAY=MO,TH"
        })
    }
    return inputs + [
      FormInput(.list, "List", .text(longest: Todo.longestList)) { $0.example = "Shopping" },
      FormInput(.notes, "Notes", .text(longest: Todo.longestNotes, isLong: true)),
      FormInput(.colour, "Colour", .one(colours, isFolded: true) { _ in TodoColour.blue.rawValue }),
    ]
  }

  public func check(_ form: Form<TodoFormName>, _ reader: inout FormReader<TodoField>) {
    for input in inputs(form.values, at: reader.now) { reader.check(input) }
    _ = TodoContent(reading: &reader)
  }

  // MARK: A stored todo

  public func version(of stored: StoredTodo) -> Version? { stored.version }

  public func values(of stored: StoredTodo, at moment: Moment) -> FormValues<TodoField> {
    let todo = stored.todo
    let way = DayRepeat(of: todo.repeats)
    return FormValues([
      .title: todo.title, .colour: todo.color, .notes: todo.notes ?? "", .day: todo.dueOn?.text ?? "",
      .time: todo.dueTime ?? "", .lead: todo.lead.map { TodoLead.word($0) } ?? "", .list: todo.list ?? "",
      .repeats: way == .never ? "" : way.rawValue,
      .rule: way == .rule ? todo.repeats ?? "" : "", .event: todo.event?.uuidString ?? "",
      .expense: todo.expense?.uuidString ?? "",
    ])
  }
}

/// The content of a todo as a form has it.
public struct TodoContent: Sendable, Equatable {
  private let title: String
  private let color: String
  private let notes: String?
  private let day: CalendarDay?
  private let time: TimeOfDay?
  private let lead: Int?
  private let list: String?
  private let repeats: String?
  private let event: UUID?
  private let expense: UUID?

  /// Days that are taken for a mistake.
  private static let years = 2_000...2_100

  init(reading form: inout FormReader<TodoField>) {
    title = form.text(.title) ?? ""
    color = form.values[.colour].isEmpty ? TodoColour.blue.rawValue : form.values[.colour]
    notes = form.text(.notes)
    list = form.text(.list)
    (event, expense) = (UUID(uuidString: form.values[.event]), UUID(uuidString: form.values[.expense]))
    day = form.day(.day)
    time = form.time(.time)
    if let day, !TodoContent.years.contains(day.year) {
      form.complain(.day, "Choose a day between the years 2000 and 2100.")
    }
    lead = TodoLead.minutes(form.values[.lead])
    let hasDay = !form.values[.day].trimmed.isEmpty
    if time != nil, !hasDay {
      form.complain(.time, "Choose a due day for this time, or leave the time empty.")
    }
    if let lead, let complaint = TodoLead.complaint(lead, hasTime: !form.values[.time].trimmed.isEmpty) {
      form.complain(.lead, complaint)
    }
    if lead != nil, !hasDay { form.complain(.day, "Choose the day on which it is due, to be reminded of it.") }
    let way = DayRepeat(rawValue: form.values[.repeats]) ?? .never
    if way != .never, !hasDay {
      form.complain(.day, "Choose the day from which it repeats.")
    }
    repeats = TodoContent.rule(way, day, &form)
  }

  private static func rule(
    _ way: DayRepeat, _ day: CalendarDay?, _ form: inout FormReader<TodoField>
  ) -> String? {
    guard way == .rule else { return day.flatMap { way.text(from: $0) } }
    guard var rule = form.text(.rule)?.uppercased() else { return nil }
    if rule.hasPrefix("RRULE:") { rule = String(rule.dropFirst(6)) }
    if let complaint = TodoRule.complaint(rule, from: day) { form.complain(.rule, complaint) }
    return rule
  }

  func apply(to todo: inout Todo) {
    (todo.title, todo.color, todo.notes, todo.list) = (title, color, notes, list)
    (todo.dueOn, todo.dueTime, todo.repeats, todo.lead) = (day, time?.text, repeats, lead)
    (todo.event, todo.expense) = (event, expense)
  }
}
