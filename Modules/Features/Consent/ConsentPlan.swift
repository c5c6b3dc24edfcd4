public import Interface
internal import Signing

/// A text that a person agrees to, of one category, such as terms or the use of health data.
public struct ConsentText: Sendable, Hashable, Identifiable {
  /// The category. Stored, so it never changes: `terms`, `privacy`, `health`, `analytics`, or what a product names.
  public let id: String
  public let title: String
  /// Increases when the text changes.
  public let version: Int
  /// The paragraphs, as they are shown.
  public let paragraphs: [String]
  /// Number of paragraphs that are shown before the person asks for the rest.
  public let leading: Int
  /// Whether the product cannot be used without it. It cannot be withdrawn while the product is used.
  public let isRequired: Bool
  /// Whether Light mode hides it until the person has decided.
  public let isDeepOnly: Bool
  /// The label of the button that agrees, such as "I accept".
  public let agree: String
  /// The label of the button that does not, in a step that asks for an answer; for an optional consent.
  public let refuse: String
  /// Says what stops when it is withdrawn; shown before it is.
  public let withdrawal: String

  public init(
    _ id: String, _ title: String, version: Int, isRequired: Bool = false, isDeepOnly: Bool = false,
    agree: String = "I agree", refuse: String = "I do not agree", withdrawal: String, leading: Int = 1,
    _ paragraphs: [String]
  ) {
    self.id = id
    self.title = title
    self.version = version
    self.isRequired = isRequired
    self.isDeepOnly = isDeepOnly
    self.agree = agree
    self.refuse = refuse
    self.withdrawal = withdrawal
    self.paragraphs = paragraphs
    self.leading = leading
  }

  /// The title of the page that shows the whole text. "Privacy" alone is the name of the settings.
  var pageTitle: String { id == "privacy" ? "Privacy policy" : title }

  /// The exact text, whose hash a consent carries.
  public var text: String { paragraphs.joined(separator: "\n\n") }

  /// The paragraphs of an exact text.
  static func paragraphs(of text: String) -> [String] {
    var paragraphs: [String] = []
    for line in text.split(separator: "\n", omittingEmptySubsequences: true) { paragraphs.append(String(line)) }
    return paragraphs
  }

  /// SHA-256 of the exact text, in hexadecimal.
  public var hash: String {
    let digits = Array("0123456789abcdef")
    return String(SHA256.hash(of: Array(text.utf8)).flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] })
  }
}

/// The consents of a product, in the order in which they are shown.
public struct ConsentPlan: Sendable, Hashable {
  public internal(set) var texts: [ConsentText]
  /// The consents without which nothing that the person enters is sent to a server.
  public let sending: [ConsentText.ID]

  public init(_ texts: [ConsentText], sending: [ConsentText.ID] = []) {
    self.texts = texts
    self.sending = sending
  }

  /// The categories whose whole text has a page of its own.
  private static let ownPages = ["terms", "privacy"]

  /// The route of the whole text of a category.
  public static func route(of id: ConsentText.ID) -> Route { Route(["settings", "consent", id]) }

  /// The list of the consents, and the pages of the texts that have one.
  public var places: [Place] {
    ConsentState.places
      + texts.filter { ConsentPlan.ownPages.contains($0.id) }.map { text in
        Place(
          RoutePattern([.word("settings"), .word("consent"), .word(text.id)]), title: text.pageTitle,
          keywords: ["agreement", "legal"])
      }
  }

  subscript(id: ConsentText.ID) -> ConsentText? { texts.first { $0.id == id } }
}
