internal import FoundationEssentials
internal import JSON
package import Kernel
package import Settings
package import Shell
package import Storage
internal import Sync

/// A stored setting. Each is a record of its own, so that a change of one cannot lose another. Its identifier is
/// derived from its name and equal on all devices.
struct KeptSetting: Syncable {
  static let collection = "settings"
  static let form = 2
  let name: String
  /// A value that this version cannot read is kept unchanged.
  let value: JSON
  let clock: String

  var id: ID<KeptSetting> { ID(named: name) }
  var when: Date { HybridClock(clock)?.date ?? .distantPast }

  enum CodingKeys: String, ColumnKey {
    case id, name, value, clock
  }

  init(name: String, value: JSON, clock: HybridClock) {
    self.name = name
    self.value = value
    self.clock = clock.text
  }

  init(from decoder: any Decoder) throws {
    let fields = try decoder.container(keyedBy: CodingKeys.self)
    name = try fields.decode(String.self, forKey: .name)
    value = try fields.decode(JSON.self, forKey: .value)
    clock = try fields.decode(String.self, forKey: .clock)
  }

  func encode(to encoder: any Encoder) throws {
    var fields = encoder.container(keyedBy: CodingKeys.self)
    try fields.encode(id, forKey: .id)
    try fields.encode(name, forKey: .name)
    try fields.encode(value, forKey: .value)
    try fields.encode(clock, forKey: .clock)
  }

  /// Form 1 stored the value as text with the wall-clock time, and was not synced.
  static func upgrade(_ fields: inout Fields, from form: Int) {
    guard form < 2, case .text(let name) = fields.removeValue(forKey: "key") else { return }
    fields["name"] = .text(name)
    fields["id"] = .uuid(ID<KeptSetting>(named: name).uuid)
    if case .text(let text) = fields["value"], let value = try? JSON(text: text) { fields["value"] = Value(value) }
    if case .date(let date) = fields.removeValue(forKey: "at") {
      fields["clock"] = .text(HybridClock(milliseconds: Int64(date.timeIntervalSince1970 * 1000), device: "0").text)
    }
  }
}

extension SettingsNeeds {
  /// Stores settings on this device and, where the product has a server, on all devices of the person.
  init(_ store: Store, _ time: Time, _ holding: Holding) {
    let shelf = Shelf<KeptSetting>(store, holding)
    self.init(
      load: { () throws(Problem) in
        let collection = try await shelf.collection()
        // Taken before reading, so that changes made meanwhile count as newer.
        let order = collection.revision.value.number
        let values = try await collection.records().compactMap { kept in
          SettingsNeeds.bytes(kept).map { (kept.name, $0) }
        }
        return Kept(Dictionary(values, uniquingKeysWith: { newest, _ in newest }), order: order)
      },
      save: { key, value throws(Problem) in
        let collection = try await shelf.collection()
        let last = try await collection.record(ID(named: key)).flatMap { HybridClock($0.clock) }
        let clock = HybridClock(at: time.now().date, after: last, device: try await store.heading().device)
        let setting = KeptSetting(name: key, value: (try? JSON(bytes: value)) ?? .null, clock: clock)
        return try await collection.save(setting, over: .anything).revision.number
      },
      changes: { SettingsNeeds.changes(of: shelf) })
  }

  private static func bytes(_ kept: KeptSetting) -> Data? { try? JSON.data(kept.value) }

  /// Returns all changes of the collection, including this device's own, until the store is closed or the consumer
  /// ends.
  private static func changes(of shelf: Shelf<KeptSetting>) -> AsyncStream<Heard<Change>> {
    let (stream, continuation) = AsyncStream.makeStream(of: Heard<Change>.self)
    let following = Task {
      do throws(Problem) {
        let collection = try await shelf.collection()
        // Starts at revision 0: entries already read are recognized by their order, and no change is missed in between.
        var seen = Revision(0)
        for await _ in collection.revision.changes() {
          seen = try await SettingsNeeds.catchUp(collection, from: seen) { continuation.yield($0) }
        }
      } catch {
        // The store is closed; saving into it throws.
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
          // A record deleted meanwhile is reported among the deletions of the next page.
          guard let opened = try await collection.opened(id) else { continue }
          tell(Heard(Change(opened.name, bytes(opened.record), order: opened.version.revision.number)))
        }
        // Deleted records no longer have a name to report.
        if !deleted.isEmpty { tell(Heard(missed: deleted.count)) }
        seen = revision
        if !more { return seen }
      }
    }
  }
}

extension Settings {
  package init(_ plan: SettingsPlan, in environment: PersonEnvironment, _ holding: Holding = .owned(.done)) {
    self.init(plan, on: environment.context, in: environment.store, holding)
  }

  package init(_ plan: SettingsPlan, on person: FeatureContext, in store: Store, _ holding: Holding = .owned(.done)) {
    self.init(plan, on: person, needs: SettingsNeeds(store, person.time, holding))
  }
}
