internal import JSON
internal import Kernel
internal import Platform
internal import Shell

extension Drawer {
  private static let importedConsentsName = "imported-consents"

  /// The decisions about consent that an archive brought here. They are history, and give no permission.
  func importedConsents() async throws(Problem) -> Set<UUID> {
    guard let bytes = try await load(Drawer.importedConsentsName), !bytes.isEmpty else { return [] }
    guard let found = try? JSONDecoder().decode(Set<UUID>.self, from: Data(bytes)) else {
      throw Problem(
        "imported-consents", "What an archive brought here cannot be read.", safe: "Nothing is sent.",
        remedy: "Export your data, then delete everything on this device and import it again.")
    }
    return found
  }

  func addImportedConsents(_ ids: Set<UUID>) async throws(Problem) {
    let all = try await importedConsents().union(ids)
    guard let bytes = try? JSON.data(all.sorted { $0.uuidString < $1.uuidString }) else { return }
    try await keep(Drawer.importedConsentsName, Array(bytes))
  }
}
