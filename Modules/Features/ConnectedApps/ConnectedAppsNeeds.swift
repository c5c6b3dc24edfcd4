public import HTTP
public import Kernel
internal import OAuthClient
public import Platform
public import Storage

/// The dependencies of connected apps: the network, the browser, the device's own dialogs, and what hangs on an account.
/// Accounts and tokens are kept in the person's store.
public struct ConnectedAppsNeeds: Sendable {
  let store: Store
  /// Sends a request to a provider.
  public var ask: @Sendable (Outgoing) async throws(Problem) -> Incoming
  /// The address to which a window's browser returns; nil for a window whose front end opens no pages.
  public var callback: @Sendable (WindowID) async -> String?
  /// Asks for access in a dialog of the device. Returns false when the person declined.
  public var permit: @Sendable (ConnectedApp.ID, WindowID) async throws(Problem) -> Bool
  /// Deletes everything that uses an account, before its credentials are deleted. It may be called twice.
  public var release: @Sendable (ConnectedApp.ID) async throws(Problem) -> Void
  /// Has another account take over everything that used one that has ended. It may be called twice.
  public var handOver: @Sendable (_ from: ConnectedApp.ID, _ to: ConnectedApp.ID) async throws(Problem) -> Void
  /// Brings over what an account has recorded since its last delivery; nil for a product whose own feature syncs. It may be
  /// called again for what was delivered already.
  public var deliver: (@Sendable (ConnectedApp.ID, _ since: Date?) async throws(Problem) -> Void)?

  public init(
    _ store: Store, ask: @escaping @Sendable (Outgoing) async throws(Problem) -> Incoming,
    callback: @escaping @Sendable (WindowID) async -> String?,
    permit: @escaping @Sendable (ConnectedApp.ID, WindowID) async throws(Problem) -> Bool = { _, _ throws(Problem) in
      throw .noDeviceDialog
    },
    release: @escaping @Sendable (ConnectedApp.ID) async throws(Problem) -> Void = { _ throws(Problem) in },
    handOver: @escaping @Sendable (_ from: ConnectedApp.ID, _ to: ConnectedApp.ID) async throws(Problem) -> Void = {
      _, _ throws(Problem) in
    }
  ) {
    self.store = store
    self.ask = ask
    self.callback = callback
    self.permit = permit
    self.release = release
    self.handOver = handOver
  }

  /// The collections of accounts. None of them belongs in an archive: access to an account stays on its device.
  public static let collections = [AppAccount.collection, AppTokens.collection, AppVisit.collection]
}

/// The records of connected apps.
struct AppShelves: Sendable {
  let accounts: Shelf<AppAccount>
  let tokens: Shelf<AppTokens>
  let visits: Shelf<AppVisit>

  init(_ store: Store) {
    accounts = Shelf(store, .local)
    tokens = Shelf(store, .local)
    visits = Shelf(store, .local)
  }

  /// Opens the collections, so that a later change of several of them finds them.
  private func opened() async throws(Problem) -> (Collection<AppAccount>, Collection<AppTokens>) {
    (try await accounts.collection(), try await tokens.collection())
  }

  func load() async throws(Problem) -> [AppAccount] { try await accounts.collection().records(newest: 200) }

  func keep(_ account: AppAccount) async throws(Problem) {
    try await accounts.collection().save(account, over: .anything)
  }

  func tokens(of app: ConnectedApp.ID) async throws(Problem) -> OAuthTokens? {
    try await tokens.collection().record(ID(named: app.rawValue))?.tokens
  }

  func keep(_ new: OAuthTokens, of app: ConnectedApp.ID, at now: Date) async throws(Problem) {
    try await tokens.collection().save(AppTokens(app: app, at: now, tokens: new), over: .anything)
  }

  /// Deletes the credentials of an account, and the account itself unless it is left as a reminder, in one transaction.
  func forget(_ account: AppAccount, leaving reminder: AppAccount?) async throws(Problem) {
    let (accounts, tokens) = try await opened()
    try await self.accounts.write { batch throws(Problem) in
      try batch.delete(ID<AppTokens>(named: account.app.rawValue), in: tokens)
      if let reminder {
        try batch.save(reminder, over: .anything, in: accounts)
      } else {
        try batch.delete(account.id, in: accounts)
      }
    }
  }

  /// The consents that are still awaited. Older ones are dropped.
  func awaited(at now: Date) async throws(Problem) -> [AppVisit] {
    let collection = try await visits.collection()
    var awaited: [AppVisit] = []
    for visit in try await collection.records(newest: 100) {
      if now < visit.authorization.expires, awaited.count < AppVisit.most {
        awaited.append(visit)
      } else {
        try await collection.delete(visit.id)
      }
    }
    return awaited
  }

  func keep(_ visit: AppVisit, at now: Date) async throws(Problem) {
    try await visits.collection().save(visit, over: .anything)
    _ = try await awaited(at: now)
  }

  /// Takes a consent out, so that its return is accepted once.
  func take(_ state: String) async throws(Problem) -> AppVisit? {
    let collection = try await visits.collection()
    guard let visit = try await collection.record(AppVisit.id(state)) else { return nil }
    try await collection.delete(visit.id)
    return visit
  }
}

extension Problem {
  public static let noDeviceDialog = Problem(
    "no-device-dialog", "This device has no such health store.", safe: "Nothing was connected.",
    remedy: "Connect it in the app on your phone.")
  /// The permission of a device's own store was withdrawn in the settings of the device.
  public static let accessEnded = Problem(
    "app-access-ended", "The access was ended in the settings of this device.", safe: "What was read before is kept.",
    remedy: "Allow it there, then reconnect it.")
  static let noBrowserToAsk = Problem(
    "no-browser-here", "This front end opens no pages in a browser.", safe: "Nothing was connected.",
    remedy: "Use the app in a browser, or on your phone.")
  static let declined = Problem(
    "app-declined", "The access was declined.", safe: "Nothing was connected.",
    remedy: "Allow it in the settings of this device, then try again.")
  static let foreignVisit = Problem(
    "app-foreign", "This page belongs to no connection that began here, or it was used already.",
    safe: "Nothing was connected.", remedy: "Connect again.")
  static let notOffered = Problem(
    "app-unknown", "This app is not connected.", safe: "Nothing was sent.", remedy: "Connect it first.")
}
