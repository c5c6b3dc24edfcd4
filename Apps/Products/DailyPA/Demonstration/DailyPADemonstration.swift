internal import Agenda
internal import Days
internal import Expenses
internal import Kernel
internal import Platform
internal import ProductKit
internal import Shell
internal import Storage
internal import Todos

extension Demonstration {
  static let dailypa = Demonstration(
    fill: { store, moment throws(Problem) in try await DailyPADemonstration(store).fill(to: moment) },
    isThere: { store throws(Problem) in try await DailyPADemonstration.isThere(in: store) },
    remove: { store throws(Problem) in try await DailyPADemonstration(store).remove() })
}

/// A fictional person with a year of todos, events and expenses in three currencies, and ten receipts with their pictures, to
/// see the product before using it. All of it can be removed.
struct DailyPADemonstration: Sendable {
  /// Days before the one on which the data are made.
  static let days = 364

  private let store: Store
  private let todos: DemonstrationShelf<Todo>
  private let events: DemonstrationShelf<CalendarEvent>
  private let expenses: DemonstrationShelf<Expense>
  private let budgets: DemonstrationShelf<ExpenseBudget>
  private let pictures: Collection<ReceiptPicture>
  private let marks: Collection<DailyPADemonstrationMark>

  init(_ store: Store) async throws(Problem) {
    self.store = store
    todos = try await DemonstrationShelf(store)
    events = try await DemonstrationShelf(store)
    expenses = try await DemonstrationShelf(store)
    budgets = try await DemonstrationShelf(store)
    pictures = try await store.collection(ReceiptPicture.self, .local)
    marks = try await store.collection(DailyPADemonstrationMark.self, .local)
  }

  static func isThere(in store: Store) async throws(Problem) -> Bool {
    try await store.collection(DailyPADemonstrationMark.self, .local).record(DailyPADemonstrationMark.id) != nil
  }

  // MARK: Filling

  /// Adds the data; a second call adds the expenses of the days since the first.
  func fill(to moment: Moment) async throws(Problem) {
    guard try await store.heading().epoch == nil else {
      throw Problem(
        "has-server", "This profile is kept on a server, which is no place for somebody who does not exist.",
        safe: "Nothing was changed.", remedy: "Open a profile of its own for the demonstration.")
    }
    let known = try await marks.record(DailyPADemonstrationMark.id)
    var mark = known ?? DailyPADemonstrationMark(made: moment.day, last: moment.day, zone: moment.zone.identifier)
    mark.last = max(mark.last, moment.day)
    // Saved first, so that an interrupted fill can be removed.
    try await marks.save(mark, over: .anything)
    let (ledger, plans) = (DemonstratedLedger(mark), DemonstratedPlans(mark))
    // Pictures first, so that no expense is shown without its own.
    for receipt in ledger.receipts {
      if try await pictures.record(receipt.picture) != nil { continue }
      // Where no picture can be drawn, the expense says that its picture is elsewhere.
      guard let bytes = await receipt.jpeg() else { break }
      let picture = ReceiptPicture(id: receipt.picture, bytes: Data(bytes), at: moment.date)
      try await pictures.save(picture, over: .anything)
    }
    try await expenses.put(ledger.expenses)
    try await budgets.put(ledger.budgets)
    try await events.put(plans.events)
    // Todos that were completed meanwhile are as they were again, but for those that the person has changed.
    if known == nil { try await todos.put(plans.todos) }
  }

  // MARK: Removing

  /// Removes all demonstration data. Entries made by the person stay, and their edits of demonstration records go with the
  /// records.
  func remove() async throws(Problem) {
    guard let mark = try await marks.record(DailyPADemonstrationMark.id) else { return }
    let (ledger, plans) = (DemonstratedLedger(mark), DemonstratedPlans(mark))
    var made = plans.todos.map(\.id)
    // Those that followed when a repeating one was completed.
    for todo in plans.todos where todo.repeats != nil {
      var next = todo.follower
      while try await todos.collection.record(next) != nil, made.count < 10_000 {
        made.append(next)
        next = Todo(id: next, title: "", createdAt: .distantPast).follower
      }
    }
    let (spent, dates) = (ledger.expenses.map(\.id.uuid), plans.events.map(\.id.uuid))
    let all = Set(made.map(\.uuid) + spent + dates + ledger.budgets.map(\.id.uuid))
    let versions = try await DemonstrationShelf<RecordVersion>(store, .owned(.background))
    let told = try await versions.collection.records().filter { all.contains($0.record) }.map(\.id.uuid)
    let discarded = all.union(told)
    for change in try await store.outbox.changes(limit: Bounds.rows) where discarded.contains(change.id) {
      try await store.outbox.discard(change.op)
    }
    try await versions.takeOut(told)
    try await todos.takeOut(made.map(\.uuid))
    try await events.takeOut(dates)
    try await expenses.takeOut(spent)
    try await budgets.takeOut(ledger.budgets.map(\.id.uuid))
    for receipt in ledger.receipts { try await pictures.delete(receipt.picture) }
    // Deleted last, so that an interrupted removal can be resumed.
    try await marks.delete(DailyPADemonstrationMark.id)
  }
}

/// Records that a store contains the demonstration, for which days, and in which zone its events are. It stays on the device.
struct DailyPADemonstrationMark: Kept {
  static let collection = "dailypa_demonstration"

  let made: CalendarDay
  var last: CalendarDay
  let zone: String

  var id: ID<DailyPADemonstrationMark> { DailyPADemonstrationMark.id }
  var when: Date { Date(timeIntervalSince1970: 0) }
  var timeZone: TimeZone { TimeZone(identifier: zone) ?? .gmt }
  var first: CalendarDay { made.following(-DailyPADemonstration.days) }

  static var id: ID<DailyPADemonstrationMark> { ID(named: "mark") }

  private enum CodingKeys: String, CodingKey { case made, last, zone }
}

/// A source of chance for one day and topic. The same day gives the same numbers, whatever else is drawn.
struct DemonstratedChance {
  private var random: Seeded

  init(_ day: CalendarDay, _ topic: UInt64) {
    var mixed = Seeded(UInt64(bitPattern: Int64(day.number)) &* 0x9E37_79B9_7F4A_7C15)
    random = Seeded(mixed.next() ^ topic &* 0xD1B5_4A32_D192_ED03)
  }

  mutating func whole(_ range: ClosedRange<Int>) -> Int {
    range.lowerBound + Int(random.next() % UInt64(range.count))
  }

  /// Whether something happens that happens so many times in a hundred.
  mutating func happens(_ percent: Int) -> Bool { whole(1...100) <= percent }

  mutating func pick<Item>(_ first: Item, _ items: Item...) -> Item {
    let place = whole(0...items.count)
    return place == 0 ? first : items[place - 1]
  }
}
