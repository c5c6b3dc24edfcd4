internal import Kernel

/// The reason why an archive is not imported.
enum ExportRefusal: Error, Equatable {
  case notArchive, notOne, ofServer, cutShort, damaged, locked, tooLarge, newer, outside
  case otherProduct(String, String)
  case failed(Problem)

  private static let safe = "Nothing was imported, and nothing here was changed."

  var problem: Problem {
    switch self {
    case .notArchive:
      Problem("no-archive", "This is not a ZIP archive.", safe: Self.safe, remedy: "Choose the ZIP file of an export.")
    case .notOne:
      Problem(
        "no-export", "This archive is not an export of your data.", safe: Self.safe,
        remedy: "Choose the ZIP file as it was exported, not packed again.")
    case .ofServer:
      Problem(
        "export-of-server", "This is a server's copy of an account, which cannot be imported here.", safe: Self.safe,
        remedy: "Export your data on a device, or ask the server for a new export: those can be imported.")
    case .cutShort:
      Problem(
        "export-cut-short", "The archive ends in the middle.", safe: Self.safe,
        remedy: "Copy it to this device again, or export it again.")
    case .damaged:
      Problem(
        "export-damaged", "The archive is damaged or was changed.", safe: Self.safe,
        remedy: "Copy it to this device again, or export it again.")
    case .locked:
      Problem(
        "export-locked", "The archive is locked with a password.", safe: Self.safe,
        remedy: "Choose the ZIP file as it was exported.")
    case .tooLarge:
      Problem(
        "export-too-large", "The archive would unpack to more than an export can have.", safe: Self.safe,
        remedy: "Choose the ZIP file of an export.")
    case .newer:
      Problem(
        "export-newer", "The archive was made by a newer version.", safe: Self.safe,
        remedy: "Update this app, then import it again.")
    case .outside:
      Problem(
        "export-outside", "The archive has a file that would lie outside its folder.", safe: Self.safe,
        remedy: "Choose the ZIP file as it was exported.")
    case .otherProduct(let other, let mine):
      Problem(
        "export-of-another", "This is an export of \(other.isEmpty ? "another app" : other), not of \(mine).",
        safe: Self.safe, remedy: "Import it there, or choose an export of \(mine).")
    case .failed(let problem): problem
    }
  }
}
