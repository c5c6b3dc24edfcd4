public import Kernel
package import Platform
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
  /// The collection of the values, and those among them that are about the person rather than this device. Only they
  /// belong in an archive: the others include how the person is signed in.
  package static let portable: (collection: String, records: Set<UUID>) = (
    DrawerItem.collection, [ID<DrawerItem>(named: TabUsage.name).uuid]
  )
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
