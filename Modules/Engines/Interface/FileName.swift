internal import Kernel

/// A file name that every common file system accepts: a stem, a number if the name is taken, and an ending.
///
/// It contains no path separator, no control or invisible character, no character that Windows forbids, and no leading
/// or trailing dot. Letters of every script stay.
public struct FileName: Sendable, Hashable {
  /// The most bytes of a stem. With a number and an ending the name stays below the 255 bytes of a file system.
  static let longest = 180
  private static let longestEnding = 16

  public let stem: String
  /// The ending without its dot; nil for a name without one.
  public let ending: String?
  /// Appended to the stem, from 2 on.
  public let number: Int

  public init(_ text: String) {
    let last = text.split { $0 == "/" || $0 == "\\" }.last.map(String.init) ?? ""
    var plain = String(String.UnicodeScalarView(last.unicodeScalars.map { FileName.isPlain($0) ? $0 : "-" }))
    plain = plain.trimmed
    var ending: String?
    if let dot = plain.lastIndex(of: ".") {
      let rest = plain[plain.index(after: dot)...]
      if (1...FileName.longestEnding).contains(rest.utf8.count), rest.utf8.allSatisfy(\.isLetterOrDigit) {
        ending = rest.lowercased()
        plain = String(plain[..<dot]).trimmed
      }
    }
    while plain.utf8.count > FileName.longest { plain.removeLast() }
    plain = plain.trimmed
    if plain.isEmpty { plain = "file" }
    if FileName.devices.contains(plain.uppercased().prefix { $0 != "." }) { plain = "_\(plain)" }
    self.init(stem: plain, ending: ending, number: 1)
  }

  private init(stem: String, ending: String?, number: Int) {
    self.stem = stem
    self.ending = ending
    self.number = number
  }

  /// The same name with a number; 1 stands for none.
  public func numbered(_ number: Int) -> FileName {
    FileName(stem: stem, ending: ending, number: max(1, number))
  }

  public var text: String {
    "\(stem)\(number > 1 ? "-\(number)" : "")\(ending.map { ".\($0)" } ?? "")"
  }

  private static func isPlain(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .privateUse, .unassigned: false
    default: !scalar.properties.isDefaultIgnorableCodePoint && !"<>:\"|?*".unicodeScalars.contains(scalar)
    }
  }

  /// The names that Windows reserves for devices, with any ending.
  private static let devices: Set<Substring> = Set(
    ["CON", "PRN", "AUX", "NUL"] + (1...9).flatMap { ["COM\($0)", "LPT\($0)"] }.map { $0[...] })
}

extension FileName: CustomStringConvertible {
  public var description: String { text }
}

extension String {
  /// The text without dots, spaces and hyphens at its ends.
  fileprivate var trimmed: String {
    func isEdge(_ character: Character) -> Bool { character == "." || character == "-" || character.isWhitespace }
    var text = drop(while: isEdge)
    while let last = text.last, isEdge(last) { text.removeLast() }
    return String(text)
  }
}

extension UInt8 {
  fileprivate var isLetterOrDigit: Bool {
    switch self {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"):
      true
    default: false
    }
  }
}
