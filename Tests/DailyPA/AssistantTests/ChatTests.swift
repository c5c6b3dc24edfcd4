import Conversation
import Days
import FoundationEssentials
import Hours
import Interface
import Kernel
import Money
import Permissions
import Phrases
import Testing

@testable import Assistant

@Suite("Conversation of the assistant") struct ChatTests {
  let now = Moment(Moment.date("2026-11-26T10:00:00Z") ?? .distantPast)

  func task(_ title: String, _ day: String?, isDone: Bool = false) -> AssistantData.Task {
    .init(
      id: UUID(), title: title, day: day.flatMap { CalendarDay($0) }, time: nil, isDone: isDone, route: Route(["todos"])
    )
  }

  func entry(_ title: String, _ day: String, _ start: Int?, _ end: Int?) throws -> AssistantData.Entry {
    .init(
      title: title, day: try #require(CalendarDay(day)), start: start.map { .at($0) }, end: end.map { .at($0) },
      route: Route(["calendar"]))
  }

  func answer(_ text: String, _ data: AssistantData = .init()) throws -> ChatAnswer {
    ChatAnswer(to: try ChatQuestion(text, at: now), from: data, at: now)
  }

  @Test("What a failing or a too long recording leaves waits in the field, and is not sent")
  func rescued() {
    let window = WindowID(UUID())
    let problem = Problem("speech-unreachable", "It was not reached.", remedy: "Write.")
    func recording() -> AssistantState {
      var state = AssistantState()
      _ = state.receive(.write("buy"), from: window, at: now)
      _ = state.receive(.dictate(.begin), from: window, at: now)
      _ = state.receive(.dictation(.heardStanding(.granted), in: window), at: now)
      _ = state.receive(.dictation(.partial("milk and"), in: window), at: now)
      return state
    }
    var failing = recording()
    #expect(failing.receive(.dictation(.failed(problem), in: window), at: now).isEmpty)
    #expect(failing.windows[window].message == "buy milk and" && !failing.windows[window].isAnswering)
    var cut = recording()
    let hour = Array(repeating: "milk", count: 9000).joined(separator: " ")
    #expect(cut.receive(.dictation(.heard(hour), in: window), at: now).isEmpty && !cut.windows[window].isAnswering)
    #expect(cut.windows[window].message.count == PhraseReading.longest)
    #expect(cut.windows[window].dictation.phase == .review(isCut: true))
    var whole = recording()
    _ = whole.receive(.dictation(.heard("buy milk"), in: window), at: now)
    #expect(whole.windows[window].isAnswering && whole.windows[window].dictation.phase == .idle)
  }

