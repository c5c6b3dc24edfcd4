internal import FoundationEssentials
internal import HTML
internal import Interface
internal import Kernel
internal import Shell

/// All tabs of all browsers. A tab that is no longer displayed is kept for a while, since its page may only be
/// reloading.
actor Tabs {
  private struct Entry {
    let tab: BrowserTab
    let session: BrowserSession
  }

  private let time: Time
  private let most: Int
  private var entries: [BrowserTab.ID: Entry] = [:]
  private var isClosed = false

  /// Seconds for which a tab that is not displayed is kept, and in which a page must connect.
  static let patience: TimeInterval = 600
  private static let loading: TimeInterval = 3
  /// Number of tabs that are not displayed and that one browser may keep.
  private static let mostUnseen = 8

  init(time: Time, most: Int) {
    self.time = time
    self.most = most
  }

  func find(_ id: BrowserTab.ID, of session: BrowserSession) -> BrowserTab? {
    guard let entry = entries[id], entry.session == session else { return nil }
    entry.tab.attendance.note()
    return entry.tab
  }

  /// A tab for a page that names none: one of this browser that is displayed without a script, and otherwise a new one,
  /// since each tab of a browser is a window of its own. A tab of the person that was left is closed first, which frees
  /// its unsaved input for the new one.
  func tab(
    of person: Person, for session: BrowserSession, in region: RegionalSettings = RegionalSettings()
  ) async throws(Problem) -> BrowserTab {
    let now = time.now().date
    let left = unseen(of: session).filter { tab, seen in
      tab.window.person === person && now.timeIntervalSince(seen) > Tabs.loading
    }.map(\.tab)
    if let plain = left.first(where: { !$0.attendance.wasConnected }) {
      plain.attendance.note()
      return plain
    }
    await close(left)
    return try await newTab(of: person, for: session, in: region)
  }

  /// The tab of this browser whose visit to another page ends with the return to this address.
  func tab(returningTo address: String, of session: BrowserSession) async -> BrowserTab? {
    for entry in entries.values where entry.session == session {
      guard let visit = await entry.tab.window.visit, visit.ends(at: address) else { continue }
      entry.tab.attendance.note()
      return entry.tab
    }
    return nil
  }

  func newTab(
    of person: Person, for session: BrowserSession, in region: RegionalSettings = RegionalSettings()
  ) async throws(Problem) -> BrowserTab {
    try check()
    let tab = BrowserTab(
      await person.windowAtOnce(in: region), at: Document.base(of: person.product.id, person.profile), time)
    do throws(Problem) {
      // Other tabs may have been opened meanwhile.
      try check()
    } catch {
      await tab.close()
      throw error
    }
    entries[tab.id] = Entry(tab: tab, session: session)
    await tab.open()
    await closeOldest(of: session)
    return tab
  }

  private func check() throws(Problem) {
    guard !isClosed else { throw ProfileRegistry.closed }
    guard entries.count < most else {
      throw Problem(
        "too-many-tabs", "The limit of \(most) open tabs is reached.", safe: "Nothing was changed.",
        remedy: "Close some of them, and load this page again.")
    }
  }

  private func closeOldest(of session: BrowserSession) async {
    await close(unseen(of: session).dropFirst(Tabs.mostUnseen).map(\.tab))
  }

  /// The tabs of this browser that are not displayed, the most recent first.
  private func unseen(of session: BrowserSession) -> [(tab: BrowserTab, seen: Date)] {
    entries.values.filter { $0.session == session }.compactMap { entry in
      entry.tab.attendance.left.map { (entry.tab, $0) }
    }.sorted { $0.seen > $1.seen }
  }

  /// Closes tabs that have not been displayed for `patience`.
  func sweep() async {
    let now = time.now().date
    let old = entries.values.map(\.tab).filter { tab in
      tab.attendance.left.map { now.timeIntervalSince($0) > Tabs.patience } ?? false
    }
    await close(old)
  }

  func closeAll() async {
    isClosed = true
    await close(entries.values.map(\.tab))
  }

  private func close(_ tabs: [BrowserTab]) async {
    for tab in tabs { entries[tab.id] = nil }
    for tab in tabs { await tab.close() }
  }
}

extension BrowserTab: Identifiable {}
