internal import JSON
public import Kernel
public import Platform

extension Store {
  /// Stores a `RecordVersion` with every later change that this device makes to a record of these collections, in the
  /// transaction of the change. A version that comes from another device brings its own.
  public func keepVersions(
    of collections: Set<String>, by author: @escaping @Sendable () -> VersionAuthor
  ) async throws(Problem) {
    let target = try await collection(RecordVersion.self, .owned(.background)).registered
    let keeping = VersionKeeping(collections: collections, target: target, author: author)
    try await keeper.write { ledger throws(Problem) in ledger.versions = keeping }
  }

  /// The identifier of this device in the versions that it makes.
  public func versionOrigin() async throws(Problem) -> UUID {
    try await keeper.write { ledger throws(Problem) in try ledger.device() }
  }
}

/// The collections whose versions a store keeps.
struct VersionKeeping: Sendable {
  let collections: Set<String>
  let target: Registered
  let author: @Sendable () -> VersionAuthor
}

extension Ledger {
  func isVersioned(_ collection: Registered) -> Bool { versions?.collections.contains(collection.name) == true }

  /// Stores a version of the record when its collection keeps them. `old` and `new` have the fields that differ.
  func keepVersion(
    _ change: RecordVersion.Change, of id: UUID, in collection: Registered, old: Fields, new: Fields
  ) throws(Problem) {
    guard let versions, isVersioned(collection) else { return }
    let fields = Set(old.keys).union(new.keys).subtracting(Fields.ofTheServer).subtracting(["id"]).sorted().compactMap {
      name -> FieldVersion? in
      let (before, after) = (old[name] ?? .null, new[name] ?? .null)
      return before.means(after) ? nil : FieldVersion(name, old: before.stored, new: after.stored)
    }
    guard !fields.isEmpty else { return }
    let version = RecordVersion(
      id: context.identifiers.next(), kind: collection.name, record: id, change: change, fields: fields,
      at: context.time.now().date, by: versions.author(), on: try device())
    _ = try save(try Draft(version, in: versions.target))
  }
}

extension Value {
  /// The value as a version has it.
  fileprivate var stored: JSON? { self == .null ? nil : json }
}
