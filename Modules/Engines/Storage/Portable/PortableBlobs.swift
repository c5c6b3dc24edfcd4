public import Kernel

extension Blob {
  /// The name of the file in an archive; a record refers to it with this text.
  public var portableName: String { hex }

  /// Whether this is what a file in an archive can be called.
  public static func isPortable(_ name: String) -> Bool { Blob.name(name) != nil }
}

extension Blobs {
  /// All pictures and files, oldest first.
  public func all() async throws(Problem) -> [Blob] {
    try await store.keeper.read { ledger throws(Problem) in
      try ledger.tables.blobs().map { Blob(name: $0.name, size: $0.size) }
    }
  }
}
