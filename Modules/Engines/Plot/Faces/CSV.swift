extension Chart {
  /// The table as CSV (RFC 4180). It begins with the header line, as programs that read tables expect; the title and the
  /// date of an export are in the file's name.
  public func csv(in view: Viewport = Viewport()) -> String {
    let table = table(in: view)
    var text = ""
    func add(_ cells: [String]) { text += cells.joined(separator: ",") + "\r\n" }
    add(table.plainColumns.map(CSV.words))
    for row in table.rows { add(row.map { $0.value == nil ? CSV.words($0.plain) : $0.plain }) }
    return text
  }
}

private enum CSV {
  /// Quotes text if necessary. Text that a spreadsheet would run as a formula gets an apostrophe, since titles are
  /// untrusted.
  static func words(_ text: String) -> String {
    var text = text.harmless
    if let first = text.first, "=+-@\t\r".contains(first), Double(text) == nil { text = "'" + text }
    guard text.contains(where: { ",\"\r\n".contains($0) || $0 == "\r\n" }) else { return text }
    return "\"\(text.replacing("\"", with: "\"\""))\""
  }
}
