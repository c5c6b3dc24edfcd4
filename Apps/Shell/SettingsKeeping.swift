internal import FoundationEssentials
internal import Kernel
internal import Settings

// Where settings are kept, until Storage takes them over: one small file a key, so that no change of one can lose
// another. Nothing else changes a file of an open profile, so there are no changes to hear of.
extension SettingsNeeds {
  init(_ drawer: Drawer, keys: [String]) {
    self.init(
      load: { () throws(Problem) in
        var records: [String: Data] = [:]
        for key in keys {
          if let bytes = try await drawer.load(SettingsNeeds.file(key)) { records[key] = Data(bytes) }
        }
        return records
      },
      save: { key, value throws(Problem) in try await drawer.keep(SettingsNeeds.file(key), Array(value)) },
      changes: { AsyncStream { _ in } })
  }

  private static func file(_ key: String) -> String { "setting.\(key).json" }
}

extension Settings {
  init(_ plan: SettingsPlan, on person: Stage, in drawer: Drawer) {
    self.init(plan, on: person, needs: SettingsNeeds(drawer, keys: plan.settings.map(\.key)))
  }
}
