internal import Agenda
internal import Assistant
internal import Conversation
internal import Days
internal import Expenses
internal import Hours
internal import Interface
internal import Kernel
internal import Money
internal import Numbers
internal import Phrases
internal import Platform
internal import ProductKit
internal import Recurrence
internal import Shell
internal import Storage
internal import Todos

/// The assistant in the product: it reads the other features' data, fills their forms, and stands on the home screen.
struct DailyPAAssistant: Sendable {
  private let assistant: Assistant
  private let todos: Todos
  private let agenda: Agenda
  private let expenses: Expenses
  private let time: Time

  init(_ environment: PersonEnvironment, _ todos: Todos, _ agenda: Agenda, _ expenses: Expenses, _ member: Member) {
    (self.todos, self.agenda, self.expenses) = (todos, agenda, expenses)
    let time = environment.context.time
    self.time = time
    var needs = AssistantNeeds { range in
      DailyPAAssistant.data(todos.states.value, agenda.states.value, expenses.states.value, range, time.now())
    }
    needs.events = { agenda.states.value.all(at: time.now()).map { DailyPAAssistant.entry($0) } }
    needs.speech = SpeechPort(environment.windows)
    let model = ModelAccess("assistant-model", function: AssistantFunction.name, environment, member)
    needs.model = model.port(otherwise: .noAssistantModel)
    needs.choice = { () throws(Problem) in try await model.choice() }
    needs.keepChoice = { choice throws(Problem) in try await model.keep(choice) }
    assistant = Assistant(on: environment.context, needs: needs)
  }

  private static func data(
    _ todos: TodosState, _ agenda: AgendaState, _ expenses: ExpensesState, _ range: ClosedRange<CalendarDay>,
    _ now: Moment
  ) -> AssistantData {
    var data = AssistantData()
    data.tasks = todos.all.map { todo in
      AssistantData.Task(
        id: todo.id.uuid, title: todo.title, day: todo.dueOn, time: todo.time, isDone: todo.isDone,
        route: TodosPlaces.todo(todo.id.uuid),
        words: [todo.notes, todo.list].compactMap(\.self).joined(separator: " "))
    }
    data.entries = agenda.entries(in: range, at: now).map { DailyPAAssistant.entry($0) }
    data.spendings = expenses.all.compactMap { expense in
      expense.own.map { money in
        AssistantData.Spending(
          money: money, category: expense.category, title: expense.categoryTitle,
          words: [expense.merchant, expense.description].compactMap(\.self).joined(separator: ", "),
          day: expense.spentOn, route: ExpensesPlaces.entry(expense.id.uuid), more: expense.receiptText ?? "")
      }
    }
    return data
  }

  private static func entry(_ entry: AgendaEntry) -> AssistantData.Entry {
    AssistantData.Entry(
      id: entry.event, title: entry.title, day: entry.day, start: entry.start, end: entry.end,
      isAllDay: entry.isAllDay, isRepeating: entry.isRepeating, route: entry.route,
      words: [entry.place, entry.details].compactMap(\.self).joined(separator: " "))
  }

  // MARK: Windows

  func pages(in window: WindowID) -> [Page] {
    Page.all(
      of: assistant, at: AssistantPlaces.all, in: window, appeared: { .appeared($0) }, left: { .left($0) }
    ) {
      $0.screen($1, in: $2, at: $3)
    }
  }

  /// Puts the line on top of the home screen, with what today holds.
  func adding(to pages: [Page], in window: WindowID) -> [Page] {
    let (assistant, todos, agenda, expenses) = (assistant, todos, agenda, expenses)
    return pages.map { page in
      guard page.place.pattern.matches(TodosPlaces.home) else { return page }
      let whole = page.with(assistant, in: window) { route, surroundings in
        let screen = page.screen(route, surroundings)
        let glance = DailyPAAssistant.glance(
          todos.states.value, agenda.states.value, expenses.states.value, surroundings.now)
        let line = assistant.states.value.line(
          surroundings, at: window, glance: glance, usual: expenses.states.value.usual)
        return screen.opening(with: line.map { assistant.bound($0, in: window) })
      }
      return whole.with(agenda, in: window, whole.screen).with(expenses, in: window, whole.screen)
    }
  }

  /// The contents of today; nil until they are known.
  private static func glance(
    _ todos: TodosState, _ agenda: AgendaState, _ expenses: ExpensesState, _ now: Moment
  ) -> AssistantGlance? {
    guard todos.reading == .done, agenda.reading == .done, expenses.reading == .done else { return nil }
    let words = DateWords(now)
    let open = todos.all.filter { !$0.isDone }
    let entries = agenda.entries(in: now.day...now.day, at: now)
    let next = entries.first { entry in entry.start.map { $0 >= now.clock } ?? false }
    let spent = MoneySums(
      expenses.all.filter {
        $0.spentOn.year == now.day.year && $0.spentOn.month == now.day.month && $0.spentOn <= now.day
      }
      .compactMap(\.own)
    ).all
    let notation = NumberNotation(locale: now.locale)
    return AssistantGlance(
      due: open.count { $0.dueOn == now.day }, overdue: open.count { $0.dueOn.map { $0 < now.day } ?? false },
      event: next.flatMap { entry in entry.start.map { "\(entry.title) at \(words.time($0))" } }, events: entries.count,
      spent: spent.isEmpty ? nil : spent.map { $0.text(notation) }.joined(separator: " and "))
  }

