import Days
import FeatureTesting
import Forms
import Foundation
import Interface
import Kernel
import Money
import Storage
import Testing

@testable import Expenses

/// A person's expenses in a test environment, seen from one window.
final class ExpensesBench: FeatureHarness {
  let environment: TestEnvironment
  let expenses: Expenses
  let recorder: EventRecorder<ExpensesEvent>
  let window: WindowID
  /// The files that can be read, by their paths.
  let files: Locked<[String: String]>
  /// The files that were handed out, and whether they are saved.
  let handed = Locked<[OutgoingFile]>([])

  /// Uses a new store, or that of another bench, as after a restart or in another window.
  init(over other: ExpensesBench? = nil, _ change: (inout ExpensesNeeds) -> Void = { _ in }) async throws {
    environment = try await TestEnvironment(over: other?.environment)
    let (files, handed) = (other?.files ?? Locked([:]), handed)
    self.files = files
    var needs = ExpensesNeeds(environment.store) { file, _, answered in
      handed.withLock { $0.append(file) }
      await answered(.saved(as: "\(file.name)"))
    }
    needs.bytes = { path throws(Problem) in
      guard let text = files.withLock({ $0[path] }) else { throw ExpenseFile.missing }
      return Array(text.utf8)
    }
    change(&needs)
    expenses = Expenses(on: environment.context, needs: needs)
    recorder = EventRecorder(expenses.events)
    window = environment.context.identifiers.next()
    await send(.begin)
  }

  var feature: Expenses { expenses }

  // MARK: Acting

  func `do`(_ action: ExpensesWindowAction, at other: WindowID? = nil) async {
    await send(action, from: other ?? window)
  }

  @discardableResult func tap(
    _ label: String, at route: Route = ExpensesPlaces.home, _ verb: Verb = .activate, _ entry: Entry = .none,
    sourceLocation: SourceLocation = #_sourceLocation
  ) async -> Bool {
    await perform(label, verb, entry, in: nodes(route), from: window, sourceLocation: sourceLocation)
  }

  func fill(_ fields: [ExpenseField: String]) async { await fill(.add, fields) }

  func fill(_ form: ExpenseForm, _ fields: [ExpenseField: String], at other: WindowID? = nil) async {
    for (field, text) in fields.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
      await self.do(.form(.fill(form, field, text)), at: other)
    }
  }

  /// Adds an expense by its form.
  func add(
    _ amount: String, _ merchant: String = "", category: ExpenseCategory = .food, day: String? = nil,
    currency: String = "EUR"
  ) async {
    // Identifiers of one millisecond are in no order.
    await advance(.seconds(1))
    await self.do(.appeared(ExpenseForm.add.route))
    var fields: [ExpenseField: String] = [
      .amount: amount, .category: category.rawValue, .currency: currency, .merchant: merchant,
    ]
    fields[.day] = day
    await fill(fields)
    await self.do(.form(.save(.add)))
    await self.do(.left(ExpenseForm.add.route))
  }

  /// Reads a text as an uploaded file.
  func choose(_ text: String, as name: String = "bank.csv") async {
    files.withLock { $0["/upload/\(name)"] = text }
    await self.do(.file(.hand(path: "/upload/\(name)", name: name)))
  }

  /// Rows that come from the server or another device.
  func take(_ all: [Expense]) async throws {
    let collection = try await store.collection(Expense.self, .owned(.entered))
    try await collection.take(
      all.enumerated().map { Pulled(id: $1.id.uuid, rev: "\($0 + 1)", fields: try $1.fields()) }, cursor: nil)
    await send(.changed)
  }

  // MARK: Seeing

  func screen(
    _ route: Route = ExpensesPlaces.home, locale: String? = nil, at other: WindowID? = nil
  ) -> Screen<ExpensesWindowAction> {
    state.screen(route, in: Surroundings(now: clock.time.now(), locale: locale), at: other ?? window)
  }

  func nodes(_ route: Route = ExpensesPlaces.home, locale: String? = nil) -> [Node<ExpensesWindowAction>] {
    screen(route, locale: locale).all
  }

  func node(_ label: String, at route: Route = ExpensesPlaces.home) -> Node<ExpensesWindowAction>? {
    nodes(route).node(labelled: label)
  }

  func sees(_ part: String, at route: Route = ExpensesPlaces.home) -> Bool {
    nodes(route).contains { $0.label.contains(part) || $0.value?.contains(part) == true }
  }

  /// The list as it is shown: each day with its sum, and below it the rows, each with its amount and its second line.
  var shown: [String] {
    screen().nodes.filter { $0.id.hasPrefix("day-") }.flatMap { section in
      ["# \(section.id.dropFirst(4)) \(section.children.first { $0.role == .note }?.label ?? "")"]
        + section.all.filter { $0.role == .listitem }.map { row in
          let amount = row.children.first { $0.id.hasSuffix(".amount") }?.label ?? ""
          return "\(row.label): \(amount), \(row.value ?? "")"
        }
    }
  }

  func stored() async throws -> [Expense] {
    try await store.collection(Expense.self, .owned(.entered)).records()
  }

  var toasts: [String] {
    events.compactMap {
      switch $0 {
      case .told(let toast), .offered(let toast, _): toast.text
      default: nil
      }
    }
  }

  /// Does what the newest message offers to take back.
  func undoLast() async throws {
    let undo = try #require(
      events.compactMap { if case .offered(_, let undo) = $0 { undo } else { nil } }.last)
    await self.do(undo)
  }

  static func day(_ text: String) -> CalendarDay { CalendarDay(text) ?? CalendarDay(number: 0) }
}
