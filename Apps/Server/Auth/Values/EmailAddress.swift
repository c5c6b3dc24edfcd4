/// A validated e-mail address in lower case, the spelling by which accounts are found.
///
/// Narrower than RFC 5321: no quoted local parts, no address literals, no letters beyond ASCII. Real mailboxes do not
/// have them, and they allow header injection or two spellings of one address.
struct EmailAddress: Sendable, Hashable {
  let text: String

  init?(_ text: String) {
    // Checked before lowercasing, which turns the Kelvin sign into a plain k.
    guard text.utf8.count <= 254, text.utf8.allSatisfy({ $0 < 0x80 }) else { return nil }
    let lower = text.lowercased()
    let parts = lower.utf8.split(separator: UInt8(ascii: "@"), omittingEmptySubsequences: false)
    guard parts.count == 2, 1...64 ~= parts[0].count else { return nil }
    let words = parts[0].split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    guard words.allSatisfy({ !$0.isEmpty && $0.allSatisfy(EmailAddress.mayStand) }) else { return nil }
    let labels = parts[1].split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    guard labels.count >= 2, labels.allSatisfy(EmailAddress.isLabel) else { return nil }
    self.text = lower
  }

  private static let signs = Set("!#$%&'*+-/=?^_`{|}~".utf8)

  private static func isLetterOrDigit(_ byte: UInt8) -> Bool {
    UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte || UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte
  }

  private static func mayStand(_ byte: UInt8) -> Bool { isLetterOrDigit(byte) || signs.contains(byte) }

  private static func isLabel(_ label: String.UTF8View.SubSequence) -> Bool {
    guard 1...63 ~= label.count, let first = label.first, let last = label.last else { return false }
    return label.allSatisfy { isLetterOrDigit($0) || $0 == UInt8(ascii: "-") } && isLetterOrDigit(first)
      && isLetterOrDigit(last)
  }
}

/// A telephone number in E.164 format: digits only, without the plus.
struct PhoneNumber: Sendable, Hashable {
  let text: String

  init?(_ text: String) {
    let digits = text.utf8.filter { $0 != UInt8(ascii: "+") && $0 != UInt8(ascii: " ") }
    guard text.utf8.count <= 32, 2...15 ~= digits.count, digits.first != UInt8(ascii: "0"),
      digits.allSatisfy({ UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 })
    else { return nil }
    self.text = String(decoding: digits, as: UTF8.self)
  }
}

/// The address by which an account is found.
enum AccountAddress: Sendable, Hashable {
  case email(EmailAddress)
  case phone(PhoneNumber)

  var text: String {
    switch self {
    case .email(let email): email.text
    case .phone(let phone): phone.text
    }
  }
}