  // MARK: Events

  func eventRoutes(in at: WindowID) -> [EventRoute] {
    let (assistant, todos, agenda) = (assistant, todos, agenda)
    return [
      .from(assistant, in: at) { event, window in
        switch event {
        case .suggested(let suggestion): await open(suggestion, in: window, at)
        case .decided(let suggestions): await add(suggestions, in: at)
        // Several todos that were confirmed come back as decided ones.
        case .confirmed(.add): break
        case .confirmed(.complete(let id, _)): await todos.send(.complete(ID(id)), from: at)
        case .confirmed(.move(let id, _, let day, let time)): await todos.send(.move(ID(id), day, time), from: at)
        case .confirmed(.moveEvent(let id, _, let day, let time)):
          await agenda.send(.reschedule(ID(id), day, time), from: at)
        case .shown(let route): await window.open(route)
        case .planned(let times):
          await todos.send(.arrange(times.map { ArrangedTodo($0.id, on: $0.day, at: $0.time) }), from: at)
          await assistant.send(.arranged(in: at))
        }
      },
      .from(todos, in: at) { event, _ in
        if case .finished(TodosPlaces.add) = event { await assistant.send(.saved(.todo, in: at)) }
      },
      .from(agenda, in: at) { event, _ in
        if case .finished(let routes) = event, routes.contains(AgendaPlaces.new) {
          await assistant.send(.saved(.event, in: at))
        }
      },
      .from(expenses, in: at) { event, _ in
        if case .finished(let routes) = event, routes.contains(ExpensesPlaces.form) {
          await assistant.send(.saved(.expense, in: at))
        }
      },
    ]
  }

  /// Opens the form of the feature that the suggestion is for.
  private func open(_ suggestion: Suggestion, in window: Window, _ at: WindowID) async {
    switch suggested(suggestion) {
    case .todo(let todo):
      await todos.send(.suggest(todo), from: at)
      await window.open(TodosPlaces.add)
    case .event(let event):
      await agenda.send(.suggest(event), from: at)
      await window.open(AgendaPlaces.new)
    case .expense(let expense):
      await expenses.send(.suggest(expense), from: at)
      await window.open(ExpensesPlaces.form)
    }
  }

  /// Has the features add what the person has decided on. Each opens its form for what it cannot add as it is.
  private func add(_ suggestions: [Suggestion], in at: WindowID) async {
    var due: [Todo] = []
    for suggestion in suggestions {
      switch suggested(suggestion) {
      case .todo(let todo): due.append(todo)
      case .event(let event): await agenda.send(.add(event), from: at)
      case .expense(let expense): await expenses.send(.add(expense), from: at)
      }
    }
    if !due.isEmpty { await todos.send(.add(due), from: at) }
  }

  private enum Suggested {
    case todo(Todo)
    case event(CalendarEvent)
    case expense(SuggestedExpense)
  }

  private func suggested(_ suggestion: Suggestion) -> Suggested {
    let now = time.now()
    switch suggestion {
    case .todo(let title, let day, let due, let rule):
      var todo = Todo(id: ID(named: "suggested"), title: title, createdAt: now.date)
      (todo.dueOn, todo.dueTime, todo.repeats) = (day, day == nil ? nil : due?.text, day == nil ? nil : rule)
      return .todo(todo)
    case .event(let title, let start, let end, let rule):
      return .event(DailyPAAssistant.event(title, start, end, rule, now))
    case .expense(let title, let amount, let category, let day, let rule):
      let usual = expenses.states.value.usual
      return .expense(
        SuggestedExpense(
          amount: amount.flatMap { $0.money(usual: usual) }, category: category, day: day, description: title,
          repeats: rule))
    }
  }

  /// An event that takes an hour unless its end was said.
  private static func event(
    _ title: String, _ start: LocalTime, _ end: LocalTime?, _ rule: String?, _ now: Moment
  ) -> CalendarEvent {
    let (id, line) = (ID<CalendarEvent>(named: "suggested"), LinePlace(in: title))
    guard !start.isDay, let begin = PhraseReading.instant(of: start, in: now.zone) else {
      func midnight(_ day: Int) -> Date { Date(timeIntervalSince1970: Double(day) * 86_400) }
      return CalendarEvent(
        id: id, title: line.title, place: line.place, startsAt: midnight(start.day),
        endsAt: midnight(max(end?.day ?? start.day, start.day) + 1),
        isAllDay: true, zone: now.zone.identifier, rule: rule)
    }
    let last = end.flatMap { PhraseReading.instant(of: $0, in: now.zone) } ?? begin.addingTimeInterval(3600)
    return CalendarEvent(
      id: id, title: line.title, place: line.place, startsAt: begin, endsAt: max(last, begin),
      zone: now.zone.identifier, rule: rule)
  }
}
