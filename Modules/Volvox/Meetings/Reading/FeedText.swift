/// Cleans and bounds the texts of a feed, which anybody may have written.
enum FeedText {
  static let longestName = 255
  static let longestLine = 300
  static let longestNotes = 4000
  static let longestAddress = 2000
  static let longestSlug = 200

  /// The text on one line, without control and invisible characters, cut after so many Unicode scalars; nil when
  /// nothing is left.
  static func line(_ text: String, most: Int = longestLine) -> String? {
    var clean = String.UnicodeScalarView()
    var count = 0
    var isSpaceDue = false
    for scalar in text.unicodeScalars {
      if scalar.properties.isWhitespace {
        isSpaceDue = count > 0
        continue
      }
      guard isShown(scalar) else { continue }
      guard count + (isSpaceDue ? 2 : 1) <= most else {
        clean.append("…")
        break
      }
      if isSpaceDue {
        clean.append(" ")
        count += 1
      }
      clean.append(scalar)
      (count, isSpaceDue) = (count + 1, false)
    }
    return clean.isEmpty ? nil : String(clean)
  }

  /// The text with its lines, each cleaned; at most one empty line in a row.
  static func lines(_ text: String, most: Int = longestNotes) -> String? {
    // A scalar of the text becomes at most one of the result, so that nothing longer has to be looked at.
    let scalars = text.unicodeScalars
    let isCut = scalars.index(scalars.startIndex, offsetBy: most, limitedBy: scalars.endIndex).map {
      $0 < scalars.endIndex
    }
    let bounded = isCut == true ? String(String.UnicodeScalarView(scalars.prefix(most))) : text
    var lines: [String] = []
    for piece in bounded.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline) {
      let clean = line(String(piece), most: most) ?? ""
      if clean.isEmpty, lines.last?.isEmpty ?? true { continue }
      lines.append(clean)
    }
    while lines.last?.isEmpty == true { lines.removeLast() }
    return lines.isEmpty ? nil : lines.joined(separator: "\n") + (isCut == true ? "…" : "")
  }

  /// A web address as it is; nil unless it is http or https, without white space, names a host, and hides the host
  /// behind no user name.
  static func address(_ text: String) -> String? {
    let address = text.drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace).reversed()
    let clean = String(address)
    guard clean.utf8.count <= longestAddress,
      clean.unicodeScalars.allSatisfy({ isShown($0) && !$0.properties.isWhitespace })
    else { return nil }
    for scheme in ["https://", "http://"] where clean.lowercased().hasPrefix(scheme) {
      let authority = clean.dropFirst(scheme.count).prefix { !"/?#\\".contains($0) }
      return authority.contains("@") || authority.first.map { $0.isLetter || $0.isNumber || $0 == "[" } != true
        ? nil : clean
    }
    return nil
  }

  private static func isShown(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .surrogate, .privateUse, .unassigned, .lineSeparator, .paragraphSeparator: false
    // Joiners are part of words in several scripts; every other format character changes how the text around it is read.
    case .format: scalar == "\u{200C}" || scalar == "\u{200D}"
    default: true
    }
  }
}
