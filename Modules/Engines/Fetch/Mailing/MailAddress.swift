internal import HTTP
public import Kernel

/// A mail address that can stand in a line of SMTP and in a mail header without ending it: ASCII, no quotes, no
/// comments. Rarer forms of RFC 5321 are refused.
public struct MailAddress: Sendable, Hashable, CustomStringConvertible {
  public let text: String

  public init(_ text: String) throws(Problem) {
    let parts = text.split(separator: "@", omittingEmptySubsequences: false)
    guard text.utf8.count <= 254, parts.count == 2, MailAddress.isLocal(parts[0]), MailAddress.isDomain(parts[1]) else {
      throw Problem(
        "mail-address", "This is no address that mail can be sent to.", safe: "Nothing was sent.",
        remedy: "Give it as name@example.org, in plain letters, digits and signs.")
    }
    self.text = text
  }

  /// Redacted, since an address is personal data and does not belong in a log.
  public var description: String { "redacted" }

  private static func isLocal(_ text: Substring) -> Bool {
    1...64 ~= text.utf8.count
      && text.split(separator: ".", omittingEmptySubsequences: false).allSatisfy { atom in
        !atom.isEmpty && atom.utf8.allSatisfy { $0.isToken || "=?/{}".utf8.contains($0) }
      }
  }

  private static func isDomain(_ text: Substring) -> Bool {
    text.split(separator: ".", omittingEmptySubsequences: false).allSatisfy { label in
      1...63 ~= label.utf8.count && label.first != "-" && label.last != "-"
        && label.utf8.allSatisfy { byte in
          byte == UInt8(ascii: "-") || byte.isToken && !"!#$%&'*+.^_`|~".utf8.contains(byte)
        }
    }
  }
}
