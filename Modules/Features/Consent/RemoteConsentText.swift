internal import JSON
public import Kernel

extension ConsentPlan {
  /// The longest text in bytes.
  public static let longestText = 20_000

  /// Returns the plan with a newer text of a category, as received from elsewhere. Throws with the reason for a text that
  /// cannot be shown to a person; the plan then stays as it is.
  public func replacing(_ id: ConsentText.ID, version: Int, with bytes: [UInt8]) throws(Problem) -> ConsentPlan {
    guard let index = texts.firstIndex(where: { $0.id == id }) else {
      throw ConsentPlan.refused("belongs to nothing that this product asks")
    }
    let old = texts[index]
    guard version > old.version, version < 1_000_000 else { throw ConsentPlan.refused("is not newer") }
    guard bytes.count <= ConsentPlan.longestText else { throw ConsentPlan.refused("is too long to be read") }
    guard let text = String(validating: bytes, as: UTF8.self) else { throw ConsentPlan.refused("is not readable text") }
    let isPlain = text.unicodeScalars.allSatisfy { scalar in
      switch scalar.properties.generalCategory {
      case .control: scalar == "\n"
      case .privateUse, .surrogate, .unassigned, .format: false
      default: true
      }
    }
    guard isPlain else { throw ConsentPlan.refused("holds characters that cannot be shown") }
    let paragraphs = text.split(separator: "\n", omittingEmptySubsequences: true)
      .filter { $0.contains { !$0.isWhitespace } }.map(String.init)
    guard paragraphs.contains(where: { $0.contains(where: \.isLetter) }) else { throw ConsentPlan.refused("is empty") }
    var copy = self
    copy.texts[index] = ConsentText(
      old.id, old.title, version: version, isRequired: old.isRequired, isDeepOnly: old.isDeepOnly,
      agree: old.agree, refuse: old.refuse, withdrawal: old.withdrawal, leading: old.leading, paragraphs)
    return copy
  }

  /// The largest file of texts in bytes.
  static let longestFile = 256 << 10

  /// Returns the plan with the newer texts of a file, `{"texts": [{"id", "version", "text"}]}`. Texts that are known are left
  /// out. Throws when the file is none, or when one of its newer texts cannot be shown to a person.
  func replacing(withFile bytes: [UInt8]) throws(Problem) -> ConsentPlan {
    guard bytes.count <= ConsentPlan.longestFile, let json = try? JSON(bytes: bytes), let list = json["texts"]?.array,
      list.count <= 50
    else { throw ConsentPlan.refused("is in no file that can be read") }
    var plan = self
    for one in list {
      guard let id = one["id"]?.string, let version = one["version"]?.number.flatMap({ Int(exactly: $0) }),
        let text = one["text"]?.string
      else { throw ConsentPlan.refused("is in no file that can be read") }
      // Of another release, which asks for something that this one does not.
      guard let old = plan[id], version > old.version else { continue }
      plan = try plan.replacing(id, version: version, with: Array(text.utf8))
    }
    return plan
  }

  private static func refused(_ reason: String) -> Problem {
    Problem(
      "consent-text", "A new text for your consent \(reason).", safe: "The text that you know stays in force.",
      remedy: "Go on with the text that you know.")
  }
}
