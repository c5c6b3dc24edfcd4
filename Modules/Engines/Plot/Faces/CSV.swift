extension Chart {
  /// The table as RFC 4180 has it. With a heading, the title and the time stand in lines of their own above, for a file that
  /// stands alone.
  public func csv(in view: Viewport = Viewport()) -> String {
    let table = table(in: view)
    var text = ""
    func add(_ cells: [String]) { text += cells.joined(separator: ",") + "\r\n" }
    if view.dress == .export {
      add([CSV.words(spec.title)])
      if let asOf = spec.asOf { add([CSV.words(Position.instant(asOf).text(in: spec.zone))]) }
    }
    add(table.columns.map(CSV.words))
    for row in table.rows { add(row.map { $0.value == nil ? CSV.words($0.plain) : $0.plain }) }
    return text
  }
}

private enum CSV {
  /// Quoted where it must be. What a spreadsheet would take for a formula gets an apostrophe, for a title may be anybody's.
  static func words(_ text: String) -> String {
    var text = text.harmless
    if let first = text.first, "=+-@\t\r".contains(first), Double(text) == nil { text = "'" + text }
    guard text.contains(where: { ",\"\r\n".contains($0) || $0 == "\r\n" }) else { return text }
    return "\"\(text.replacing("\"", with: "\"\""))\""
  }
}
