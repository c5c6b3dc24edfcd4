internal import Days
internal import Kernel
internal import Platform
internal import ProductKit
internal import Shell
internal import SoberDays
internal import Sobriety
internal import Storage

extension Demonstration {
  static let volvox = Demonstration(
    fill: { store, moment throws(Problem) in try await VolvoxDemonstration(store).fill(to: moment) },
    isThere: { store throws(Problem) in try await VolvoxDemonstration.isThere(in: store) },
    remove: { store throws(Problem) in try await VolvoxDemonstration(store).remove() })
}

/// A fictional person who is sober for 87 days, with one slip before, and whom a sponsor accompanies, to see the product before using it. All of it can be
/// removed.
struct VolvoxDemonstration: Sendable {
  private let store: Store
  private let records: DemonstrationShelf<SobrietyRecord>
  private let reflections: DemonstrationShelf<Reflection>
  private let milestones: DemonstrationShelf<MilestoneRecord>
  private let checkIns: DemonstrationShelf<CheckIn>
  private let plans: DemonstrationShelf<SobrietyPlan>
  private let marks: Collection<VolvoxDemonstrationMark>

  /// The days between the first start and the slip, and from the slip to the day on which the data are made.
  static let (before, since) = (75, 87)

  init(_ store: Store) async throws(Problem) {
    self.store = store
    records = try await DemonstrationShelf(store)
    reflections = try await DemonstrationShelf(store)
    milestones = try await DemonstrationShelf(store)
    checkIns = try await DemonstrationShelf(store)
    plans = try await DemonstrationShelf(store)
    marks = try await store.collection(VolvoxDemonstrationMark.self, .local)
  }

  static func isThere(in store: Store) async throws(Problem) -> Bool {
    try await store.collection(VolvoxDemonstrationMark.self, .local).record(VolvoxDemonstrationMark.id) != nil
  }

  // MARK: Filling

  /// Adds the data; a second call adds the days since the first.
  func fill(to moment: Moment) async throws(Problem) {
    guard try await store.heading().epoch == nil else {
      throw Problem(
        "has-server", "This profile is kept on a server, which is no place for somebody who does not exist.",
        safe: "Nothing was changed.", remedy: "Open a profile of its own for the demonstration.")
    }
    let made = try await marks.record(VolvoxDemonstrationMark.id)?.made ?? moment.day
    let last = max(made, moment.day)
    // Saved first, so that an interrupted fill can be removed.
    try await marks.save(VolvoxDemonstrationMark(made: made, last: last), over: .anything)
    let person = VolvoxDemonstrationPerson(made: made)
    try await records.put(person.records)
    try await milestones.put(person.milestones)
    try await plans.put([person.plan])
    try await checkIns.put(person.checkIns(to: moment))
    try await reflections.put(person.reflections)
    try await DemonstrationPair(made: made).fill(store)
  }

  // MARK: Removing

  /// Removes all demonstration data. Entries made by the person stay, and their edits of demonstration records go with
  /// the records.
  func remove() async throws(Problem) {
    guard let mark = try await marks.record(VolvoxDemonstrationMark.id) else { return }
    let person = VolvoxDemonstrationPerson(made: mark.made)
    let entries = Set(person.records.map(\.id.uuid))
    // Corrections of its entries, and milestones that were reached while it was there, mean nothing without it.
    let corrections = try await records.collection.records().filter { $0.corrects.map(entries.contains) ?? false }
    let reached = try await milestones.collection.records().filter { entries.contains($0.sobrietyRecord) }
    let checked = person.checkIns(to: Moment(mark.last.noon)).map(\.id.uuid)
    let all = entries.union(corrections.map(\.id.uuid)).union(reached.map(\.id.uuid)).union(checked)
      .union(person.reflections.map(\.id.uuid)).union([person.plan.id.uuid])
    for change in try await store.outbox.changes(limit: Bounds.rows) where all.contains(change.id) {
      try await store.outbox.discard(change.op)
    }
    // The ledger first: without it no milestone is told again meanwhile.
    try await records.takeOut(corrections.map(\.id.uuid) + entries)
    try await milestones.takeOut(reached.map(\.id.uuid))
    try await reflections.takeOut(person.reflections.map(\.id.uuid))
    try await checkIns.takeOut(checked)
    try await plans.takeOut([person.plan.id.uuid])
    try await DemonstrationPair.remove(from: store)
    // Deleted last, so that an interrupted removal can be resumed.
    try await marks.delete(VolvoxDemonstrationMark.id)
  }
}

/// Records that a store contains the demonstration, and for which days. It stays on the device.
struct VolvoxDemonstrationMark: Kept {
  static let collection = "volvox_demonstration"

  let made: CalendarDay
  let last: CalendarDay

  var id: ID<VolvoxDemonstrationMark> { VolvoxDemonstrationMark.id }
  var when: Date { Date(timeIntervalSince1970: 0) }

  static var id: ID<VolvoxDemonstrationMark> { ID(named: "mark") }

  private enum CodingKeys: String, CodingKey { case made, last }
}

extension CalendarDay {
  var noon: Date { Date(timeIntervalSince1970: Double(number) * 86_400 + 43_200) }
}
