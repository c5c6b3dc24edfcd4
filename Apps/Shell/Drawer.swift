public import Kernel
internal import Platform
internal import Storage

/// A key-value store for small values of a person's features.
public struct Drawer: Sendable {
  public let load: @Sendable (_ name: String) async throws(Problem) -> [UInt8]?
  public let keep: @Sendable (_ name: String, _ bytes: [UInt8]) async throws(Problem) -> Void

  public init(
    load: @escaping @Sendable (_ name: String) async throws(Problem) -> [UInt8]?,
    keep: @escaping @Sendable (_ name: String, _ bytes: [UInt8]) async throws(Problem) -> Void
  ) {
    self.load = load
    self.keep = keep
  }

  /// Keeps the values as records of the person's store: encrypted, on disk when `keep` returns, and never sent to a
  /// server.
  init(_ store: Store, _ time: Time) {
    let shelf = Shelf<DrawerItem>(store, .local)
    self.init(
      load: { name throws(Problem) in try await shelf.collection().record(ID(named: name)).map { Array($0.bytes) } },
      keep: { name, bytes throws(Problem) in
        let item = DrawerItem(name: name, bytes: Data(bytes), at: time.now().date)
        try await shelf.collection().save(item, over: .anything)
      })
  }
}

extension Drawer {
  /// The collection of the values. None of them belongs in an archive: they include how the person is signed in.
  package static let collection = DrawerItem.collection

  /// Values of earlier versions that nothing reads any more. `tab-usage` counted the choices of tabs without a consent.
  static let retired = ["tab-usage"]

  /// Deletes the values of earlier versions. What cannot be deleted now is deleted at the next start.
  static func removeRetired(from store: Store, log: Log) async {
    do throws(Problem) {
      let items = try await Shelf<DrawerItem>(store, .local).collection()
      for name in retired { try await items.delete(ID(named: name)) }
    } catch {
      log.warning("Values of an earlier version were not removed (\(code: error)).")
    }
  }
}

/// One value of a `Drawer`. Its identifier is derived from its name, so that names are unique.
struct DrawerItem: Kept {
  static let collection = "drawer"
  let name: String
  let bytes: Data
  let at: Date
  var id: ID<DrawerItem> { ID(named: name) }
  var when: Date { at }
}
