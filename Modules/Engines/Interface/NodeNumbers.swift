public import Numbers

// Number fields.
extension Node {
  /// A field for a number. It is a text field, so that it takes a decimal comma and whatever else the locale's notation
  /// has; `notation.fraction` and `notation.whole` read its text. A number that a program sends as such is written in the
  /// notation first.
  public static func number(
    _ label: String, id: String? = nil, holds text: String, in notation: NumberNotation, isWhole: Bool = false,
    draft: (@Sendable (String) -> Action)? = nil, commit: @escaping @Sendable (String) -> Action,
    _ about: (inout Field) -> Void = { _ in }
  ) -> Node {
    var field = Node.field(label, id: id, holds: text, role: .spinbutton, draft: draft, commit: commit) { said in
      said.longest = NumberNotation.longest
      about(&said)
      said.example = said.example.map(notation.respelled)
    }
    field.offers = field.offers.map { offer in
      Offer(offer.verb) { entry in
        offer.action(entry.number.flatMap { $0.isFinite ? .text(notation.text($0)) : nil } ?? entry)
      }
    }
    field.state.step = isWhole ? 1 : nil
    return field
  }
}

extension Surroundings {
  /// The notation of numbers in the window's locale.
  public var numbers: NumberNotation { NumberNotation(locale: locale) }
}
