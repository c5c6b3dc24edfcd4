internal import FoundationEssentials
internal import Kernel
internal import Settings
internal import Storage

/// One setting as it is kept: a record of its own, so that no change of one can lose another. Its identifier is made from
/// its key, the same on every device.
struct KeptSetting: Kept {
  static let collection = "settings"
  let key: String
  /// The value as JSON; what this version does not read stays as it is.
  let value: String
  let at: Date
  var id: ID<KeptSetting> { ID(named: key) }
  var when: Date { at }
}

extension SettingsNeeds {
  /// For now they stay on the device; once there is a server to sync with, they are owned and reach it.
  init(_ store: Store, _ time: Time) {
    let shelf = Shelf<KeptSetting>(store, .local)
    self.init(
      load: { () throws(Problem) in
        let collection = try await shelf.collection()
        // Before the reading, so that what comes meanwhile counts as newer.
        let order = collection.revision.value.number
        let values = try await collection.records().map { ($0.key, Data($0.value.utf8)) }
        return Kept(Dictionary(values, uniquingKeysWith: { newest, _ in newest }), order: order)
      },
      save: { key, value throws(Problem) in
        let setting = KeptSetting(key: key, value: String(decoding: value, as: UTF8.self), at: time.now().date)
        return try await shelf.collection().save(setting, over: .anything).revision.number
      },
      changes: { SettingsNeeds.changes(of: shelf) })
  }

  /// What anybody puts into the collection, one's own among it, until the store is closed or nobody follows any more.
  private static func changes(of shelf: Shelf<KeptSetting>) -> AsyncStream<Heard<Change>> {
    let (stream, continuation) = AsyncStream.makeStream(of: Heard<Change>.self)
    let following = Task {
      do throws(Problem) {
        let collection = try await shelf.collection()
        // From the beginning: what was there already is known by its order, and nothing falls between it and the reading.
        var seen = Revision(0)
        for await _ in collection.revision.listen() {
          seen = try await SettingsNeeds.catchUp(collection, from: seen) { continuation.yield($0) }
        }
      } catch {
        // A closed store has no more to say; whoever saves into it is told so.
      }
      continuation.finish()
    }
    continuation.onTermination = { _ in following.cancel() }
    return stream
  }

  private static func catchUp(
    _ collection: Storage.Collection<KeptSetting>, from start: Revision, tell: (Heard<Change>) -> Void
  ) async throws(Problem) -> Revision {
    var seen = start
    while true {
      switch try await collection.changes(since: seen) {
      case .anew(let revision):
        tell(Heard(missed: 1))
        return revision
      case .since(let saved, let deleted, let revision, let more):
        for id in saved {
          // One that is gone again by now is among those that were deleted the next time.
          guard let opened = try await collection.opened(id) else { continue }
          tell(Heard(Change(opened.key, Data(opened.value.utf8), order: opened.version.revision.number)))
        }
        // Their keys went with them.
        if !deleted.isEmpty { tell(Heard(missed: deleted.count)) }
        seen = revision
        if !more { return seen }
      }
    }
  }
}

extension Settings {
  init(_ plan: SettingsPlan, on person: Stage, in store: Store) {
    self.init(plan, on: person, needs: SettingsNeeds(store, person.time))
  }
}
