internal import Interface

// Rules for input: the purpose of fields, error messages, and reasons for disabled controls.
extension AuditScene {
  var words: [Finding] {
    each(.brevity) { item in
      let count = item.element.label.wordCount
      return count > AuditScene.longestLabel ? "Its label has \(count) words, and all of them are heard at once." : nil
    }
  }

  private static let longestLabel = 70

  var entering: [Finding] {
    each(.purpose) { item in
      guard item.element.isTextField, item.element.state.purpose == nil else { return nil }
      return item.element.purposeByName.map { "It asks for \($0), and does not say so to what fills in forms." }
    }
      + each(.requiredSaid) { item in
        item.element.isControl && item.element.label.contains("*") && !item.element.state.isRequired
          ? "Only a star says that it is required." : nil
      }
      + each(.complaint) { item in
        let said = item.element.state.invalid ?? (item.element.role == .alert ? item.element.label : nil)
        return said.flatMap { $0.isComplaint ? nil : "“\($0)” does not say what is wrong and what to do." }
      }
      + each(.reason, unexplained)
  }

  private func unexplained(_ item: Item) -> String? {
    guard item.element.isControl, item.element.state.isDisabled else { return nil }
    // The parent's hint counts too.
    let explained = [item.element] + (item.parent.map { [$0] } ?? [])
    return explained.contains { $0.hint?.hasLetters == true } ? nil : "It cannot be used, and nothing says why."
  }
}

extension Element {
  fileprivate var purposeByName: String? {
    let words = Set(label.lowercased().split { !$0.isLetter }.map(String.init))
    let said = label.lowercased()
    let known: [(name: String, isMeant: Bool)] = [
      ("an e-mail address", words.contains("email") || said.contains("e-mail")),
      ("a password", words.contains("password")),
      ("a phone number", words.contains("phone")),
      ("a postcode", words.contains("postcode") || words.contains("zip")),
      ("a birthday", words.contains("birthday") || said.contains("date of birth")),
      ("a name", ["name", "your name", "full name", "first name", "last name"].contains(said)),
    ]
    return known.first(where: \.isMeant)?.name
  }
}

extension String {
  /// True for a sentence with an end, not just "Error" or "Invalid".
  fileprivate var isComplaint: Bool { wordCount >= 3 && (last.map { ".!?".contains($0) } ?? false) }
}
