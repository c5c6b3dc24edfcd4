internal import ConnectedApps
internal import Entitlement
internal import HealthProviders
internal import HealthSync
internal import Interface
internal import Kernel
internal import ProductKit
internal import Shell
internal import Storage

/// Whether the demonstration is in a person's store, and what follows from it while it is.
struct DemonstratedPerson: Sendable {
  private let sign: DemonstrationSign
  private let shown: Current<SyncWellDemonstrationMark?>.Source
  private let marks: Shelf<SyncWellDemonstrationMark>
  private let records: Shelf<DemonstratedRecord>
  private let time: Time

  init(_ environment: PersonEnvironment) {
    let shown = Current<SyncWellDemonstrationMark?>.Source(nil)
    self.shown = shown
    let marks = Shelf<SyncWellDemonstrationMark>(environment.store, .local)
    self.marks = marks
    records = Shelf(environment.store, .local)
    time = environment.context.time
    sign = DemonstrationSign(
      .syncwell, in: environment,
      words: .init(
        notice: "Demo data with all of Pro. Nothing is sent.",
        question: "Remove all demo data? The made-up apps and all syncs between them are removed. Your settings stay.")
    ) { shown.publish(await DemonstratedPerson.mark(marks)) }
  }

  var isThere: Bool { shown.current.value != nil }
  var changes: Current<SyncWellDemonstrationMark?> { shown.current }
  var banner: Banner { sign.banner }

  /// Every feature of Pro is open while it is there.
  static let rights: Set<Entitlement> = [.syncs, .pro, .historicalSync, .conflictResolution]

  func port(_ app: String) -> HealthPort? {
    let time = time
    return shown.current.value.flatMap { DemonstratedApps(mark: $0) { time.now().date }.port(app, records) }
  }

  private static func mark(_ marks: Shelf<SyncWellDemonstrationMark>) async -> SyncWellDemonstrationMark? {
    let mark = (try? await marks.collection().record(SyncWellDemonstrationMark.id)) ?? nil
    return mark?.isWhole == true ? mark : nil
  }

  /// Reads whether it is there.
  func look() async {
    await sign.look()
    let mark = await DemonstratedPerson.mark(marks)
    if mark != shown.current.value { shown.publish(mark) }
  }

  /// Looks again whenever it was added or removed.
  func following() async { for await _ in marks.changes() { await look() } }
}
