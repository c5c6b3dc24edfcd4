internal import Interface
package import Offline

extension OfflineWords.Kind {
  package static let setting = OfflineWords.Kind(
    KeptSetting.collection, one: "setting", many: "settings", icon: .settings,
    fields: [.init("name", "Setting"), .init("value", "Value"), .init("clock", "Clock", .hidden)])
}

extension OfflineWords {
  /// Of a product that sends nothing but settings yet.
  package static let settingsAlone = OfflineWords([.setting])
}
