internal import FoundationEssentials
internal import HTML
internal import Kernel
internal import Shell

/// All tabs of all browsers. One that nobody shows any more is kept for a while, since it may only be loading again.
actor Tabs {
  private struct Entry {
    let tab: Tab
    let session: Session
  }

  private let time: Time
  private let most: Int
  private var entries: [Tab.ID: Entry] = [:]
  private var isClosed = false

  /// How long a tab is kept that nobody shows, and how long a page may take to connect after it was sent.
  static let patience: TimeInterval = 600
  private static let loading: TimeInterval = 3
  /// How many such tabs one browser may leave behind.
  private static let mostUnseen = 8

  init(time: Time, most: Int) {
    self.time = time
    self.most = most
  }

  func find(_ id: Tab.ID, of session: Session) -> Tab? {
    guard let entry = entries[id], entry.session == session else { return nil }
    entry.tab.attendance.note()
    return entry.tab
  }

  /// A tab that this browser left, or that it shows without a script; else a new one.
  func tab(of person: Person, for session: Session) async throws(Problem) -> Tab {
    let now = time.now().date
    let left = unseen(of: session).first { tab, seen in
      tab.window.person === person && now.timeIntervalSince(seen) > Tabs.loading
    }
    if let left {
      left.tab.attendance.note()
      return left.tab
    }
    return try await newTab(of: person, for: session)
  }

  func newTab(of person: Person, for session: Session) async throws(Problem) -> Tab {
    try check()
    let tab = Tab(await person.windowAtOnce(), at: Document.base(of: person.product.id, person.profile), time)
    do throws(Problem) {
      // Others came while the window was opened.
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
        "too-many-tabs", "\(most) tabs are open, which is as many as there can be.", safe: "Nothing was changed.",
        remedy: "Close some of them, and load this page again.")
    }
  }

  private func closeOldest(of session: Session) async {
    await close(unseen(of: session).dropFirst(Tabs.mostUnseen).map(\.tab))
  }

  /// What this browser shows nowhere, the last seen first.
  private func unseen(of session: Session) -> [(tab: Tab, seen: Date)] {
    entries.values.filter { $0.session == session }.compactMap { entry in
      entry.tab.attendance.left.map { (entry.tab, $0) }
    }.sorted { $0.seen > $1.seen }
  }

  /// Closes what nobody has shown for long.
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

  private func close(_ tabs: [Tab]) async {
    for tab in tabs { entries[tab.id] = nil }
    for tab in tabs { await tab.close() }
  }
}

extension Tab: Identifiable {}
