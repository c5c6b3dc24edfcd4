internal import Interface
package import Offline

extension OfflineWords.Kind {
  package static let setting = OfflineWords.Kind(
    KeptSetting.collection, one: "setting", many: "settings", icon: .settings,
    fields: [.init("name", "Setting"), .init("value", "Value"), .init("clock", "Clock", .hidden)])
}

extension OfflineWords {
  /// For a product that syncs only settings.
  package static let settingsAlone = OfflineWords([.setting])
}