  @Test("Questions about days read the days that they name")
  func days() throws {
    let day = { (text: String) in CalendarDay(text) ?? .init(number: 0) }
    #expect(try ChatQuestion("what is due tomorrow?", at: now) == .due(day("2026-11-27")...day("2026-11-27")))
    #expect(
      try ChatQuestion("what do I have to do this weekend", at: now) == .due(day("2026-11-28")...day("2026-11-29")))
    #expect(try ChatQuestion("free on Friday?", at: now) == .free(day("2026-11-27")...day("2026-11-27")))
    #expect(try ChatQuestion("overdue?", at: now) == .overdue)
    #expect(try ChatQuestion("food in May", at: now) == .spent("food", day("2026-05-01")...day("2026-05-31")))
    #expect(
      try ChatQuestion("how much did I spend on taxi last month?", at: now)
        == .spent("taxi", day("2026-10-01")...day("2026-10-31")))
    #expect(try ChatQuestion("when is the dentist?", at: now) == .when("dentist"))
    #expect(try ChatQuestion("hello", at: now) == .unclear)
    for text in ["what's on today", "what’s on today"] {
      #expect(try ChatQuestion(text, at: now) == .due(now.day...now.day))
    }
    let year = day("2026-01-01")...day("2026-12-31")
    #expect(try ChatQuestion("total spent in 2026", at: now) == .spent(nil, year))
    #expect(try ChatQuestion("food in 2026", at: now) == .spent("food", year))
  }

  @Test("Whatever is no question is suggested")
  func suggesting() throws {
    #expect(
      try ChatQuestion("buy milk tomorrow", at: now)
        == .suggest(.todo(title: "buy milk", day: CalendarDay("2026-11-27"), time: nil, rule: nil)))
    guard
      case .suggest(.expense(_, let amount, let category, let day, nil)) = try ChatQuestion(
        "spent 20 on lunch", at: now)
    else {
      Issue.record("no expense")
      return
    }
    guard case .suggest(.expense(_, _, _, _, let rule)) = try ChatQuestion("rent 900 EUR every month", at: now) else {
      Issue.record("no expense")
      return
    }
    #expect(rule == "FREQ=MONTHLY")
    #expect(amount == PhraseAmount(minor: 2000, currency: nil) && category == "food" && day.text == "2026-11-26")
  }

  @Test("Open todos and events of the days are listed, done ones are not")
  func due() throws {
    var data = AssistantData()
    data.tasks = [task("Buy milk", "2026-11-27"), task("Old", "2026-11-27", isDone: true), task("Later", "2026-12-27")]
    data.entries = [try entry("Dentist", "2026-11-27", 9, 10)]
    let answer = try answer("what is due tomorrow?", data)
    #expect(answer.text == "1 todo and 1 event tomorrow.")
    #expect(answer.rows.map(\.title) == ["Dentist", "Buy milk"])
    #expect(try self.answer("what is due tomorrow?").text == "Nothing is due and nothing takes place tomorrow.")
    data.tasks = [task("Taxes", "2026-11-01")]
    #expect(try self.answer("overdue", data).text == "1 todo is overdue.")
  }

  @Test("Free time lies between the events of a day")
  func free() throws {
    var data = AssistantData()
    data.entries = [
      try entry("A", "2026-11-27", 9, 10), try entry("B", "2026-11-27", 9, 11), try entry("C", "2026-11-27", 19, 23),
      try entry("D", "2026-11-27", nil, nil),
    ]
    #expect(ChatAnswer.gaps(data.entries).map(\.description) == ["08:00...09:00", "11:00...19:00"])
    #expect(try answer("am I free tomorrow?", data).text.hasSuffix("Free: 08:00 to 09:00, 11:00 to 19:00."))
  }

  @Test("An event that lasts over midnight takes the rest of its first day and the beginning of its last")
  func overnight() throws {
    let friday = [try entry("Trip", "2026-11-27", 14, nil)]
    let saturday = [try entry("Trip", "2026-11-28", nil, 10)]
    #expect(ChatAnswer.gaps(friday).map(\.description) == ["08:00...14:00"])
    #expect(ChatAnswer.gaps(saturday).map(\.description) == ["10:00...20:00"])
    var data = AssistantData()
    data.entries = saturday
    let answer = try answer("free on saturday?", data)
    #expect(answer.rows.map(\.value) == ["Event, until 10:00"] && answer.text.hasSuffix("Free: 10:00 to 20:00."))
    let whole = AssistantData.Entry(
      title: "Trip", day: now.day, start: nil, end: nil, isAllDay: false, route: Route(["calendar"]))
    #expect(ChatAnswer.gaps([whole]).isEmpty)
    let holiday = try entry("Holiday", "2026-11-27", nil, nil)
    #expect(ChatAnswer.gaps([holiday]).map(\.description) == ["08:00...20:00"])
  }

  @Test("Money is summed by currency, exactly, for the category or word that was asked for")
  func spent() throws {
    var data = AssistantData()
    func spending(_ minor: Int, _ currency: Currency, _ category: String, _ words: String, _ day: String) throws
      -> AssistantData.Spending
    {
      .init(
        money: try #require(Money(minor: minor, currency)), category: category, title: category, words: words,
        day: try #require(CalendarDay(day)))
    }
    data.spendings = [
      try spending(10, .euro, "food", "Pizza", "2026-05-01"),
      try spending(20, .euro, "groceries", "Milk", "2026-05-31"),
      try spending(500, .dollar, "food", "Burger", "2026-05-02"),
      try spending(900, .euro, "food", "Late", "2026-06-01"),
      try spending(700, .euro, "transport", "Taxi", "2026-05-03"),
    ]
    let answer = try answer("food in May", data)
    #expect(answer.text == "You spent €0.30 and $5.00 on food from 1 May 2026 to 31 May 2026, in 3 expenses.")
    #expect(try self.answer("how much did I spend on taxi in May?", data).text.hasPrefix("You spent €7.00 on taxi"))
    #expect(try self.answer("rent in May", data).text == "No expense on rent is noted from 1 May 2026 to 31 May 2026.")
  }

  @Test("An event is moved after a question; of a series its page is opened, and of several nothing is guessed")
  func movingEvents() throws {
    var data = AssistantData()
    let id = UUID()
    func event(_ id: UUID, _ title: String, _ day: String, isRepeating: Bool = false) throws -> AssistantData.Entry {
      .init(
        id: id, title: title, day: try #require(CalendarDay(day)), start: .at(9), end: .at(10),
        isRepeating: isRepeating, route: Route(["calendar", "event"], ["id": "\(id)", "on": day]))
    }
    data.entries = [try event(id, "Dentist", "2026-11-27"), try event(UUID(), "Gym", "2026-11-28", isRepeating: true)]
    let friday = try #require(CalendarDay("2026-12-04"))
    let moved = try answer("move dentist to 4 December", data)
    #expect(moved.change == .moveEvent(id, title: "Dentist", day: friday, time: nil))
    #expect(moved.text.hasPrefix("Move “Dentist” to"))
    #expect(
      try answer("move dentist to 4 December at 3pm", data).change
        == .moveEvent(id, title: "Dentist", day: friday, time: .at(15)))
    let series = try answer("move gym to 4 December", data)
    #expect(series.change == nil && series.opens == data.entries[1].route)
    data.tasks = [task("Call the dentist", nil)]
    #expect(
      try answer("move dentist to 4 December", data).change == .moveEvent(id, title: "Dentist", day: friday, time: nil))
    data.entries.append(try event(UUID(), "Dentist", "2026-12-01"))
    let unclear = try answer("move dentist to 4 December", data)
    #expect(unclear.change == nil && unclear.rows.count == 2)
    #expect(
      try answer("move opera to 4 December", data).text
        == "No open todo and no event of the next year is called “opera”.")
  }

  @Test("A change is asked about first, and not guessed among several todos")
  func changes() throws {
    var data = AssistantData()
    data.tasks = [task("Buy milk", "2026-11-27"), task("Buy bread", nil)]
    let milk = data.tasks[0].id
    #expect(try answer("done: buy milk", data).change == .complete(milk, title: "Buy milk"))
    #expect(try answer("mark milk as done", data).change == .complete(milk, title: "Buy milk"))
    let friday = try #require(CalendarDay("2026-12-04"))
    #expect(
      try answer("move buy milk to 4 December", data).change == .move(milk, title: "Buy milk", day: friday, time: nil))
    let unclear = try answer("done: buy", data)
    #expect(unclear.change == nil && unclear.rows.count == 2)
    #expect(try answer("done: nothing", data).text == "No open todo is called “nothing”.")
  }
}

extension ClosedRange<TimeOfDay> {
  var description: String { "\(lowerBound.text)...\(upperBound.text)" }
}
