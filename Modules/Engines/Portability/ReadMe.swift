internal import Kernel

/// The README inside an archive.
enum ReadMe {
  static let file = "README.txt"

  /// `missing` are sentences about what this archive does not include.
  static func text(_ name: String, _ manifest: ExportManifest, without missing: [String] = []) -> [UInt8] {
    let made = Moment(manifest.made).text
    let width = (manifest.collections.map(\.name.count).max() ?? 0) + 2
    let rows = manifest.collections.map { one in
      "  \(one.name)\(String(repeating: " ", count: width - one.name.count))\(one.count)"
    }
    let text = """
      Your data from \(name)
      Exported at \(made) by version \(manifest.program)

      data/NAME.json       Every record of a kind, exactly as it is kept. One record a line.
      tables/NAME.csv      The same records as a table, to read in a spreadsheet. Times are in UTC.
      files/               Pictures and files. A record refers to one by its name.
      replaced/versions.json
                           Versions of entries that were replaced when two devices had changed the same one.
      manifest.json        The list of contents, for programs.

      In JSON, {"$date": "..."} is a time in UTC, {"$bytes": "..."} is binary data in base64, and {"$number": "..."} is
      a number that JSON has no form for. In a table, a text that a spreadsheet would take for a formula begins with an
      apostrophe.

      To bring everything back, open \(name), choose Settings, Privacy, Your data, Import, and choose this ZIP file.
      Anybody who has this file can read it. Keep it in a safe place.

      Not included: how you are signed in, the places of open windows, and summaries that the app makes again from
      these records.\(missing.map { "\n\n\($0)" }.joined())

      Records
      \(rows.isEmpty ? "  none" : rows.joined(separator: "\n"))
      """
    return Array((text + "\n").utf8)
  }
}
