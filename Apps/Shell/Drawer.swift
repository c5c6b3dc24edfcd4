internal import FoundationEssentials
public import Kernel
internal import Storage

/// Where a person's features keep a few small things by name.
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

  /// Records of the person's store: sealed, on the disk when `keep` returns, and never on a server.
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

/// One small thing in a drawer. Its identifier is made from its name, so that there is one of each name.
struct DrawerItem: Kept {
  static let collection = "drawer"
  let name: String
  let bytes: Data
  let at: Date
  var id: ID<DrawerItem> { ID(named: name) }
  var when: Date { at }
}
