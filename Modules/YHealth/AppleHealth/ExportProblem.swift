internal import Kernel
internal import Zip

/// The errors of an export, worded for the user who chose the file.
enum ExportProblem {
  static let safe = "Nothing was imported from the file."
  private static let again = "Export your health data again, and choose export.zip as it is."

  static let zipped = Problem(
    "export-zipped", "This is a packed file within another file.", safe: safe,
    remedy: "Choose the export.zip that the iPhone made, or export.xml in it.")

  static let encoded = Problem(
    "export-encoded", "The file is not written in UTF-8, as Apple Health writes it.", safe: safe, remedy: again)

  static let foreign = Problem("no-export", "This is no Apple Health export.", safe: safe, remedy: again)

  static let headless = Problem(
    "no-export", "This is no Apple Health export: nothing like one begins in its first 256 kB.", safe: safe,
    remedy: again)

  static let empty = Problem("no-export", "The file is empty.", safe: safe, remedy: again)

  static let entities = Problem(
    "export-entities", "The file declares entities, which no export does and which can grow without end.", safe: safe,
    remedy: again)

  static let deep = Problem(
    "no-export", "Elements lie in one another deeper than in any export.", safe: safe, remedy: again)

  static let endless = Problem(
    "no-export", "An element is longer than in any export.", safe: safe, remedy: again)

  static let wordy = Problem(
    "no-export", "The file has more kinds of elements than any export.", safe: safe, remedy: again)

  static let cutShort = Problem(
    "export-cut-short", "The file ends in the middle.", safe: safe,
    remedy: "Copy it to this machine again, or export your health data again.")

  // MARK: Packed files

  static let packedCutShort = Problem(
    "export-cut-short", "The packed file ends in the middle.", safe: safe,
    remedy: "Copy it to this machine again, or export your health data again.")

  static let packedDamaged = Problem(
    "export-damaged", "The packed file is damaged.", safe: safe,
    remedy: "Copy it to this machine again, or export your health data again.")

  static let packedLocked = Problem(
    "export-locked", "The packed file is locked with a password.", safe: safe,
    remedy: "Choose the export.zip that the iPhone made, or unpack it and choose export.xml.")

  static let packedOtherwise = Problem(
    "export-packed-otherwise", "The file is packed in a way that is not read here.", safe: safe,
    remedy: "Unpack it yourself, then choose export.xml in it.")

  static let packedInParts = Problem(
    "export-packed-otherwise", "This is one of several parts of a packed file.", safe: safe,
    remedy: "Put the parts together and unpack them, then choose export.xml.")

  static let packedWithout = Problem(
    "no-export", "There is no Apple Health export in this packed file.", safe: safe,
    remedy: "Choose the export.zip that the iPhone made.")

  /// The problem of an archive that is not read.
  static func of(_ failure: ZipFailure) -> Problem {
    switch failure {
    case .cutShort: packedCutShort
    case .damaged: packedDamaged
    case .locked: packedLocked
    case .unknownMethod: packedOtherwise
    case .inParts: packedInParts
    case .tooLarge: huge
    case .noMemory: noMemory
    case .diskFailed: diskFailed
    }
  }

  // MARK: Reading

  static let cancelled = Problem(
    "import-cancelled", "The import was stopped.", safe: safe, remedy: "Begin it again whenever you like.")

  static let noMemory = Problem(
    "no-memory", "There is not enough memory to read the file.", safe: safe, remedy: "Close something, then try again.")

  static func root(_ name: String) -> Problem {
    if name == "ClinicalDocument" {
      return Problem(
        "no-export", "This is export_cda.xml, the other file of an export.", safe: safe,
        remedy: "Choose export.xml beside it.")
    }
    return Problem("no-export", "This is no Apple Health export: it begins otherwise.", safe: safe, remedy: again)
  }

  /// Reports expat's error for a line.
  static func malformed(_ reason: String, line: Int) -> Problem {
    Problem(
      "export-damaged", "The file is damaged in line \(line) (\(reason)).", safe: safe,
      remedy: "Copy it to this machine again, or export your health data again.")
  }

  // MARK: Files

  static let relative = Problem(
    "no-file", "Where the file lies must be written from the root, such as /home/me/export.zip.", safe: safe,
    remedy: "Write the whole path.")

  static let missing = Problem(
    "no-file", "There is no file of that name.", safe: safe, remedy: "Check how the path is written, then try again.")

  static let unreadable = Problem(
    "no-file", "The file may not be read.", safe: safe, remedy: "Change who may read it, or copy it elsewhere.")

  static let folder = Problem(
    "no-file", "This is a folder.", safe: safe, remedy: "Write the path of export.zip or export.xml in it.")

  static let irregular = Problem(
    "no-file", "This is no ordinary file.", safe: safe, remedy: "Choose the export.zip that the iPhone made.")

  static let huge = Problem(
    "file-too-large", "The file is larger than 16 GB.", safe: safe, remedy: again)

  static let diskFailed = Problem(
    "disk-failed", "The file could not be read to its end.", safe: safe, remedy: "Check the disk, then try again.")
}
