internal import JSON
package import Kernel
internal import Platform
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
      changes: {
        shelf.saves { opened in
          Change(opened.name, SettingsNeeds.bytes(opened.record), order: opened.version.revision.number)
        }
      })
  }

  private static func bytes(_ kept: KeptSetting) -> Data? { try? JSON.data(kept.value) }

}

extension Settings {
  package init(_ plan: SettingsPlan, in environment: PersonEnvironment, _ holding: Holding = .owned(.done)) {
    self.init(plan, on: environment.context, in: environment.store, holding)
  }

  package init(_ plan: SettingsPlan, on person: FeatureContext, in store: Store, _ holding: Holding = .owned(.done)) {
    self.init(plan, on: person, needs: SettingsNeeds(store, person.time, holding))
  }
}
