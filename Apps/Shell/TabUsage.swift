internal import Kernel
internal import Navigation
internal import Platform

/// Counts how often each tab was chosen, as one sum for each month and all windows of a person. It stays on the device, and
/// tells neither when a tab was chosen nor from where.
actor TabUsage {
  /// The stored form, version 1. What cannot be read counts from zero.
  private struct Kept: Codable {
    static let version = 1

    let version: Int
    /// By month, such as "2026-11", then by tab.
    var months: [String: [String: Int]]
  }

  /// Number of months that are kept, the newest.
  static let mostMonths = 12
  static let name = "tab-usage"

  private let drawer: Drawer
  private let tabs: Set<Tab.ID>
  private let log: Log
  private var months: [String: [Tab.ID: Int]]?

  init(_ tabs: [Tab.ID], in drawer: Drawer, log: Log) {
    self.tabs = Set(tabs)
    self.drawer = drawer
    self.log = log.from("TabUsage")
  }

  init(of product: Product, in drawer: Drawer, log: Log) {
    self.init(([product.home] + product.tabs).map(\.id), in: drawer, log: log)
  }

  /// Counts one choice of a tab. A count that cannot be stored is lost with the process, and nothing else.
  func count(_ tab: Tab.ID, at now: Moment) async {
    guard tabs.contains(tab) else { return }
    if months == nil { months = await loaded() }
    // Another window may have counted while this one loaded.
    months?[TabUsage.month(of: now), default: [:]][tab, default: 0] += 1
    let newest = (months ?? [:]).sorted { $0.key > $1.key }.prefix(TabUsage.mostMonths)
    let kept = Dictionary(newest.map { ($0.key, $0.value) }, uniquingKeysWith: { first, _ in first })
    months = kept
    do {
      try await drawer.keep(
        TabUsage.name, Array(TabUsage.encoder.encode(Kept(version: Kept.version, months: kept))))
    } catch {
      log.warning("The use of the tabs could not be stored.")
    }
  }

  /// The sums of a month by tab.
  func sums(of moment: Moment) async -> [Tab.ID: Int] {
    if months == nil { months = await loaded() }
    return months?[TabUsage.month(of: moment)] ?? [:]
  }

  private func loaded() async -> [String: [Tab.ID: Int]] {
    guard let bytes = try? await drawer.load(TabUsage.name),
      let kept = try? JSONDecoder().decode(Kept.self, from: Data(bytes)), kept.version == Kept.version
    else { return months ?? [:] }
    return months ?? kept.months
  }

  private static func month(of moment: Moment) -> String { String(moment.text.prefix(7)) }

  private static var encoder: JSONEncoder {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys]
    return encoder
  }
}
