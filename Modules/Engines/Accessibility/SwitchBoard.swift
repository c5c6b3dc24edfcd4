public import Interface

/// A board of letters with which switches fill in one field. The field takes the text when `done` is selected.
public struct SwitchBoard: Sendable, Hashable {
  public enum Key: Sendable, Hashable {
    case character(Character)
    /// The next letter is a capital.
    case capital
    case erase
    case done, cancel
  }

  public enum Outcome: Sendable, Hashable {
    case goesOn
    case done(Entry)
    case cancelled
  }

  /// The most characters; the field's own limit may be lower.
  public static let longest = 2_000

  public let field: String
  public let name: String
  /// The verb by which the field takes the text.
  public let verb: Verb
  /// The text must not be shown: it is a password or a code.
  public let isSecret: Bool
  public private(set) var text: String
  public private(set) var isCapital = false
  private let takesNumber: Bool
  private let most: Int

  /// Begins with the text of the field, unless that is a secret, a number or a date, which are written anew.
  public init(_ element: Element, _ verb: Verb) {
    field = element.id
    name = element.named.label
    self.verb = verb
    isSecret = [.password, .newPassword, .oneTimeCode].contains(element.state.purpose)
    takesNumber = verb == .choose && element.state.minimum != nil
    most = min(element.state.longest ?? SwitchBoard.longest, SwitchBoard.longest)
    let isText = element.role == .textbox || element.role == .searchbox
    text = isText && !isSecret ? String((element.value ?? "").prefix(most)) : ""
  }

  public mutating func press(_ key: Key) -> Outcome {
    switch key {
    case .character(let character):
      if text.count < most { text += isCapital ? String(character).uppercased() : String(character) }
      isCapital = false
    case .capital: isCapital.toggle()
    case .erase: if !text.isEmpty { text.removeLast() }
    case .done:
      let number = takesNumber ? Double(text) : nil
      return .done(number.map { .number($0) } ?? .text(text))
    case .cancel: return .cancelled
    }
    return .goesOn
  }

  /// The text for a screen: a secret as one dot for each character.
  public var shown: String { isSecret ? String(repeating: "•", count: text.count) : text }

  /// The keys in groups: what ends the input first, then letters, digits and signs.
  public static let plan: ScanPlan = {
    func keys(_ name: String, _ characters: String) -> ScanPlan.Group {
      ScanPlan.Group(
        name: name, items: characters.map { ScanPlan.Item(way: .key(.character($0)), name: spoken($0)) })
    }
    let ends: [(Key, String)] = [
      (.done, "Done"), (.character(" "), "Space"), (.erase, "Delete the last character"),
      (.capital, "Capital letter next"), (.cancel, "Cancel"),
    ]
    return ScanPlan(groups: [
      ScanPlan.Group(name: "Keys", items: ends.map { ScanPlan.Item(way: .key($0), name: $1) }),
      keys("a to g", "abcdefg"), keys("h to n", "hijklmn"), keys("o to u", "opqrstu"), keys("v to z", "vwxyz"),
      keys("0 to 4", "01234"), keys("5 to 9", "56789"), keys("Signs", ".,-:@!?/"),
    ])
  }()

  private static func spoken(_ character: Character) -> String {
    switch character {
    case ".": "Full stop"
    case ",": "Comma"
    case "-": "Hyphen"
    case ":": "Colon"
    case "@": "At sign"
    case "!": "Exclamation mark"
    case "?": "Question mark"
    case "/": "Slash"
    default: String(character)
    }
  }
}
